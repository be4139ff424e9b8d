"""How Farkle is shown. Begin with `log`."""
