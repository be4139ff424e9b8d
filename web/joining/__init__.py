"""Guests who ask to play. Start with `guest_desk`. May import `access`."""
