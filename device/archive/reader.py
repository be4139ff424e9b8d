"""Answers of the archive for the web pages while the table writes the journal.

The journal is open in one process only (:mod:`device.storage.database`). The pages of the log use a second file
(:mod:`device.archive.schema`), which :mod:`device.archive.builder` writes in its own process, and the open game.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import wraps
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from device.archive.rows import Moments, course_in, kept_of, marks, name_in, record_in, sign_of, unpacked
from device.archive.schema import BLOCK, DICE, EMPTY, FACES, UNDATED, UNREADABLE
from device.archive.snapshot import ArchiveSnapshot, OpenRecord, open_game_of
from device.storage.database import Row
from engine import EngineError
from engine.game import games_of_all, kinds_of_all
from engine.names import why_no_name
from engine.reports.moments import FinishedGame, career_of
from engine.reports.purse import Purse, Purses, summed
from engine.statistics.player_names import Renames, called_all, called_now, renames_in
from engine.statistics.player_totals import FIELDS, MILLION, PlayerTotals
from engine.statistics.record import FIRST, LAST, ArchivedGame, Kind, Record, WinPoint
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player, course, samples, standings
from web.services.archive import Archive, Days

LARGEST = 2**53
"""Largest number that is queried; larger indices and game numbers do not exist."""

LATEST = 8
"""Number of latest games in an account."""

WHOLES = 40
"""Number of latest whole games in an account."""

PartScore = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""The score of a turn: at most more than dice bring in any game."""

_SIGNED = ("points", "luck", "cost", "to_win")
"""The fields of a tally that can be negative."""

_SUMS = ", ".join(f"sum({field}) AS {field}" for field in FIELDS)
_CALLED = "coalesce((SELECT shown FROM called WHERE stored = name), name)"
_FACES = ", ".join(FACES)

MOST_RENAMES = 2_000
"""Games of which the renames are remembered: many evenings."""

P = ParamSpec("P")
Found = TypeVar("Found")


def _asked(
    question: Callable[Concatenate["JournalArchive", P], Found],
) -> Callable[Concatenate["JournalArchive", P], Found]:
    """Answer from one state of the file and the open game; from the open game alone if the file is unreadable."""

    @wraps(question)
    def answer(archive: "JournalArchive", /, *args: P.args, **kwargs: P.kwargs) -> Found:
        return archive._ask(lambda: question(archive, *args, **kwargs))

    return answer


class OpenRows(Protocol):
    """Provider of the open game's rows."""

    @property
    def rows(self) -> Sequence[Row]: ...

    @property
    def begun(self) -> float | None: ...


class JournalArchive(Archive):
    """The archive's file combined with the present state of the open game.

    Thread-safe. A file that is missing or unreadable is treated as empty.
    """

    def __init__(self, file: Path, open_game: OpenRows) -> None:
        super().__init__()
        self._file = file
        self._open_rows = open_game
        self.is_spoilt = False
        """Whether the file is unreadable and must be rebuilt."""
        self._lock = Lock()
        self._snapshot: ArchiveSnapshot | None = None
        self._at = ArchiveSnapshot()
        """The connection of which a question is being asked."""
        self._read: tuple[int, int] | None = None
        self._live: tuple[Sequence[Row], OpenRecord] | None = None
        self._renamed: dict[int, tuple[int, Renames]] = {}

    @_asked
    def record(self, number: int) -> Record | None:
        return next(iter(self._records([number])), None)

    @_asked
    def game(self, number: int) -> ArchivedGame | None:
        return self._game(number)

    def _game(self, number: int) -> ArchivedGame | None:
        live = self._at.open_game
        try:
            if live and live.record.number == number:
                return kept_of(number, live.record.clock, live.rows, is_open=True)
            query = "SELECT clock, packed FROM games JOIN rows USING (game) WHERE game = ?"
            for clock, rows in self._rows(query, _limited(number)):
                return kept_of(number, clock, unpacked(rows))
        except EngineError:
            pass
        return None

    @_asked
    def win_course(self, number: int) -> Sequence[WinPoint]:
        found = self._rows("SELECT course FROM rows WHERE game = ?", _limited(number))
        return course_in(found[0][0]) if found and not self._at.replaces(number) else ()

    @_asked
    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        opened, start = self._at.open, min(start, LARGEST)
        first = [] if opened is None else [opened]
        numbers = first[start : start + most]
        dated, past = self._how_many(latest)
        begin, listed = max(0, start - len(first)), f"game IS NOT ? AND NOT ({EMPTY})"
        numbers += self._numbers(
            f"SELECT game, day FROM games WHERE day <= ? AND {listed} ORDER BY day DESC, game DESC LIMIT ? OFFSET ?",
            *(latest, opened, most - len(numbers), begin),
        )
        if len(numbers) < most:
            numbers += self._numbers(
                f"SELECT game FROM games WHERE day IS NULL AND {listed} UNION ALL"
                f" SELECT game FROM games WHERE day > ? AND {listed} ORDER BY game DESC LIMIT ? OFFSET ?",
                *(opened, latest, opened, most - len(numbers), max(0, begin - dated)),
            )
        return self._records(numbers), past + len(first)

    def _how_many(self, latest: int) -> tuple[int, int]:
        """Return the number of listed games up to evening ``latest``, and of all, without the open game."""
        [(past, dated)] = self._rows(
            "SELECT coalesce(sum(games), 0), coalesce(sum(iif(day BETWEEN ? AND ?, games, 0)), 0) FROM dice",
            *(FIRST, latest),
        )
        [(empty, undone)] = self._rows(f"SELECT count(*), coalesce(sum(day <= ?), 0) FROM games WHERE {EMPTY}", latest)
        opened = self._rows(f"SELECT day FROM games WHERE game = ? AND NOT ({EMPTY})", self._at.open)
        past -= empty + len(opened)
        dated -= undone + sum(day is not None and FIRST <= day <= latest for (day,) in opened)
        return dated, past

    @_asked
    def of_evening(self, day: int, most: int) -> tuple[Sequence[Record], int]:
        listed = f"FROM games WHERE day = ? AND NOT ({EMPTY})"
        order = "ORDER BY game IS ? DESC, game DESC LIMIT ?"
        numbers = self._numbers(f"SELECT game {listed} {order}", day, self._at.open, most)
        [(many,)] = self._rows(f"SELECT count(*) {listed}", day)
        return self._records(numbers), many

    @_asked
    def games_of(self, kind: Kind, since: int) -> Sequence[int]:
        query = "SELECT DISTINCT game FROM parts WHERE kind = ? AND day >= ? AND games = 1 ORDER BY game DESC"
        return self._numbers(query, kind, since)

    @_asked
    def last(self, most: int) -> Sequence[Record]:
        return self._records(self._numbers("SELECT game FROM games ORDER BY game DESC LIMIT ?", most))

    @_asked
    def unfinished(self, most: int) -> Sequence[Record]:
        query = "SELECT game FROM games WHERE players > 0 AND over = 0 AND game IS NOT ? ORDER BY game DESC LIMIT ?"
        return self._records(self._numbers(query, self._at.open, most))

    @_asked
    def purses(self, first: int, last: int = LARGEST) -> Purses:
        query = "SELECT name, sum(chips), sum(drinks) FROM purses WHERE game BETWEEN ? AND ? GROUP BY name"
        return summed({name_in(name): Purse(*moved)} for name, *moved in self._rows(query, min(first, LARGEST), last))

    @_asked
    def waiting(self) -> int:
        [(many,)] = self._rows("SELECT count(*) FROM games WHERE over = 1 AND looked_back = 0")
        return int(many)

    @_asked
    def names(self, most: int) -> Sequence[str]:
        here = [part.name for part in self._at.open_game.record.parts] if self._at.open_game else []
        found = self._rows(
            "SELECT name FROM people ORDER BY game DESC, seat LIMIT ?",
            most + 2 * len(here) + len(self.player_names.touched),
        )
        return called_all(self.player_names, [*here, *(name_in(name) for (name,) in found)])[:most]

    @_asked
    def has_player(self, name: str) -> bool:
        stored = self._stored(name)
        return bool(self._rows(f"SELECT 1 FROM people WHERE name IN ({marks(stored)}) LIMIT 1", *stored))

    @_asked
    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        kinds = kinds_of_all()
        query = f"SELECT {_CALLED} AS called FROM tallies WHERE kind IN ({marks(kinds)}) GROUP BY 1 HAVING sum(games)"
        found = {name for (name,) in self._rows(query, *kinds)} - {""}
        names, first = sorted(found, key=lambda name: (name.casefold(), name)), min(start, LARGEST)
        return [self._player(name) for name in names[first : first + most]], len(names)

    def _player(self, name: str) -> Player:
        tallies = self._tallies(self._stored(name_in(name)))
        return Player(name, {kind: (tally.games, tally.wins) for kind, tally in tallies.items()})

    def _tallies(self, stored: Sequence[str]) -> Mapping[Kind, PlayerTotals]:
        query = f"SELECT kind, {_SUMS} FROM tallies WHERE name IN ({marks(stored)}) GROUP BY kind"
        found = {kind: _tally(sums) for kind, *sums in self._rows(query, *stored)}
        return {kind: found[kind] for kind in kinds_of_all() if kind in found and found[kind].games}

    @_asked
    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        stored = self._stored(name)
        if not stored:
            name = self.player_names.called(name)
            stored = self._stored(name)
        tallies = self._tallies(stored)
        return {kind: self._account(name, stored, kind, tally, points) for kind, tally in tallies.items()}

    def _account(self, name: str, stored: Sequence[str], kind: Kind, tally: PlayerTotals, points: int) -> Account:
        over = f"FROM parts WHERE name IN ({marks(stored)}) AND kind = ? AND games = 1"
        query = f"SELECT game, wholes, points, reviewed, luck, cost, scores {over} ORDER BY game, seat"
        games = self._rows(query, *stored, kind)
        scores = Counter(score for *_, text in games for score in msgspec.json.decode(text, type=list[PartScore]))
        wholes = [(game, total) for game, whole, total, *_ in games if whole]
        latest = list(dict.fromkeys(game for game, *_ in reversed(games)))[:LATEST]
        luck = list(accumulate(luck for *_, reviewed, luck, _, _ in games if reviewed))
        cost = list(accumulate(cost for *_, reviewed, _, cost, _ in games if reviewed))
        return Account(
            name,
            kind,
            tally,
            scores,
            self._best(stored, kind),
            wholes[-WHOLES:],
            [wholes[place][1] for place in samples(len(wholes), points)] if wholes else (),
            [(0.0, 0.0), *((luck[one] / MILLION, cost[one] / MILLION) for one in samples(len(luck), points - 1))],
            self._records(latest),
        )

    def _best(self, stored: Sequence[str], kind: Kind) -> tuple[int, int] | None:
        """Return the best score of a turn, or the best total of a whole game, and the first game with it."""
        found = [
            best
            for name in stored
            for best in self._rows(
                "SELECT merit, game FROM parts WHERE name = ? AND kind = ? AND games = 1 AND merit IS NOT NULL"
                " ORDER BY merit DESC, game LIMIT 1",
                *(name, kind),
            )
        ]
        merit, game = min(found, key=lambda best: (-best[0], best[1]), default=(None, 0))
        return None if merit is None else (int(merit) * sign_of(kind), game)

    @_asked
    def moments(self, name: str) -> Mapping[str, int]:
        stored, kinds = self._stored(name), kinds_of_all()
        keys = dict.fromkeys(key for game in games_of_all() for key in game.moment_texts)
        those = f"WHERE name IN ({marks(stored)})"
        first = dict(self._rows(f"SELECT moment, min(game) FROM moments {those} GROUP BY moment", *stored))
        query = (
            f"SELECT game, kind, day, is_level, max(wins) FROM parts {those} AND games = 1 GROUP BY game ORDER BY game"
        )
        games = [
            FinishedGame(game, kind, day, bool(won) if level else None)
            for game, kind, day, level, won in self._rows(query, *stored)
        ]
        return {key: first[key] for key in keys if key in first} | career_of(games, kinds)

    @_asked
    def evenings(self, latest: int) -> Mapping[int, bool]:
        query = (
            "SELECT day, sum(counted) > 0 FROM dice WHERE day BETWEEN ? AND ? GROUP BY day"
            " HAVING sum(games) > 0 ORDER BY day"
        )
        return {int(day): bool(counted) for day, counted in self._rows(query, FIRST, latest)}

    @_asked
    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        values: list[str | int] = [kind]
        rows = "SELECT *, NULL AS merit FROM tallies WHERE kind = ?"
        if days is not None:
            values += days
            rows = "SELECT * FROM parts WHERE kind = ? AND games = 1 AND day BETWEEN ? AND ?"
        found = self._rows(
            f"SELECT {_CALLED} AS called, max(merit), {_SUMS} FROM ({rows}) GROUP BY called"
            " HAVING called <> '' AND sum(games) > 0 ORDER BY wins DESC, shared DESC, games, called LIMIT ?",
            *(*values, most),
        )
        lines = []
        for name, merit, *sums in found:
            best = None if merit is None else merit * sign_of(kind)
            if days is None and (all_time := self._best(self.player_names.stored(name), kind)):
                best, _game = all_time
            lines.append((name_in(name), _tally(sums), best))
        return standings(lines)

    @_asked
    def dice(self, days: Days | None, points: int) -> DiceSummary:
        blocks = self._dice_by_block(*(days or (UNDATED, LAST)))
        faces = tuple(sum(counts[face] for *_, counts in blocks) for face in range(6))

        def rows_of(place: int) -> Sequence[tuple[int, ...]]:
            return [tuple(counts) for _, *counts in self._counted_games(blocks[place][0], days)]

        return DiceSummary(faces, course([(many, counts) for _, many, counts in blocks], rows_of, points))

    @_asked
    def judged(self, number: int) -> int:
        block = _limited(number) // BLOCK
        before = sum(many for one, many, _ in self._dice_by_block(UNDATED, LAST) if one < block)
        return before + sum(game <= number for game, *_ in self._counted_games(block, None))

    def _dice_by_block(self, first: int, last: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Return the number of games with counted dice in each block that has any, and the count of each face."""
        sums = ", ".join(f"sum({count})" for count in DICE)
        query = f"SELECT block, {sums} FROM dice WHERE day BETWEEN ? AND ? GROUP BY block ORDER BY block"
        found = self._rows(query, first, last)
        if any(min(counts) < 0 for _, *counts in found):
            raise ValueError("no dice can have fallen less often than never")
        return [(block, counted, tuple(faces)) for block, _, counted, *faces in found if counted]

    def _counted_games(self, block: int, days: Days | None) -> list[tuple[int, ...]]:
        within = "" if days is None else " AND day BETWEEN ? AND ?"
        query = f"SELECT game, {_FACES} FROM games WHERE game BETWEEN ? AND ?{within} ORDER BY game"
        found = self._rows(query, block * BLOCK, block * BLOCK + BLOCK - 1, *(days or ()))
        if any(min(faces) < 0 for _, *faces in found):
            raise ValueError("no dice can have fallen less often than never")
        return [row for row in found if any(row[1:])]

    @_asked
    def called_now(self, day: int) -> Mapping[int, Mapping[str, str]]:
        return self._called_now(day)

    def _called_now(self, day: int) -> Mapping[int, Mapping[str, str]]:
        query = "SELECT game, checksum FROM games WHERE day = ? ORDER BY game IS ? DESC, game DESC"
        games = self._rows(query, day, self._at.open)
        return called_now(((number, self._renames(number, checksum)) for number, checksum in games), self.player_names)

    def _renames(self, number: int, checksum: int) -> Renames:
        if len(self._renamed) > MOST_RENAMES:
            self._renamed.clear()
        if number not in self._renamed or self._renamed[number][0] != checksum:
            game = self._game(number)
            try:
                self._renamed[number] = checksum, renames_in(game.events) if game else ()
            except EngineError:  # of an earlier version
                self._renamed[number] = checksum, ()
        return self._renamed[number][1]

    @_asked
    def wins(self, day: int) -> Mapping[str, int]:
        query = f"SELECT game, {_CALLED} AS called, wins FROM parts WHERE day = ? AND games = 1 AND wins > 0"
        now, won = self._called_now(day), Counter[str]()
        for game, stored, many in self._rows(query, day):
            if stored and (name := now[game].get(name_in(stored), name_in(stored))):
                won[name] += many
        return dict(sorted(won.items(), key=lambda line: (-line[1], line[0])))

    @_asked
    def about(self, name: str) -> str | None:
        found = self._rows("SELECT value FROM about WHERE name = ?", name)
        return str(found[0][0]) if found else None

    @_asked
    def checksum(self, number: int) -> int | None:
        return self._at.stored(number)[0]

    @property
    def is_there(self) -> bool:
        return self._file.exists()

    @_asked
    def ended(self) -> tuple[int, float | None, Moments] | None:
        """Return number, beginning and rows of the open game if it is over and not stored so in the file, else None."""
        live = self._at.open_game
        if live is None or not live.record.over or not self._at.replaces(live.record.number):
            return None
        return live.record.number, live.record.clock, live.rows

    def close(self) -> None:
        with self._lock:
            self._let_go()

    def _ask(self, question: Callable[[], Found]) -> Found:
        with self._lock:
            try:
                return self._answer(self._connection(), question)
            except UNREADABLE as error:
                self._let_go()
                if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    with closing(ArchiveSnapshot()) as nothing:
                        return self._answer(nothing, question)
                self.is_spoilt = True
                self._snapshot, self._read = ArchiveSnapshot(), self._key()
                return self._answer(self._snapshot, question)

    def _answer(self, snapshot: ArchiveSnapshot, question: Callable[[], Found]) -> Found:
        rows = self._open_rows.rows
        if not rows:
            self._live = None
        elif self._live is None or self._live[0] is not rows:
            begun = self._open_rows.begun
            self._live = rows, open_game_of(rows, snapshot.stored(rows[0][0])[1] if begun is None else begun)
        self._at = snapshot
        with snapshot.reading(self._live[1] if self._live else None, self.player_names):
            return question()

    def _connection(self) -> ArchiveSnapshot:
        key = self._key()
        if self._snapshot is None or key != self._read:
            self._let_go()
            self._snapshot = ArchiveSnapshot(None if key is None else self._file)
            self._read, self.is_spoilt = self._key(), False
        return self._snapshot

    def _key(self) -> tuple[int, int] | None:
        """Return the file's identity, for a spoilt file including its last change; None if there is no file."""
        try:
            found = os.stat(self._file)  # noqa: PTH116
        except OSError:
            return None
        return found.st_ino, found.st_ctime_ns if self.is_spoilt else 0

    def _let_go(self) -> None:
        if self._snapshot:
            self._snapshot.close()
        self._snapshot = None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._at.base.execute(query, values).fetchall()

    def _numbers(self, query: str, *values: object) -> list[int]:
        return [number for number, *_ in self._rows(query, *values)]

    def _records(self, numbers: Sequence[int]) -> list[Record]:
        these = list(map(_limited, numbers))
        rows = self._rows(f"SELECT game, record FROM games WHERE game IN ({marks(these)})", *these)
        found = {number: self._as_shown(record_in(text)) for number, text in rows}
        return [found[number] for number in these if number in found]

    def _as_shown(self, record: Record) -> Record:
        """Return the record under the names that are shown, empty for hidden ones; the open game keeps its own."""
        if record.number == self._at.open:
            return replace(record, is_open=True)
        names = self.player_names
        if not any(part.name in names.touched for part in record.parts):
            return record
        return replace(record, parts=tuple(replace(part, name=names.called(part.name)) for part in record.parts))

    def _stored(self, name: str) -> Sequence[str]:
        return () if why_no_name(name) else self.player_names.stored(name)


def _limited(number: int) -> int:
    return max(-LARGEST, min(number, LARGEST))


def _tally(sums: Sequence[int]) -> PlayerTotals:
    """Return the tally in these columns. Raises ValueError for an impossible one."""
    tally = PlayerTotals(*map(int, sums))
    if any(getattr(tally, field) < 0 for field in FIELDS if field not in _SIGNED):
        raise ValueError("no games can have these totals")
    if tally.games < max(tally.wins, tally.shared):
        raise ValueError("no games can have these totals")
    return tally
