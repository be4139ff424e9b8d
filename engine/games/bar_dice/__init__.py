"""Bar dice. Begin with ``game``."""
