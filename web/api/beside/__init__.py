"""The API of what goes on beside the game: tournaments, and flags on rolls. May import the other parts of the API."""
