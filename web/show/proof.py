"""The reading proved on this table's own tray and dice: the owner checks throws, and ordinary play renews the result.

Each evening and each light is a sitting. Once the test is passed play counts too: what the camera read is right unless
the roll was corrected; a corrected value counts as wrong at any time.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import dist
from threading import RLock
from zlib import crc32

from flask import Blueprint, Response, render_template
from msgspec import convert, to_builtins

from engine import Corrected, Rolled
from engine.i18n import gettext as _
from engine.statistics.sequential_test import BAD, CONFIDENCE, GOOD, RISK, Course, Tally, upper_bound
from table.snapshot import LyingDie, Mode, Point, Snapshot, SnapshotSource
from web.access.guard import OwnerRights
from web.errors import Denied, part_or
from web.history.addresses import evening_of, today
from web.services.archive import Archive, ArchivedGame
from web.services.store import KeyValueStore, known_value

KEPT = "proof"
"""The name under which the drawer keeps the proof."""

MOST, KINDS, AT_ONCE = 400, 8, 200
"""Sittings that are kept, different dice that each names, and games whose rolls are counted at once."""

MOVED = 3.0
"""Distance in mm from every checked die from which on a die was thrown again."""

UNSETTLED = (Mode.MOVING, Mode.OBSTRUCTED, Mode.COVERED, Mode.LOST, Mode.PAUSED)


@dataclass(frozen=True, slots=True)
class Sitting:
    """An evening ``day`` in one ``light``, as the owner calls it, or of play; ``dice`` are sizes in mm and colours."""

    day: int
    light: str = ""
    played: bool = False
    tally: Tally = field(default_factory=Tally)
    dice: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """All that is kept: the sittings, the course of the test, and the latest game whose rolls are counted."""

    sittings: tuple[Sitting, ...] = ()
    course: Course = field(default_factory=Course)
    game: int | None = None

    def after(self, sitting: Sitting) -> "Proof":
        """The proof with what was seen in that sitting."""
        counts, seen = self.course, sitting.tally
        if sitting.played and counts.result != "passed":
            seen = replace(seen, given=seen.wrong)
        known = {(one.day, one.light, one.played): one for one in self.sittings}
        key = sitting.day, sitting.light, sitting.played
        old = known.get(key, replace(sitting, tally=Tally()))
        dice = tuple(dict.fromkeys((*old.dice, *sitting.dice)))[:KINDS]
        known[key] = replace(old, tally=old.tally + sitting.tally, dice=dice)
        return replace(self, sittings=tuple(known.values())[-MOST:], course=counts.after(seen, sitting.day))


def of_play(game: ArchivedGame) -> Tally:
    """Count the values that the camera read in a game, and those that were corrected."""
    read: list[tuple[int, ...]] = []
    shown: dict[int, tuple[int, ...]] = {}
    for event, moment in zip(game.events, game.moments, strict=True):
        if isinstance(event, Rolled):
            read.append(() if event.told or moment <= 0 else event.dice)
        elif isinstance(event, Corrected) and read[event.roll - 1]:
            shown[event.roll] = event.dice
    wrong = sum((Counter(read[roll - 1]) - Counter(dice)).total() for roll, dice in shown.items())
    return Tally(sum(map(bool, read)), sum(map(len, read)), wrong)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that lie on the tray at rest and are not checked, and the ``mark`` by which the page names this throw."""

    mark: str
    dice: tuple[LyingDie, ...]


def throw_of(snapshot: Snapshot, checked: Sequence[Point] = ()) -> Throw | None:
    """Return the dice that the camera sees, but for those where ``checked`` ones lay; None while there are none."""
    if snapshot.camera != "on" or snapshot.mode in UNSETTLED:
        return None
    width, height = snapshot.tray.width, snapshot.tray.height
    dice = tuple(
        one
        for one in snapshot.dice
        if 0 <= one.center[0] <= width and 0 <= one.center[1] <= height and not one.entered
        if all(dist(one.center, place) > MOVED for place in checked)
    )
    return Throw(f"{crc32(repr([(one.value, one.center) for one in dice]).encode()):08x}", dice) if dice else None


class ProofDesk:
    """The proof of one table. Thread-safe."""

    def __init__(self, table: SnapshotSource, archive: Archive, drawer: KeyValueStore) -> None:
        self._table, self._archive, self._drawer = table, archive, drawer
        self._lock = RLock()
        self._proof = known_value(drawer, KEPT, lambda kept: convert(kept, Proof)) or Proof()
        self._lay: tuple[Point, ...] = ()
        """Where the dice lay that were checked last."""

    def throw(self) -> Throw | None:
        return throw_of(self._table.snapshot(), self._lay)

    def look(self) -> Proof:
        """Return the proof, with the games that have ended since."""
        with self._lock:
            proof = self._proof
            for game in part_or("the games", self._games, []):
                proof = replace(proof, game=game.number)
                seen = of_play(game)
                if (evening := evening_of(game.clock, time.time())) and seen.given:
                    proof = proof.after(Sitting(evening.toordinal(), "", True, seen))
            if proof != self._proof:
                self._keep(proof)
            return proof

    def check(self, mark: str, faces: Sequence[int], missing: int, light: str) -> None:
        """Count a throw whose dice show these ``faces``, 0 where there is no die; so many more were not found."""
        with self._lock:
            now = self.throw()
            if now is None or now.mark != mark or len(faces) != len(now.dice):
                raise Denied(409, "stale", _("The dice lie differently now: check them again."))
            given = [(die.value, face) for die, face in zip(now.dice, faces, strict=True) if die.value]
            refused = sum(face > 0 for die, face in zip(now.dice, faces, strict=True) if not die.value) + missing
            seen = Tally(1, len(given), sum(value != face for value, face in given), refused)
            dice = tuple((round(die.size), *(64 * round(part / 64) for part in die.body)) for die in now.dice)
            proof = self.look()
            if proof.game is None:  # games count from the open one on
                latest = self._archive.last(1)
                proof = replace(proof, game=latest[0].number - latest[0].is_open if latest else 0)
            self._keep(proof.after(Sitting(today(time.time()), light, False, seen, dice)))
            self._lay = tuple(die.center for die in self._table.snapshot().dice)

    def _games(self) -> list[ArchivedGame]:
        """The games after the latest that is counted, without the open one."""
        first, latest = self._proof.game, self._archive.last(1)
        if first is None or not latest:
            return []
        games = map(self._archive.game, range(first + 1, min(latest[0].number, first + AT_ONCE) + 1))
        return [game for game in games if game is not None and not game.is_open]

    def _keep(self, proof: Proof) -> None:
        self._drawer.put(KEPT, to_builtins(proof))
        self._proof = proof


def proof_pages(desk: ProofDesk, rights: OwnerRights) -> Blueprint:
    part = Blueprint("proof", __name__, url_prefix="/owner/proof")

    part.before_request(rights.check)

    def certificate() -> dict[str, object]:
        proof = desk.look()
        checked = sum((one.tally for one in proof.sittings if not one.played), Tally())
        return {
            "proof": proof,
            "checked": checked,
            "evening": date.fromordinal,
            "one_in": int(1 / upper_bound(checked.wrong, checked.given)) if checked.given else 1,
            "limits": {"good": round(1 / GOOD), "bad": round(1 / BAD), "risk": RISK, "confidence": CONFIDENCE},
        }

    @part.get("")
    def page() -> str:
        return render_template("owner/proof.html", throw=desk.throw(), **certificate())

    @part.get("/throw")
    def part_of_page() -> str:
        return render_template("owner/_proof_throw.html", throw=desk.throw())

    @part.get("/proof.txt")
    def file() -> Response:
        head = {"Content-Disposition": time.strftime('attachment; filename="quarterdeck-proof-%Y-%m-%d.txt"')}
        return Response(render_template("owner/proof.txt", **certificate()), mimetype="text/plain", headers=head)

    return part
