"""How phones come to the helm: requests, signals and what a press decides. Begin with `state`."""
