"""Figures and events of past games in SQLite. Begin with `reader` and `updater`. May import `journal` and `storage`."""
