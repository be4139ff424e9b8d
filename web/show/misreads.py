"""Misreads that guests report: “the 3 was a 5”, on a sheet. The helm settles each; nothing is stored.

A report stands while its roll is one of the last two confirmed rolls of the game on the table. It is gone when two more
are confirmed, when the roll is taken back, and when another game begins.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock
from typing import Literal

from flask import Blueprint, render_template, request

from engine import Event, Rolled, history_of
from engine.i18n import gettext as _
from table.publisher import Bulletin
from table.snapshot import Snapshot, SnapshotSource
from web.errors import Denied
from web.http.limits import Budgets, Rate

POSTED = "misreads"
"""The name under which the table's pages hear of a change."""

EACH = Rate(0.05, 3)
"""Reports of one address: three at once, then one every twenty seconds."""

ALL = Rate(0.2, 6)
"""Reports of all addresses."""

STANDS = 2
"""Confirmed rolls whose reports stand."""

Stage = Literal["open", "corrected", "stays"]


@dataclass(frozen=True, slots=True)
class Misread:
    """A report: the die at ``place`` of a roll was counted as ``read``, and a guest saw ``face``."""

    roll: int
    place: int
    read: int
    face: int
    stage: Stage = "open"


class MisreadDesk:
    """The reports of one table. ``is_on`` says whether the owner allows them. Thread-safe.

    ``clock`` in seconds, monotonic.
    """

    def __init__(
        self,
        table: SnapshotSource,
        bulletin: Bulletin,
        is_on: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.is_on = is_on
        self._table = table
        self._bulletin = bulletin
        self._each, self._all = Budgets(EACH, clock), Budgets(ALL, clock)
        self._lock = RLock()
        self._changes = 0
        self._at: tuple[int, Event | None] = (0, None)
        """The latest event when the latest report came, and its place in the log. Another game has another object."""
        self._reports: dict[int, Misread] = {}

    def latest(self, snapshot: Snapshot | None = None) -> tuple[int, tuple[int, ...]] | None:
        """Return the number of the latest confirmed roll and its dice, None before the first."""
        rolls = _rolls(snapshot or self._table.snapshot())
        return max(rolls.items()) if rolls else None

    def reports(self, snapshot: Snapshot | None = None) -> tuple[Misread, ...]:
        with self._lock:
            now = snapshot or self._table.snapshot()
            at, event = self._at
            if len(now.log) <= at or now.log[at] is not event:
                return ()
            rolls = _rolls(now)
            found = [
                one if rolls[one.roll][one.place : one.place + 1] == (one.read,) else replace(one, stage="corrected")
                for one in self._reports.values()
                if one.roll in rolls
            ]
            return tuple(sorted(found, key=lambda one: -one.roll))

    def open(self, snapshot: Snapshot | None = None) -> tuple[Misread, ...]:
        return tuple(one for one in self.reports(snapshot) if one.stage == "open")

    def report(
        self, roll: int, place: int, face: int, account: str, check: Callable[[Snapshot, Misread], None]
    ) -> None:
        """Report a die of the latest confirmed roll. ``check`` raises where the helm could not correct it.

        Raises :class:`~web.errors.Denied` if reports are off, for too many, and for one that makes no sense.
        """
        if not self.is_on():
            raise Denied(403, "reports_off", _("Reports of misread dice are switched off at this table."))
        with self._lock:
            wait = self._each.take(account) or self._all.take("")
            if wait:
                raise Denied(429, "too_many", _("Wait a moment before you report again."), max(1, round(wait)))
            now = self._table.snapshot()
            latest = self.latest(now)
            if latest is None or latest[0] != roll:
                raise Denied(422, "too_late", _("Too late: only the latest roll can be reported."))
            known = self.reports(now)
            if any(one.roll == roll for one in known):
                raise Denied(422, "already_reported", _("This roll is already reported."))
            dice = latest[1]
            if place >= len(dice) or dice[place] == face:
                raise Denied(422, "no_such_die", _("Choose a die and another face than it counts as."))
            new = Misread(roll, place, dice[place], face)
            check(now, new)
            self._at = len(now.log) - 1, now.log[-1]
            self._reports = {one.roll: self._reports[one.roll] for one in known} | {roll: new}
            self._post()

    def let_stay(self, roll: int) -> None:
        """Settle the report of that roll: the roll stays as it is."""
        with self._lock:
            if not any(one.roll == roll for one in self.open()):
                raise Denied(422, "no_such_report", _("That report is no longer open."))
            self._reports[roll] = replace(self._reports[roll], stage="stays")
            self._post()

    def _post(self) -> None:
        self._changes += 1
        self._bulletin.post(POSTED, str(self._changes))


def _rolls(snapshot: Snapshot) -> dict[int, tuple[int, ...]]:
    if not snapshot.log:
        return {}
    played = [one for one in history_of(snapshot.log).played if one.roll is not None][-STANDS:]
    return {one.roll: one.event.dice for one in played if one.roll is not None and isinstance(one.event, Rolled)}


def misread_pages(desk: MisreadDesk, *, corrects: bool) -> Blueprint:
    part = Blueprint("misreads", __name__, url_prefix="/misread")
    part.app_context_processor(lambda: {"takes_misreads": corrects})

    @part.get("")
    def sheet() -> str:
        asked, latest = request.args.get("roll", ""), desk.latest()
        number = int(asked) if asked.isdecimal() and len(asked) < 10 else latest[0] if latest else 0
        report = next((one for one in desk.reports() if one.roll == number), None)
        return render_template("_misread.html", report=report, latest=latest, followed=bool(asked))

    return part
