"""Shake of the Day. Begin with ``game``."""
