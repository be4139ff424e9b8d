"""How Midnight is shown. Begin with `log`."""
