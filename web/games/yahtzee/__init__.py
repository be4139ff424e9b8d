"""Yahtzee on the page."""
