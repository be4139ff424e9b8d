"""How Midnight is displayed."""
