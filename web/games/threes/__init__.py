"""How Threes is displayed."""
