"""How Bar dice is displayed."""
