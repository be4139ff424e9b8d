"""The file of a game: read, checked, and as rules to play by."""
