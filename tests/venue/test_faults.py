"""A campaign of faults: kills of broker, ingester and database, lost, doubled and reordered batches."""

import os
import shutil
import time
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.venue.conftest import skip_or_fail
from tests.venue.site import VENUE, IngesterProcess, address, broker_in, differences, until
from venue.errors import MissingProgram
from venue.record.schema import INGEST, make_roles, make_schema
from venue.scratch.account import ScratchFolder
from venue.scratch.mosquitto import mosquitto_program
from venue.scratch.postgres import ScratchPostgres, postgres_programs
from venue.simulation.store import MemoryStore
from venue.simulation.table import Mangle, SimulatedTable


def mangled(chance: Random) -> Mangle:
    """Return what loses, doubles and reorders batches."""

    def mangle(batches: list[bytes]) -> list[bytes]:
        made = [batch for batch in batches for _copy in range(chance.choices([0, 1, 2], [1, 7, 2])[0])]
        chance.shuffle(made)
        return made

    return mangle


def campaign(
    folder: Path, tables: int, seconds: float, pause: float, ingesters: int = 2, patience: float = 120
) -> dict[str, float]:
    """Play for that time with a fault every ``pause`` seconds, then have all catch up. Return what happened."""
    chance = Random(34)
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
    fleet = [
        SimulatedTable(VENUE, one, one[-4:], MemoryStore(), seed=number, again=1.5, mangle=mangled(Random(number)))
        for number, one in enumerate(ids)
    ]
    for one in fleet:
        one.connect(address(port, one.table))
    hidden = set(fleet[:3])
    for one in hidden:
        one.disconnect()
    kept = folder / "kept.db"
    kills = {"broker": 0, "ingester": 0, "database": 0, "set back": 0, "offline": 0}
    end, next_fault = time.monotonic() + seconds, time.monotonic() + pause
    try:
        while time.monotonic() < end:
            for one in fleet:
                one.play(chance.choice([0, 1, 1, 2, 5]))
                one.send()
                one.show()
            if time.monotonic() >= next_fault:
                fault = chance.choice(list(kills))
                kills[fault] += 1
                match fault:
                    case "broker":
                        broker.kill()
                        broker.start()
                    case "ingester":
                        worker = chance.choice(workers)
                        worker.kill()
                        worker.start()
                    case "database":
                        database.kill()
                        database.start()
                    case "set back":
                        broker.kill()
                        if kept.exists():
                            shutil.copy(kept, broker.database)
                        elif broker.database.exists():
                            shutil.copy(broker.database, kept)
                        broker.start()
                    case "offline":
                        one = chance.choice(fleet[3:])
                        if one in hidden:
                            hidden.remove(one)
                            one.connect(address(port, one.table))
                        else:
                            hidden.add(one)
                            one.disconnect()
                next_fault = time.monotonic() + pause
            time.sleep(0.02)
        for one in hidden:
            one.connect(address(port, one.table))

        def all_recorded() -> bool:
            for one in fleet:
                one.send()
            return all(one.is_recorded for one in fleet)

        until(all_recorded, patience, "all rows recorded")
        with psycopg.connect(database.url(INGEST), autocommit=True) as connection:
            wrong = [line for one in fleet for line in differences(connection, one)]
            alarms = connection.execute("SELECT kind, sentence FROM alarm").fetchall()
            [rows] = connection.execute("SELECT count(*) FROM event").fetchone() or (0,)
        assert wrong == []
        assert alarms == []
        assert rows == sum(one.store.extent[0] for one in fleet)
        return {"tables": tables, "events": rows, **kills}
    finally:
        for worker in workers:
            worker.kill()
        for one in fleet:
            one.disconnect()
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
