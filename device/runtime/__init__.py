"""What runs a table: main loop, housekeeping, replay, safe mode. Begin with `loop`."""
