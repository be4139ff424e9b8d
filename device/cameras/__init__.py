"""Cameras: the protocol and its implementations, including recordings."""
