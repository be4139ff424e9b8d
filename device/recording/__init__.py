"""Recordings of sessions: format, ground truth, recorder, labels. Begin with `format`. May import `cameras`."""
