"""The table's figures for Prometheus."""

from typing import Protocol


class Metrics(Protocol):
    """Figures of the running table. Safe from any thread."""

    def text(self, streams: int) -> str:
        """Return all figures in Prometheus' text format; ``streams`` is the number of pages that follow the table."""
        ...
