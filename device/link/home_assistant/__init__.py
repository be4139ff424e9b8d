"""The table as a device of Home Assistant. Begin with `bridge`. May import `link`."""
