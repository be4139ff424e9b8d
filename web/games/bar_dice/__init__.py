"""How Bar dice is shown. Begin with `log`."""
