"""Camera sources: Pi, USB, recordings. Begin with `factory`. May import `cameras` and `recording`."""
