"""Batches of rows as no table sends them: with any number of rows, also none."""

from engine.link_protocol import Batch, _head, _json, _row_of, _with_rows


def encode_batch(batch: Batch) -> bytes:
    rows = [*map(_row_of, batch.events), *map(_row_of, batch.openings)]
    return _with_rows(_head(batch.journal, batch.parent, batch.erased), list(map(_json, rows)))
