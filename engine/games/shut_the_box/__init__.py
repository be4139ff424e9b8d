"""Shut the box. Begin with ``game``."""
