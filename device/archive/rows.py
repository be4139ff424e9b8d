"""Conversion of a game's record and events to rows of the archive's tables, and back."""

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec

from engine.codec import decode
from engine.game import game_of, game_of_kind
from engine.moments.moment import Moment
from engine.names import why_no_name
from engine.reports.figures import Hindsight, LuckyRoll, Part
from engine.reports.purse import Purse
from engine.reports.win_course import WHOLE, WinPoint
from engine.statistics.evenings import day_of
from engine.statistics.player_totals import MILLION, millionths
from engine.statistics.record import ArchivedGame, Kind, Record
from table.games import playable_log, playable_presets

CoursePoint = tuple[
    Annotated[int, msgspec.Meta(ge=0)] | None,
    Annotated[int, msgspec.Meta(ge=0)],
    tuple[Annotated[int, msgspec.Meta(ge=0, le=WHOLE)], ...],
]
"""A point of a course as it is stored."""

Face = Annotated[int, msgspec.Meta(ge=1, le=6)]

Moments = Sequence[tuple[float, str]]
"""A game's events as lines of JSON, each with its time in seconds."""

_GAME = (
    "game, clock, kind, preset, events, rolls, corrections, ones, twos, threes, fours, fives, sixes, over, looked_back"
)
_PART = (
    "game, kind, name, total, won, shared, scores, whole, merit, feats, luck, cost, decisions, to_win, lucky_dice, "
    "lucky, chips, head_start"
)
_PURSE = ("chips", "drinks")
MOST_ASKED = 200
"""Maximum number of games per query."""


def records_in(base: sqlite3.Connection, games: Sequence[int]) -> list[Record]:
    """Return the records of the given games that exist, in the given order."""
    found: dict[int, Record] = {}
    for start in range(0, len(games), MOST_ASKED):
        some = games[start : start + MOST_ASKED]
        these = f"game IN ({', '.join('?' * len(some))})"
        parts: dict[int, list[Part]] = {}
        for number, *values in base.execute(f"SELECT {_PART} FROM parts WHERE {these} ORDER BY game, seat", some):
            parts.setdefault(number, []).append(_part(*values))
        purses: dict[int, dict[str, Purse]] = {}
        for number, name, *moved in base.execute(f"SELECT game, name, chips, drinks FROM purses WHERE {these}", some):
            purses.setdefault(number, {})[name_in(name)] = msgspec.convert(dict(zip(_PURSE, moved, strict=True)), Purse)
        moments: dict[int, list[Moment]] = {}
        wanted = f"SELECT game, seat, moment, at FROM moments WHERE {these} AND at >= 0 ORDER BY game, at, seat, moment"
        for number, seat, key, at in base.execute(wanted, some):
            moments.setdefault(number, []).append(Moment(int(seat), str(key), int(at)))
        for row in base.execute(f"SELECT {_GAME} FROM games WHERE {these}", some):
            more = {"purses": purses.get(row[0], {}), "moments": moments.get(row[0], [])}
            found[row[0]] = _record(row, parts.get(row[0], []), more)
    return [found[number] for number in games if number in found]


def record_in(base: sqlite3.Connection, number: int) -> Record | None:
    """Return the record of that game; None if there is none."""
    return next(iter(records_in(base, [number])), None)


def _record(row: Sequence[object], parts: Sequence[Part], more: Mapping[str, object]) -> Record:
    number, clock, kind, preset, events, rolls, corrections, *faces, over, looked_back = row
    if any(isinstance(many, int) and many < 0 for many in faces):
        raise ValueError("no dice can have fallen less often than never")
    if parts and preset not in playable_presets():
        raise ValueError(f"the table can play no rules called {preset!r:.60}")
    if parts and kind != game_of(str(preset)).kind:
        raise ValueError(f"the rules {preset!r:.60} are of another kind than {kind!r:.60}")
    values = {
        "number": number,
        "clock": clock,
        "kind": kind,
        "preset": preset,
        "parts": parts,
        "events": events,
        "rolls": rolls,
        "corrections": corrections,
        "faces": faces,
        "over": bool(over),
        "looked_back": bool(looked_back),
        **more,
    }
    return msgspec.convert(values, Record)


def _part(
    kind: str,
    name: str,
    total: object,
    won: object,
    shared: object,
    scores: str,
    whole: object,
    merit: int | None,
    feats: str,
    luck: int | None,
    cost: int,
    decisions: int,
    to_win: int | None,
    lucky_dice: str | None,
    lucky: int | None,
    chips: object,
    head_start: object,
) -> Part:
    hindsight = None
    if luck is not None:
        chances = None if to_win is None else to_win / MILLION
        best = None
        if lucky_dice is not None and lucky is not None:
            best = LuckyRoll(msgspec.convert(json.loads(lucky_dice), tuple[Face, ...]), lucky / MILLION)
        hindsight = Hindsight(luck / MILLION, cost / MILLION, decisions, chances, best)
    values = {
        "name": name_in(name),
        "total": total,
        "won": bool(won),
        "shared": bool(shared),
        "scores": json.loads(scores),
        "whole": bool(whole),
        "best": None if merit is None else merit * sign_of(kind),
        "feats": json.loads(feats),
        "hindsight": hindsight,
        "chips": chips,
        "head_start": head_start,
    }
    return msgspec.convert(values, Part)


def sign_of(kind: Kind) -> int:
    """Return the factor between the best and the merit in games of that kind: −1 where the lowest wins."""
    return -1 if game_of_kind(kind).lowest_wins else 1


def name_in(value: str) -> str:
    """Return the name in that column. Raises ValueError or TypeError if it is not a valid player's name."""
    if why := why_no_name(value):
        raise ValueError(why)
    return value


def game_row(record: Record, checksum: int, extent: str | None, day: int | None) -> tuple[object, ...]:
    """Return the row of ``games``."""
    counts = (record.events, record.rolls, record.corrections, *record.faces, len(record.parts))
    flags = (int(record.over), int(record.looked_back))
    return (record.number, checksum, extent, record.clock, day, record.kind, record.preset, *counts, *flags)


def part_rows(record: Record, day: int | None) -> Iterable[tuple[object, ...]]:
    """Return the rows of ``parts``."""
    for seat, part in enumerate(record.parts):
        coach = part.hindsight
        best = coach.best_roll if coach else None
        yield (
            *(record.number, seat, part.name, record.kind, day, int(record.over), part.total),
            *(int(part.won), int(part.shared), json.dumps(part.scores), int(part.whole)),
            None if part.best is None else part.best * sign_of(record.kind),
            json.dumps(part.feats),
            millionths(coach.luck) if coach else None,
            millionths(coach.cost) if coach else None,
            coach.decisions if coach else None,
            millionths(coach.to_win) if coach and coach.to_win is not None else None,
            json.dumps(best.dice) if best else None,
            millionths(best.luck) if best else None,
            part.chips,
            part.head_start,
            int(record.is_level),
        )


def purse_rows(record: Record) -> Iterable[tuple[object, ...]]:
    """Return the rows of ``purses``."""
    for name, purse in record.purses.items():
        yield record.number, name, purse.chips, purse.drinks


def course_row(number: int, course: Sequence[WinPoint]) -> tuple[int, str]:
    """Return the row of ``courses``."""
    return number, json.dumps([[point.seat, point.roll, point.chances] for point in course])


def course_in(base: sqlite3.Connection, number: int) -> tuple[WinPoint, ...]:
    """Return the chances to win in the course of that game; empty if there are none."""
    found = base.execute("SELECT points FROM courses WHERE game = ?", [number]).fetchone()
    points = msgspec.json.decode(found[0], type=list[CoursePoint]) if found else []
    return tuple(WinPoint(*point) for point in points)


def checksum_of(rows: Moments) -> int:
    """Return a checksum of a game's rows, to detect changes."""
    found = len(rows)
    for moment, event in rows:
        found = zlib.crc32(f"{moment!r} {event}".encode(), found)
    return found


def packed(rows: Moments) -> bytes:
    """Return the rows as they are stored."""
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(data: bytes) -> Moments:
    """Return the rows from their stored form."""
    return [(float(moment), str(event)) for moment, event in json.loads(zlib.decompress(data))]


def kept_of(number: int, clock: float | None, rows: Moments, *, is_open: bool = False) -> ArchivedGame:
    """Return the game with these rows. Raises :class:`~engine.EngineError` if this version cannot play it."""
    events = playable_log(decode(event) for _, event in rows)
    return ArchivedGame(number, clock, events, tuple(moment for moment, _ in rows), is_open)


def day_here(clock: float | None) -> int | None:
    """Return the evening of that time in the machine's time zone; None if the clock cannot have been right."""
    if clock is None:
        return None
    try:
        return day_of(clock, time.localtime(clock).tm_gmtoff)
    except (ValueError, OverflowError, OSError):
        return None


def zone_here() -> str:
    """Return a fingerprint of the machine's time zone: its offsets from UTC, week by week."""
    offsets = ",".join(str(time.localtime(WEEK * week).tm_gmtoff) for week in range(*WEEKS))
    return f"{zlib.crc32(offsets.encode()):08x}"


WEEK = 7 * 86_400
WEEKS = (2_869, 4_000)
"""Range of weeks in the fingerprint: 2024 to 2046."""
