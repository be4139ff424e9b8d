"""A campaign of faults: kills of broker, ingester and database, lost, doubled and reordered batches."""

import multiprocessing
import os
import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from tests.venue.conftest import skip_or_fail
from tests.venue.site import VENUE, IngesterProcess, address, broker_in, differences, until
from venue.errors import MissingProgram
from venue.record.schema import INGEST, make_roles, make_schema
from venue.scratch.account import ScratchFolder
from venue.scratch.mosquitto import ScratchMosquitto, mosquitto_program
from venue.scratch.postgres import ScratchPostgres, postgres_programs
from venue.simulation.store import MemoryStore
from venue.simulation.table import Mangle, SimulatedTable

OF_PROCESS = 250


def mangled(chance: Random) -> Mangle:
    """Return what loses, doubles and reorders batches."""

    def mangle(batches: list[bytes]) -> list[bytes]:
        made = [batch for batch in batches for _copy in range(chance.choices([0, 1, 2], [1, 7, 2])[0])]
        chance.shuffle(made)
        return made

    return mangle


def play_fleet(ids: list[str], port: int, record: str, seconds: float, patience: float, answers: Any) -> None:
    """Play at these tables for that time, some offline, then catch up. Answer with what is wrong, and with events."""
    chance = Random(ids[0])
    fleet = [
        SimulatedTable(VENUE, one, one[-4:], MemoryStore(), seed=number, again=2.0, mangle=mangled(Random(one)))
        for number, one in enumerate(ids)
    ]
    hidden = set(fleet[:3])
    for one in fleet[3:]:
        one.connect(address(port, one.table))
    end, next_move = time.monotonic() + seconds, time.monotonic()
    while time.monotonic() < end:
        for one in fleet:
            one.play(chance.choice([0, 1, 1, 2, 5]))
            one.send()
            one.show()
        if time.monotonic() > next_move:
            moved = chance.choice(fleet[3:])
            if moved in hidden:
                hidden.remove(moved)
                moved.connect(address(port, moved.table))
            else:
                hidden.add(moved)
                moved.disconnect()
            next_move = time.monotonic() + seconds / 10
        time.sleep(0.02)
    for one in hidden:
        one.connect(address(port, one.table))

    def all_recorded() -> bool:
        for one in fleet:
            one.send()
        return all(one.is_recorded for one in fleet)

    try:
        until(all_recorded, patience, "all rows recorded")
        with psycopg.connect(record, autocommit=True) as connection:
            wrong = [line for one in fleet for line in differences(connection, one)]
    except AssertionError as error:
        wrong = [str(error), *(one.name for one in fleet if not one.is_recorded)]
    answers.put((wrong, sum(one.store.extent[0] for one in fleet)))
    for one in fleet:
        one.disconnect()


class Faults:
    """What goes wrong in a campaign: kills, and a broker whose files are set back."""

    def __init__(self, broker: ScratchMosquitto, database: ScratchPostgres, workers: list[IngesterProcess]) -> None:
        self._broker, self._database, self._workers = broker, database, workers
        self._kept = database.data.parent / "kept.db"
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
                elif fault == "set back" and self._broker.database.exists():
                    shutil.copy(self._broker.database, self._kept)
                self._broker.start()


def campaign(
    folder: Path, tables: int, seconds: float, pause: float, ingesters: int = 2, patience: float = 120
) -> dict[str, int]:
    """Play for that time with a fault every ``pause`` seconds, then have all catch up. Return what happened.

    Tables play in processes of :data:`OF_PROCESS` each: the clients wait by ``select``, which has room for 1,024 files.
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
    given = port, database.url(INGEST), seconds, patience, answers
    fleets = [
        spawning.Process(target=play_fleet, args=(ids[start : start + OF_PROCESS], *given), daemon=True)
        for start in range(0, tables, OF_PROCESS)
    ]
    faults = Faults(broker, database, workers)
    try:
        for fleet in fleets:
            fleet.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(pause)
            faults.strike()
        found = [answers.get(timeout=seconds + 2 * patience) for _fleet in fleets]
        with psycopg.connect(database.url(INGEST), autocommit=True) as connection:
            alarms = connection.execute("SELECT kind, sentence FROM alarm").fetchall()
            [rows] = connection.execute("SELECT count(*) FROM event").fetchone() or (0,)
        assert [line for wrong, _events in found for line in wrong] == []
        assert alarms == []
        assert rows == sum(events for _wrong, events in found)
        return {"tables": tables, "events": rows, **faults.happened}
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
    with ScratchFolder() as folder:
        happened = campaign(folder, tables=20, seconds=30, pause=1.2)
    assert happened["events"] > 1000
    assert sum(happened.values()) > happened["tables"] + happened["events"] + 10


@pytest.mark.long
def test_five_hundred_tables_lose_nothing_while_everything_is_killed() -> None:
    installed()
    seconds = float(os.environ.get("CAMPAIGN_SECONDS", "600"))
    with ScratchFolder() as folder:
        happened = campaign(folder, tables=500, seconds=seconds, pause=4.0, ingesters=3, patience=900)
    print(happened)
    assert happened["events"] > 10_000
