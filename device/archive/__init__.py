"""Figures and events of past games in SQLite, derived from the journal. Begin with `reader` and `updater`."""
