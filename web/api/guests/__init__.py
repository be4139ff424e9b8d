"""What guests send besides requests to play: profiles, whose phone it is, and misread dice. May import `request`."""
