"""Midnight on the page."""
