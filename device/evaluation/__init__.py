"""Evaluation of the reader: labelled sets, matching, metrics. Start reading at `metrics`."""
