"""Panels: two buttons and a lamp, real, recorded, or none. Begin with `factory`. May import `config`, `recording`."""
