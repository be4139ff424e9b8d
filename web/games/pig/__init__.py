"""How Pig is displayed."""
