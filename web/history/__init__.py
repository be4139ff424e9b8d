"""Pages of past games, players and dice. Begin with `routes`. May import `ports`, `games`."""
