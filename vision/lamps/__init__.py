"""Four lamps, one over each side of the tray: which dice lean. Begin with `vision/lamps/examine.py`."""
