"""How Farkle is displayed."""
