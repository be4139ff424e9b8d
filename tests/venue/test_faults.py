"""A campaign of faults: kills of broker, ingester and database, lost, doubled and reordered batches.

The whole campaign with ``pytest -m long -s tests/venue/test_faults.py``; ``CAMPAIGN_SECONDS=60`` instead of ten
minutes.
"""

import multiprocessing
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, ClassVar

import psycopg
import pytest

from device.storage.database import JournalDatabase, Opening
from tests.venue.conftest import scratch_folder, skip_or_fail
from tests.venue.site import VENUE, IngesterProcess, address, broker_in, until
from venue.errors import MissingProgram
from venue.record.comparison import compare
from venue.record.schema import INGEST, make_roles, make_schema
from venue.scratch import ScratchFolder, ScratchMosquitto, ScratchPostgres, mosquitto_program, postgres_programs
from venue.simulation import MemoryStore, SimulatedTable

OF_PROCESS = 125
"""Tables in one process: clients wait by ``select``, which has room for 1,024 files."""
HOUR = 750
"""Events of a table in an hour of an evening, pauses included: some 200 turns."""
LEAST = 10
"""Faults at least: on a busy machine a database takes seconds to start again, and some fall into the catching up."""
MINUTES = 5
"""Minutes of play in the small campaign."""
HIDDEN = 3
"""Tables without a network until the end."""


class JournalFile(MemoryStore):
    """A journal that is written to disk first, as a table's own process writes it. Rows are sent from memory."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._base = JournalDatabase(file)
        super().__init__(self._base.identity.id)

    def write(self, events: list[tuple[int, int, float, str]], openings: list[tuple[int, float]]) -> None:
        self._base.write(events, [Opening(*one) for one in openings])
        super().write(events, openings)

    def close(self) -> None:
        self._base.close()


@contextmanager
def memory_folder() -> Iterator[Path]:
    """A folder in memory: 500 journals would wait for one disk, which no two tables share."""
    folder = Path(mkdtemp(prefix="qd-journals-", dir="/dev/shm"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class UnreliableTable(SimulatedTable):
    """A table whose batches are lost, doubled and reordered on their way. ``happened`` counts what was."""

    happened: ClassVar["Counter[str]"] = Counter()

    def due(self) -> list[bytes]:
        made: list[bytes] = []
        for batch in super().due():
            copies = self._fate.choices([0, 1, 2], [1, 7, 2])[0]
            self.happened[("lost", "sent", "doubled")[copies]] += 1
            made += [batch] * copies
        self._fate.shuffle(made)
        return made

    @cached_property
    def _fate(self) -> Random:
        return Random(self.table)


class Player:
    """A table of a fleet: when it plays its next step, and when it goes away or comes back."""

    def __init__(self, table: SimulatedTable, seconds: float, steps: int, *, hidden: bool) -> None:
        self.table, self._hidden = table, hidden
        self._chance = Random(table.table)
        self._pace, self._seconds = seconds / steps, seconds
        self._next_step = time.monotonic() + self._pace * self._chance.random()
        self._next_move = time.monotonic() + seconds * self._chance.uniform(0.1, 0.5)
        self.is_away = True
        self.absences = 0
        self.turns = 0
        self._on_turn: str | None = None

    def step(self, port: int) -> None:
        """Play what is due, send it, and go away or come back."""
        now = time.monotonic()
        played = False
        while now >= self._next_step:
            self._next_step += self._pace * self._chance.uniform(0.5, 1.5)
            self.table.play()
            played = True
            if self.table.on_turn != self._on_turn:
                self.turns, self._on_turn = self.turns + 1, self.table.on_turn
        if played:
            self.table.show()
        self.table.send()
        if not self._hidden and now >= self._next_move:
            if self.is_away:
                self.come(port)
            else:
                self.table.disconnect()
                self.is_away = True
                self.absences += 1
            self._next_move = now + self._seconds * self._chance.uniform(
                *((0.05, 0.15) if self.is_away else (0.2, 0.5))
            )

    def come(self, port: int) -> None:
        if self.is_away:
            self.table.connect(address(port, self.table.table))
            self.is_away = False


def play_fleet(
    ids: list[str],
    hidden: int,
    port: int,
    record: str,
    seconds: float,
    steps: int,
    again: float,
    patience: float,
    answers: Any,
) -> None:
    """Play at these tables for that time, then catch up. Answer with what is wrong, and with what was played."""
    with memory_folder() as folder:
        fleet: list[SimulatedTable] = [
            UnreliableTable(
                VENUE,
                one,
                one[-4:],
                JournalFile(folder / f"{one}.db"),
                seed=int(one, 16),
                again=again,
                longest_pause=2 * again,
            )
            for one in ids
        ]
        players = [Player(one, seconds, steps, hidden=at < hidden) for at, one in enumerate(fleet)]
        for one in players[hidden:]:
            one.come(port)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for one in players:
                one.step(port)
            time.sleep(0.02)
        for one in players:
            one.come(port)
        wrong = caught_up(fleet, record, patience)
        count = +UnreliableTable.happened
        for one in players:
            one.table.disconnect()
            count += Counter(absences=one.absences, turns=one.turns, events=one.table.store.extent[0])
    answers.put((wrong, count))


def caught_up(fleet: list[SimulatedTable], record: str, patience: float) -> list[str]:
    """Wait until all rows are recorded, then compare each journal's file with the record. Return what is wrong."""

    def all_recorded() -> bool:
        for one in fleet:
            one.send()
        return all(one.is_recorded for one in fleet)

    try:
        until(all_recorded, "all rows recorded", patience)
    except AssertionError as error:
        return [str(error), *(one.name for one in fleet if not one.is_recorded)]
    wrong: list[str] = []
    with psycopg.connect(record, autocommit=True) as connection:
        for one in fleet:
            journal: Any = one.store
            journal.close()
            found = compare(connection, journal.file)
            if found.keys() != {one.table} or not found[one.table].is_whole:
                wrong.append(f"{one.name}: {found}")
    return wrong


class Faults:
    """What goes wrong in a campaign: kills, and a broker whose files are set back."""

    def __init__(self, broker: ScratchMosquitto, database: ScratchPostgres, workers: list[IngesterProcess]) -> None:
        self._broker, self._database, self._workers = broker, database, workers
        self._kept = database.data.parent / "kept.db"
        self._kept_at = 0.0
        self.furthest = 0.0
        """Seconds by which the broker's files were set back, at most."""
        self._chance = Random(34)
        self.happened = {"broker": 0, "ingester": 0, "database": 0, "set back": 0}

    def strike(self) -> None:
        """Have one of them happen, and start again what was killed."""
        fault = self._chance.choice(list(self.happened))
        self.happened[fault] += 1
        match fault:
            case "ingester":
                worker = self._chance.choice(self._workers)
                worker.kill()
                worker.start()
            case "database":
                self._database.kill()
                self._database.start()
            case _:
                self._broker.kill()
                if fault == "set back" and self._kept.exists():
                    shutil.copy(self._kept, self._broker.database)
                    self.furthest = max(self.furthest, time.monotonic() - self._kept_at)
                elif fault == "set back" and self._broker.database.exists():
                    shutil.copy(self._broker.database, self._kept)
                    self._kept_at = time.monotonic()
                self._broker.start()


def campaign(
    folder: Path,
    tables: int,
    seconds: float,
    pause: float,
    steps: int,
    ingesters: int = 2,
    again: float = 2.0,
    patience: float = 120,
) -> Counter[str]:
    """Play ``steps`` events at each table in that time with a fault every ``pause`` seconds, then have all catch up.

    Return what happened. Tables play in processes of :data:`OF_PROCESS` each, and send again after ``again`` seconds
    without progress.
    """
    ids = [f"{number:032x}" for number in range(1, tables + 1)]
    broker, port = broker_in(folder / "broker", ids)
    database = ScratchPostgres(folder / "postgres")
    database.start()
    with psycopg.connect(database.url()) as admin:
        make_roles(admin)
        make_schema(admin)
    broker.start()
    workers = [IngesterProcess(database.url(INGEST), port, str(number)) for number in range(ingesters)]
    for worker in workers:
        worker.start()
    spawning = multiprocessing.get_context("spawn")
    answers = spawning.Queue()
    given = port, database.url(INGEST), seconds, steps, again, patience, answers
    parts = [ids[start : start + OF_PROCESS] for start in range(0, tables, OF_PROCESS)]
    fleets = [
        spawning.Process(target=play_fleet, args=(part, 0 if at else HIDDEN, *given), daemon=True)
        for at, part in enumerate(parts)
    ]
    faults = Faults(broker, database, workers)
    try:
        for fleet in fleets:
            fleet.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end or sum(faults.happened.values()) < LEAST:
            time.sleep(pause)
            faults.strike()
        found = [answers.get(timeout=seconds + 2 * patience) for _fleet in fleets]
        with psycopg.connect(database.url(INGEST), autocommit=True) as connection:
            alarms = connection.execute("SELECT kind, sentence FROM alarm").fetchall()
            [rows] = connection.execute("SELECT count(*) FROM event").fetchone() or (0,)
        happened: Counter[str] = sum((count for _wrong, count in found), Counter())
        assert [line for wrong, _count in found for line in wrong] == []
        assert alarms == []
        assert rows == happened["events"]
        return happened + Counter(
            tables=tables, kills=sum(faults.happened.values()), furthest=round(faults.furthest), **faults.happened
        )
    finally:
        for fleet in fleets:
            fleet.kill()
        for worker in workers:
            worker.kill()
        broker.kill()
        database.kill()


def installed() -> None:
    """Skip the test unless the servers are installed."""
    try:
        mosquitto_program()
        postgres_programs()
    except MissingProgram as error:
        skip_or_fail(error)


def test_twenty_tables_lose_nothing_while_everything_is_killed() -> None:
    installed()
    with scratch_folder() as folder:
        happened = campaign(folder, tables=20, seconds=3, pause=0.1, steps=MINUTES * HOUR // 60, again=0.5)
    assert happened["events"] > 1000
    assert happened["kills"] >= LEAST
    assert all(happened[what] for what in ("broker", "ingester", "database", "set back")), happened
    assert all(happened[what] for what in ("lost", "doubled", "absences")), happened


@pytest.mark.long
def test_an_hour_of_play_at_five_hundred_tables_survives_everything_that_is_killed() -> None:
    """An hour in ten minutes; with ``CAMPAIGN_SECONDS`` in less, and that much less of play."""
    installed()
    seconds = float(os.environ.get("CAMPAIGN_SECONDS", "600"))
    with ScratchFolder() as folder:
        steps = round(HOUR * seconds / 600)
        happened = campaign(folder, tables=500, seconds=seconds, pause=4.0, steps=steps, ingesters=3, patience=900)
    print(dict(happened))
    assert happened["events"] > 500 * steps * 0.9
