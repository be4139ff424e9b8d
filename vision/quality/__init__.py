"""Checks of the picture: blur, light, markers, rim. Begin with `checks`. May import `geometry`."""
