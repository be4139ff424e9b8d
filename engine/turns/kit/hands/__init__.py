"""Games in which a turn makes a hand."""
