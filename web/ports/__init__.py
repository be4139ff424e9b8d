"""Interfaces to the world outside the app, as protocols and values. Start with `services`. May import `catalogue`."""
