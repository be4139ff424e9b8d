"""Profiles of players: colours and emblems, who may change them, whose phone it is. Start with `profile_book`."""
