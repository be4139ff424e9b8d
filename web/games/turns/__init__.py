"""What the games of turns share of how they are shown."""
