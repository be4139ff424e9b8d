"""Addresses of the log: a player’s name, the page and the period asked for, and errors for what does not exist."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from typing import Literal, NoReturn

from flask import request

from engine.i18n import gettext as _
from web.errors import Denied
from web.history.evening_dates import latest_day, month_of
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
