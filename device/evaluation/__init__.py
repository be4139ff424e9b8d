"""Evaluation of the reader: labelled sets, matching, metrics. Begin with `metrics`. May import `sources`."""
