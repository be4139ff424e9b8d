"""What games report beyond a state: figures of players, and odds of the rules. Values only."""
