"""What the pages of games of turns share."""
