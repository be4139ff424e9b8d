"""Totals are what a count of all games gives, whatever happened to the games.

Eleven more random histories with ``pytest -m long tests/device/archive/test_totals.py``.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import msgspec
import pytest

from device.archive.builder import Given, compare, take_in
from device.archive.database import ArchiveDatabase, Volume, archive_of
from device.archive.reader import JournalArchive
from device.archive.rows import Moments, checksum_of, day_here, kept_of, unpacked
from device.journal.journal import Journal
from engine import Event, GameHistory, Refused, Started, decode, game_of
from engine.game import kinds_of_all
from engine.statistics.record import ArchivedGame, Record, record_of
from tests import years
from tests.device import recount
from tests.device.test_rot import everything
from tests.engine.evenings import something
from tests.engine.games.ship import strategies as ship
from tests.engine.games.yahtzee import strategies as yahtzee
from tests.engine.turns import strategies as turns
from tests.web import played
from tests.web.games.logs import whole_game

NOW = years.FIRST + 500 * years.DAY
LATEST = day_here(NOW) or 0
EVENING = datetime(2026, 11, 20, 21).timestamp()
PAST = 230
"""Games before, in three blocks."""

QUICK = ("dice-game-depot", "yahtzee-handout")

LOOKED_BACK = 2
"""Games on which the coach has looked back: the totals are then of some, not of all."""


class History:
    def __init__(self, file: Path, seed: int) -> None:
        self.file = file
        self.chance = Random(seed)
        years.write_journal(file, PAST, NOW)
        compare(file, archive_of(file))
        self.journal = Journal(file, clock=self.clock)
        self.archive = JournalArchive(archive_of(file), self.journal)
        self.known: dict[tuple[int, int, bool], Record] = {}

    def clock(self) -> float:
        return self.chance.choice([0.0, 1e12, NOW, NOW - self.chance.randrange(400) * years.DAY])

    def happen(self) -> None:
        match self.chance.randrange(8):
            case 0:
                self.journal.append(self._new_game(), 9.0)
            case 1:
                self.journal.reopen(self.chance.randint(1, PAST + 3))
            case 2:
                given = [
                    Given(one.rows[0][0], one.begun, [row[2:] for row in one.rows], one.position)
                    for one in self.journal.course.closed
                ]
                self.journal.course.closed.clear()
                take_in([msgspec.json.encode(one).decode() for one in given], archive_of(self.file))
            case 3:
                self._look_back()
            case _:
                self._play()

    def _look_back(self) -> None:
        with ArchiveDatabase(archive_of(self.file)) as shelf:
            for volume in shelf.unread():
                record = volume.record
                if record.preset in QUICK and self.chance.random() < 0.2:
                    kept = kept_of(record.number, record.clock, volume.rows)
                    shelf.put([Volume(record_of(kept, look_back=True), volume.rows)])

    def _new_game(self) -> list[Event]:
        players = self.chance.sample(["Mia A", "Jonas A", "mia A", "Ole", "Zoë A"], 3)
        if self.chance.random() < 0.5:
            return [Started(self.chance.choice(QUICK), tuple(players), players[0])]
        return list(self.chance.choice([played.ship, played.yahtzee])(self.chance.randrange(99), players))

    def _play(self) -> None:
        """The open game goes on, is corrected, loses a player, or what is not possible is tried."""
        book = GameHistory(decode(self.journal.rows[0][3]))
        for row in self.journal.rows[1:]:
            book.write(decode(row[3]))
        action = yahtzee.action if "yahtzee" in str(book.events[0]) else ship.action
        for _ in range(self.chance.randrange(1, 25)):
            event = something(book, self.chance.randrange(2**40), action)
            if event is not None:
                try:
                    book.write(event)
                except Refused:
                    continue
                self.journal.append([event], 9.0)

    def records(self) -> list[Record]:
        """Every game's figures, made again from its events; with the coach's word where the archive has it."""
        found = []
        with closing(sqlite3.connect(archive_of(self.file))) as base:
            rows = {game: unpacked(data) for game, data in base.execute("SELECT game, packed FROM rows")}
            clocks = dict(base.execute("SELECT game, clock FROM games"))
        opened = self.journal.rows[0][0]
        rows[opened] = [(moment, event) for _, _, moment, event in self.journal.rows]
        clocks[opened] = self.journal.begun if self.journal.begun is not None else clocks.get(opened)
        for game in sorted(rows):
            there = self.archive.record(game)
            assert there is not None
            found.append(self._record(game, clocks[game], rows[game], game == opened, there.looked_back))
        return found

    def _record(self, game: int, clock: float | None, rows: Moments, is_open: bool, looked_back: bool) -> Record:
        key = (game, checksum_of(rows), looked_back)
        if key not in self.known:
            self.known[key] = record_of(kept_of(game, clock, rows), look_back=looked_back)
        return replace(self.known[key], clock=clock, is_open=is_open)

    def is_right(self) -> None:
        """Every question is answered as a count of all games answers it, and the totals in the file are right."""
        archive, records = self.archive, self.records()
        days = [None, (LATEST, LATEST), (LATEST - 40, LATEST - 10), (1, 0)]
        for latest in (LATEST, LATEST - 100, 0):
            whole = recount.listed(records, latest)
            for start in (0, 1, PAST - 5):
                assert archive.listed(start, 10, latest) == (whole[start : start + 10], len(whole))
            assert archive.evenings(latest) == recount.evenings(records, latest)
        for kind in kinds_of_all():
            for some in days:
                assert archive.board(kind, some, 50) == recount.board(records, kind, some)[:50]
                assert archive.board(kind, some, 3) == recount.board(records, kind, some)[:3]
        for some in days:
            for points in (7, 1000):
                assert archive.dice(some, points) == recount.dice(records, some, points)
        everybody = recount.players(records)
        for start in (0, 1, 5, len(everybody) - 2, len(everybody)):
            assert archive.players(start, 6) == (everybody[start : start + 6], len(everybody))
        opened = [part.name for record in records if record.is_open for part in record.parts]
        for name in {"Mia A", "mia A", "nobody", *opened}:
            for points in (7, 1000):
                assert archive.accounts(name, points) == recount.accounts(records, name, points)
        assert archive.names(200) == recount.names(records)[:200]
        assert archive.names(5) == recount.names(records)[:5]
        assert archive.last(7) == records[:-8:-1]
        left = [one for one in records[::-1] if one.parts and not one.over and not one.is_open]
        assert archive.unfinished(4) == left[:4]
        assert archive.waiting() == sum(one.over and not one.looked_back for one in records)
        for day in (LATEST, LATEST - 3):
            assert archive.wins(day) == recount.wins(records, day)
        for number in (1, PAST // 2, records[-1].number):
            assert archive.judged(number) == sum(any(one.faces) for one in records if one.number <= number)


@pytest.mark.parametrize("preset", turns.PRESETS)
def test_players_and_boards_of_games_of_turns_are_those_of_a_count(preset: str) -> None:
    games = [(EVENING + years.DAY * (seed // 2), whole_game(preset, seed)) for seed in range(5)]
    archive = played.PlayedGames(*games, last_is_open=True, looked_back=LOOKED_BACK)
    kept = [
        ArchivedGame(number, clock, events, tuple(played.moments_of(events)), number == len(games))
        for number, (clock, events) in enumerate(games, 1)
    ]
    records = [
        record_of(one, look_back=False) if one.is_open else played.volume_of(one, one.number <= LOOKED_BACK).record
        for one in kept
    ]
    kind, days = game_of(preset).kind, [day_here(EVENING + years.DAY * night) or 0 for night in range(3)]
    assert [archive.record(one.number) for one in kept] == records
    for span in (None, (days[0], days[0]), (days[2], days[2]), (days[0], days[2])):
        assert archive.board(kind, span, 50) == recount.board(records, kind, span)
    for name in ("Mia", "Jonas", "nobody"):
        for points in (5, 100):
            assert archive.accounts(name, points) == recount.accounts(records, name, points)
    assert archive.players(0, 10)[0] == recount.players(records)


@pytest.fixture(params=[0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))])
def history(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[History]:
    """A history by that seed; eleven more by ``pytest -m long tests/device/archive``."""
    found = History(tmp_path / "journal.db", request.param)
    with found.journal:
        yield found
        found.archive.close()


def test_every_answer_is_that_of_a_count_of_all_games_in_any_time_zone(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        for _ in range(16):
            history.happen()
        history.is_right()
    history.journal.close()
    compare(history.file, archive_of(history.file))
    monkeypatch.setenv("TZ", history.chance.choice(["Pacific/Auckland", "America/New_York"]))
    time.tzset()
    with ArchiveDatabase(archive_of(history.file)):
        pass
    history.is_right()
    monkeypatch.undo()
    time.tzset()


def test_no_question_reads_all_games(tmp_path: Path) -> None:
    """Every query finds its rows by an index, or stops at a limit; only tables of totals are read as a whole."""
    with ArchiveDatabase(tmp_path / "archive.db") as shelf:
        shelf.put([Volume(one.record, one.rows) for one in years.games(30, NOW)])
    asked: list[str] = []
    with closing(JournalArchive(tmp_path / "archive.db", played.Opened())) as archive:
        archive.waiting()
        base = archive._at.base
        base.set_trace_callback(asked.append)
        everything(archive)
        base.set_trace_callback(None)
        queries = {query for query in asked if query.startswith("SELECT")}
        plans = [(query, row[3]) for query in queries for row in base.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert len(queries) > 20
    tables = ("past.games", "past.parts", "past.rows", "past.moments", "past.purses")
    scans = [plan for plan in plans if plan[1].startswith(tuple(f"SCAN {table}" for table in tables))]
    assert [(query, line) for query, line in scans if "INDEX" not in line and "LIMIT" not in query] == []


def test_an_evening_has_its_games_the_last_one_first_and_the_open_one() -> None:
    games = [(EVENING + years.DAY * (number // 3), played.ship(number)) for number in range(9)]
    archive = played.PlayedGames(*games, (EVENING + 2 * years.DAY, played.ship(9)[:4]), last_is_open=True)
    first, last = day_here(EVENING) or 0, day_here(EVENING + 2 * years.DAY) or 0
    assert [record.number for record in archive.of_evening(first, 10)[0]] == [3, 2, 1]
    found, many = archive.of_evening(last, 2)
    assert ([record.number for record in found], many) == ([10, 9], 4)
    assert archive.of_evening(first - 1, 10) == ([], 0)
