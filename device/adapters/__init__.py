"""Implementations of the web app's ports: preview, maintenance, settings, key-value files. Begin with `services`.

May import all of `device` but `runtime`, `cli` and `commands`.
"""
