"""What games report beyond a state: figures and moments of players, and odds of the rules. Values only."""
