"""Pages of past games, players and dice. Begin with `routes`. May import `games`, `ports`, `access`, `live`."""
