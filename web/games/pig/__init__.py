"""Pig on the page."""
