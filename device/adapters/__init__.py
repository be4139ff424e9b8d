"""Implementations of the web app's ports: preview, maintenance, settings, key-value files. Begin with `services`."""
