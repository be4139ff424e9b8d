"""Finds and reads upper faces of dice in a view. Begin with `pipeline`. May import `geometry`, `quality`."""
