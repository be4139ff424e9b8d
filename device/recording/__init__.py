"""Recordings of evenings: format, ground truth, recorder, labels. Begin with `format`."""
