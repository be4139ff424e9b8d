"""Evenings as numbers: the days since 1 January of the year 1, as ``datetime.date.toordinal`` counts them.

A day begins at six, so that what is played at two belongs to the evening before.
"""

from math import floor, isfinite

DAY = 86_400
MORNING = 6 * 3600
"""Seconds after midnight at which a day begins, by the clock on the wall."""

EPOCH = 719_163
"""1 January 1970, where Unix time begins."""

FIRST = 739_252
"""1 January 2025. There was no Quarterdeck before: a clock that says so was never set."""

LAST = 3_652_059
"""31 December 9999, the last day that ``datetime.date`` has."""

AHEAD = 1
"""Days by which a game may be ahead of the current evening: its clock was in another zone then."""


def day_of(clock: float, offset: float) -> int | None:
    """The evening on which ``clock`` was (seconds, Unix) where clocks are ``offset`` seconds ahead of UTC.

    None for a date that cannot be: before :data:`FIRST`, or after the last one that can be written.
    """
    if not isfinite(clock):
        return None
    day = EPOCH + floor((clock + offset - MORNING) / DAY)
    return day if FIRST <= day <= LAST else None
