"""When the next daily backup is due."""

from datetime import datetime, timedelta

DAY = 24 * 3600.0


def next_backup(last: float | None, now: float, minute: int) -> float:
    """Return when the next backup is due (seconds, Unix): the first time of that ``minute`` of the day after the last.

    It is due now without a last one, or if the last one is later than tomorrow, as the clock was wrong then. A time
    that has passed means that it is due, too: a table that was off makes up for what it missed.
    """
    if last is None or last > now + DAY:
        return now
    day = datetime.fromtimestamp(last).replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    while day.timestamp() <= last:
        day += timedelta(days=1)
    return day.timestamp()
