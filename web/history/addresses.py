"""Addresses and dates of the log: a player’s name, the page and period asked for, and the evening of a game.

A day begins at six in the morning, so an evening goes past midnight. A Raspberry Pi has no clock at boot: a game with
an impossible date is undated.
"""

import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, NoReturn

from flask import request

from engine.i18n import gettext as _
from engine.statistics.record import AHEAD, DAY, EPOCH, MORNING, day_of
from web.errors import Denied
from web.services.archive import Archive, Days

PLAIN = re.compile(r"\w(?:[\w '’-]*\w)?")
"""Names that stand in an address as they are; a browser would take “..” for the way up, and “a/b” for two parts."""

CODED = "~"


def key_of(name: str) -> str:
    if PLAIN.fullmatch(name):
        return name
    return CODED + urlsafe_b64encode(name.encode()).decode().rstrip("=")


def name_of(key: str) -> str | None:
    """Return the name of that slug, or None if it is malformed."""
    if not key.startswith(CODED):
        return key
    coded = key.removeprefix(CODED)
    try:
        return urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
    except ValueError:
        return None


Of = Literal["evening", "month", "all"]
PERIODS: Mapping[str, Of] = {"evening": "evening", "month": "month", "all": "all"}


@dataclass(frozen=True, slots=True)
class Period:
    """A period: its kind, the chosen one, all those with games and whether dice were counted, and its evenings.

    ``days`` is None for all time.
    """

    of: Of
    chosen: date | None
    choices: Mapping[date, bool]
    days: Days | None

    @property
    def before(self) -> date | None:
        return max((day for day in self.choices if self.chosen and day < self.chosen), default=None)

    @property
    def after(self) -> date | None:
        return min((day for day in self.choices if self.chosen and day > self.chosen), default=None)


NEVER = (1, 0)
"""No evenings."""


def period_asked(archive: Archive, now: float, zone: tzinfo | None) -> Period:
    """Return the period of the address: ``?of=evening&day=2026-11-21``; without a day the latest, else all time."""
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


def periods(evenings: Mapping[int, bool], of: str) -> dict[date, bool]:
    """Return the evenings or months with games, the first one first, and whether dice were counted in them."""
    found: dict[date, bool] = {}
    for day, counted in evenings.items():
        evening = date.fromordinal(day)
        period = month_of(evening) if of == "month" else evening
        found[period] = found.get(period, False) or counted
    return dict(sorted(found.items()))


def _month_end(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def number_asked(name: str, usual: int) -> int:
    try:
        return int(request.args.get(name, usual))
    except ValueError:
        return -1


MISSING = {
    "no_such_game": _("Game not found."),
    "no_such_step": _("That game has fewer steps."),
    "no_such_player": _("No player of that name has finished a game here."),
    "no_such_time": _("No games in this period."),
    "no_such_page": _("There’s no page at this address."),
}


def missing(code: str) -> NoReturn:
    """Raise :class:`~web.errors.Denied` for something that does not exist."""
    raise Denied(404, code, MISSING[code])


def _day(asked: str) -> date:
    try:
        return date.fromisoformat(asked)
    except ValueError:
        missing("no_such_time")


def evening_of(clock: float | None, now: float, zone: tzinfo | None = None) -> date | None:
    """Return the evening of that time, in that zone or the machine's; None if the clock was not set."""
    day = None if clock is None else _evening(clock, zone)
    return None if day is None or day > latest_day(now, zone) else date.fromordinal(day)


def latest_day(now: float, zone: tzinfo | None = None) -> int:
    """Return the latest possible evening of a game, counted as by :func:`~engine.statistics.record.day_of`."""
    today = _evening(now, zone)
    return (EPOCH + int((now - MORNING) // DAY) if today is None else today) + AHEAD


def today(now: float, zone: tzinfo | None = None) -> int:
    return latest_day(now, zone) - AHEAD


def month_of(evening: date) -> date:
    return evening.replace(day=1)


def _evening(clock: float, zone: tzinfo | None) -> int | None:
    try:
        # the wall's clock is set back, not the time: on the night when the clock changes six is still six
        offset = datetime.fromtimestamp(clock, zone).utcoffset() if zone else None
        return day_of(clock, time.localtime(clock).tm_gmtoff if offset is None else offset.total_seconds())
    except (ValueError, OverflowError, OSError):
        return None
