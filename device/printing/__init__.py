"""Sheets to print to scale: what is on them in millimetres, and how that is written as SVG and as PDF."""
