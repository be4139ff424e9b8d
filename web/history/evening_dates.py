"""The evening and the month of a game. A day begins at six in the morning, so an evening goes past midnight.

A Raspberry Pi has no clock at boot. A game with an impossible date is undated.
"""

import time
from datetime import date, datetime, tzinfo

from engine.statistics.record import AHEAD, DAY, EPOCH, MORNING, day_of


def evening_of(clock: float | None, now: float, zone: tzinfo | None = None) -> date | None:
    """Return the evening of that time, in that zone or the machine's; None if the clock was not set."""
    day = None if clock is None else _day(clock, zone)
    return None if day is None or day > latest_day(now, zone) else date.fromordinal(day)


def latest_day(now: float, zone: tzinfo | None = None) -> int:
    """Return the latest possible evening of a game, counted as by :func:`~engine.statistics.record.day_of`."""
    today = _day(now, zone)
    return (EPOCH + int((now - MORNING) // DAY) if today is None else today) + AHEAD


def today(now: float, zone: tzinfo | None = None) -> int:
    return latest_day(now, zone) - AHEAD


def month_of(evening: date) -> date:
    return evening.replace(day=1)


def _day(clock: float, zone: tzinfo | None) -> int | None:
    try:
        # the wall's clock is set back, not the time: on the night when the clock changes six is still six
        offset = datetime.fromtimestamp(clock, zone).utcoffset() if zone else None
        return day_of(clock, time.localtime(clock).tm_gmtoff if offset is None else offset.total_seconds())
    except (ValueError, OverflowError, OSError):
        return None
