"""Requests of phones: for the helm (signals, the effect of a press), and to play. Start with `state`."""
