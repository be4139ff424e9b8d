"""How phones and screens are paired: codes, limits, addresses. Begin with `room`. May import `ports`."""
