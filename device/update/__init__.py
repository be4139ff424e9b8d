"""Installed versions: signed packages, update, rollback, the guard that goes back by itself. Begin with `installation`.

May import all of `device` but `doctor`, `adapters`, `runtime`, `cli` and `commands`.
"""
