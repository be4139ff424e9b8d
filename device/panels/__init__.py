"""Panels: two buttons and a lamp, real, recorded, or none."""
