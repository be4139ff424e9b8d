"""Implementations of the web app's services: pictures, set-up, backups, settings, files. Begin with `services`.

May import all of `device` but `runtime`, `cli` and `commands`.
"""
