"""The positions of dice: identity, holding, and throws. May import `vision`."""
