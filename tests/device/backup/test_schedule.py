"""When a daily backup is due."""

from datetime import datetime

import pytest

from device.adapters.backups import next_backup

FIVE = 5 * 60


def at(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 11, day, hour, minute).timestamp()


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, at(10, 22), at(10, 22)),
        (at(10, 5), at(10, 6), at(11, 5)),
        (at(10, 4, 59), at(10, 4, 59), at(10, 5)),
        (at(10, 22), at(11, 23), at(11, 5)),  # it was off at five: due since then
        (at(2, 5), at(11, 23), at(3, 5)),
        (at(30, 5), at(11, 23), at(11, 23)),  # the clock was wrong
    ],
)
def test_a_backup_is_due_at_its_time_of_day_after_the_last_one(last: float | None, now: float, due: float) -> None:
    assert next_backup(last, now, FIVE) == due
