"""The owner's pages: signing in, players, house rules, privacy, control, and the PIN. Start with `pages`."""
