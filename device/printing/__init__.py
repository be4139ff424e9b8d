"""Sheets to print to scale, as SVG and as PDF. Begin with `markers`. Imports no other folder of `device`."""
