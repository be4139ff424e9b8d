"""Pairing of phones with the helm: requests, signals and the effect of a press. The main module is `state`."""
