"""Profiles of players: a colour and an emblem. Start with `profile`. May import the standard library only."""
