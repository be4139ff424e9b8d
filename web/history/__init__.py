"""Pages of past games, players and dice. Start with `routes`. May import `ports` and `games`."""
