"""The games: a folder each with rules, chances and game, or one module for a small one. None imports another."""
