"""How Threes is shown. Begin with `log`."""
