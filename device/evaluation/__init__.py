"""How well pictures are read: labelled sets, matching, metrics. Begin with `metrics`."""
