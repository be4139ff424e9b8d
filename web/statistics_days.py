"""Which evening and which month a game belongs to. An evening does not end at midnight: a day begins at six.

A Raspberry Pi has no clock at boot. A game with a date that cannot be is undated, and everything else goes on.
"""

from datetime import date, datetime, timedelta, tzinfo
from math import isfinite

MORNING = timedelta(hours=6)
"""When a day begins, by the clock on the wall: what is played before belongs to the evening before."""

FIRST_YEAR = 2025
"""There was no Quarterdeck before: a clock that says so was never set."""

AHEAD = timedelta(days=1)
"""So far a clock may have been ahead of now: it was in another zone then."""


def evening_of(clock: float | None, now: float, zone: tzinfo | None = None) -> date | None:
    """The evening on which that was, in that zone or in the machine's; None where the clock cannot have been right."""
    if clock is None or not isfinite(clock) or clock > now + AHEAD.total_seconds():
        return None
    try:
        # the wall's clock is set back, not the time: on the night when the clock changes six is still six
        day = (datetime.fromtimestamp(clock, zone).replace(tzinfo=None) - MORNING).date()
    except (ValueError, OverflowError, OSError):
        return None
    return day if day.year >= FIRST_YEAR else None


def month_of(evening: date) -> date:
    """The first day of its month, by which a month goes."""
    return evening.replace(day=1)
