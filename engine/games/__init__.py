"""The games: one folder each, with the rules, the chances and the game. None imports another."""
