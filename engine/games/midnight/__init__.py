"""Midnight. Begin with ``game``."""
