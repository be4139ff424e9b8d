"""Runs a table: main loop, housekeeping, replay, safe mode. Start reading at `loop`."""
