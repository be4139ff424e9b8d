"""Which evening and which month a game belongs to. An evening does not end at midnight: a day begins at six.

A Raspberry Pi has no clock at boot. A game with a date that cannot be is undated, and everything else goes on.
"""

import time
from datetime import date, datetime, tzinfo

from engine.statistics.evenings import AHEAD, DAY, EPOCH, MORNING, day_of


def evening_of(clock: float | None, now: float, zone: tzinfo | None = None) -> date | None:
    """The evening on which that was, in that zone or in the machine's; None where the clock cannot have been right."""
    day = None if clock is None else _day(clock, zone)
    return None if day is None or day > latest_day(now, zone) else date.fromordinal(day)


def latest_day(now: float, zone: tzinfo | None = None) -> int:
    """The last evening that a game can have been on, as :mod:`engine.statistics.evenings` counts them."""
    today = _day(now, zone)
    return (EPOCH + int((now - MORNING) // DAY) if today is None else today) + AHEAD


def today(now: float, zone: tzinfo | None = None) -> int:
    """The evening that it is."""
    return latest_day(now, zone) - AHEAD


def month_of(evening: date) -> date:
    """The first day of its month, by which a month goes."""
    return evening.replace(day=1)


def _day(clock: float, zone: tzinfo | None) -> int | None:
    try:
        # the wall's clock is set back, not the time: on the night when the clock changes six is still six
        offset = datetime.fromtimestamp(clock, zone).utcoffset() if zone else None
        return day_of(clock, time.localtime(clock).tm_gmtoff if offset is None else offset.total_seconds())
    except (ValueError, OverflowError, OSError):
        return None
