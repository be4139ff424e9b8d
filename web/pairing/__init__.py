"""Pairing of phones and screens: codes, limits, addresses. Start with `room`. May import `ports`."""
