"""Cameras: one small protocol, and everything that is one, recordings among them."""
