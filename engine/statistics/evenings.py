"""Evenings as numbers: days since 1 January of the year 1, as in ``datetime.date.toordinal``.

A day begins at six, so a game at two belongs to the evening before.
"""

from math import floor, isfinite

DAY = 86_400
MORNING = 6 * 3600
"""Seconds after midnight, local time, at which a day begins."""

EPOCH = 719_163
"""1 January 1970, where Unix time begins."""

FIRST = 739_252
"""1 January 2025, before the first Quarterdeck: an earlier clock was never set."""

LAST = 3_652_059
"""31 December 9999, the last day that ``datetime.date`` has."""

AHEAD = 1
"""Days by which a game may be ahead of the current evening, after a change of time zone."""


def day_of(clock: float, offset: float) -> int | None:
    """Return the evening of ``clock`` (seconds, Unix) where clocks are ``offset`` seconds ahead of UTC.

    None for an invalid date: before :data:`FIRST`, or after :data:`LAST`.
    """
    if not isfinite(clock):
        return None
    day = EPOCH + floor((clock + offset - MORNING) / DAY)
    return day if FIRST <= day <= LAST else None
