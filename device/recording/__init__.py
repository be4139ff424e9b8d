"""Recordings of sessions, and clips of single throws. Begin with `format`. May import `cameras`."""
