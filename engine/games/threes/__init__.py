"""Threes. Begin with ``game``."""
