"""Runs a table: assembly, main loop, page, housekeeping, replay, safe mode. Begin with `assemble` and `loop`.

May import all of `device` but `cli` and `commands`.
"""
