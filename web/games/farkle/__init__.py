"""Farkle on the page."""
