"""Tray, lens and view: pixels to millimetres and back. Begin with `tray`."""
