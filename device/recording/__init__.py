"""Recordings of sessions: format, ground truth, recorder, labels. Start reading at `format`."""
