"""Finds and reads upper faces of dice in a view. Begin with `pipeline`. May import `image`, `geometry`, `quality`."""
