"""Games of turns that are files: ``reading`` makes one of a text, ``play`` is what it says, ``game`` plays it."""
