"""The link of the table to a venue and to Home Assistant."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """The state of the link. Times are seconds, Unix.

    ``to`` is the broker's or the venue's address. ``venue`` is empty without one. ``behind`` is the number of events
    that the venue has not confirmed, None if unknown. ``trouble`` says what is wrong, in one sentence.
    """

    to: str
    venue: str
    table: str
    home_assistant: bool = False
    linked: bool = False
    last_sent: float | None = None
    behind: int | None = None
    trouble: str | None = None


class LinkMonitor(Protocol):
    """The link, while the table runs. Safe from any thread."""

    def status(self) -> LinkStatus:
        """Return the present state."""
        ...
