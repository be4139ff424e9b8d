"""A table at a real Home Assistant. Begin with `test_home_assistant`."""
