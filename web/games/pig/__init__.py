"""How Pig is shown. Begin with `log`."""
