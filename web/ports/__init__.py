"""What the app needs from outside, as protocols and values. Begin with `services`. May import `catalogue`."""
