"""What an address asks of the log: which page, which time; and the sentence where there is no such thing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from typing import Literal, NoReturn

from flask import request

from web.catalogue import Words
from web.errors import Denied
from web.history.evening_dates import latest_day
from web.history.view_model import periods
from web.ports.archive import Archive, Days
from web.ports.preferences import viewer_of

Of = Literal["evening", "month", "all"]
PERIODS: Mapping[str, Of] = {"evening": "evening", "month": "month", "all": "all"}


@dataclass(frozen=True, slots=True)
class Period:
    """A time: which kind, which one of that kind, those with games and whether dice were counted, and its evenings.

    ``days`` is None for all time.
    """

    of: Of
    chosen: date | None
    choices: Mapping[date, bool]
    days: Days | None

    @property
    def before(self) -> date | None:
        """The latest one before this."""
        return max((day for day in self.choices if self.chosen and day < self.chosen), default=None)

    @property
    def after(self) -> date | None:
        """The next one after this."""
        return min((day for day in self.choices if self.chosen and day > self.chosen), default=None)


NEVER = (1, 0)
"""No evenings."""


def period_asked(archive: Archive, now: float, zone: tzinfo | None) -> Period:
    """The time that the address asks for: ``?of=evening&day=2026-11-21``; without a day the latest, else all time."""
    of = PERIODS.get(request.args.get("of", "all")) or missing("no_such_time")
    if of == "all":
        return Period(of, None, {}, None)
    latest = latest_day(now, zone)
    choices = periods(archive.evenings(latest), of)
    asked = request.args.get("day")
    chosen = max(choices, default=None) if asked is None else _day(asked)
    if chosen is None:
        return Period(of, None, {}, NEVER)
    if chosen not in choices:
        missing("no_such_time")
    first = chosen.toordinal()
    last = _month_end(chosen).toordinal() if of == "month" else first
    return Period(of, chosen, choices, (first, min(last, latest)))


def _month_end(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def number_asked(name: str, usual: int) -> int:
    """The number that the address gives by that name."""
    try:
        return int(request.args.get(name, usual))
    except ValueError:
        return -1


def words_asked() -> Words:
    """The words of whoever asks."""
    return viewer_of(request).words


def missing(code: str) -> NoReturn:
    """Say that there is none of that, in the viewer's words."""
    raise Denied(404, code, words_asked().LOG_MISSING[code])


def _day(asked: str) -> date:
    try:
        return date.fromisoformat(asked)
    except ValueError:
        missing("no_such_time")
