"""Evenings that do not end at midnight, and clocks that were never set."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from web.history.addresses import evening_of, month_of

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 22, tzinfo=BERLIN).timestamp()


def at(*when: int, fold: int = 0) -> float:
    return datetime(*when, tzinfo=BERLIN, fold=fold).timestamp()  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("clock", "evening"),
    [
        (at(2026, 11, 20, 22, 0), date(2026, 11, 20)),
        (at(2026, 11, 21, 0, 30), date(2026, 11, 20)),
        (at(2026, 11, 21, 5, 59), date(2026, 11, 20)),
        (at(2026, 11, 21, 6, 0), date(2026, 11, 21)),
        (at(2026, 3, 29, 5, 59), date(2026, 3, 28)),  # the night in which two o'clock was three
        (at(2026, 3, 29, 6, 0), date(2026, 3, 29)),
        (at(2026, 10, 25, 2, 30, fold=1), date(2026, 10, 24)),  # the night that had half past two twice
        (at(2026, 10, 25, 6, 0), date(2026, 10, 25)),
        (at(2026, 1, 1, 3, 0), date(2025, 12, 31)),
    ],
)
def test_an_evening_ends_at_six_in_the_morning(clock: float, evening: date) -> None:
    assert evening_of(clock, NOW, BERLIN) == evening


@pytest.mark.parametrize(
    "clock", [None, 0.0, -1e9, 1.0e9, NOW + 2 * 86400, 1e12, 1e300, float("nan"), float("inf"), float("-inf"), -1e300]
)
def test_a_date_that_cannot_be_is_none(clock: float | None) -> None:
    assert evening_of(clock, NOW, BERLIN) is None


def test_the_first_of_the_month_before_six_belongs_to_the_month_before() -> None:
    evening = evening_of(at(2026, 11, 1, 2), NOW, BERLIN)
    assert evening is not None
    assert month_of(evening) == date(2026, 10, 1)
