"""Farkle. Begin with ``game``."""
