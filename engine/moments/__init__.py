"""Moments: what players achieve, found in the log of a game and in many games. Start with `moment`."""
