"""The web app's ports made real: preview, maintenance, settings, key-value files. Begin with `services`."""
