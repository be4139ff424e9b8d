"""Pig. Begin with ``game``."""
