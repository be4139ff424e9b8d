"""What guests send besides requests to play: profiles, and whose phone it is. May import `request`."""
