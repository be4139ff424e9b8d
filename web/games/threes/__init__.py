"""Threes on the page."""
