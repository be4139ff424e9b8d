"""Runs a table: assembly, main loop, page, housekeeping, replay, safe mode. Start reading at `assemble` and `loop`."""
