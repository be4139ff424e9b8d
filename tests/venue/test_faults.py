"""Broker, ingesters and database are killed, batches lost, doubled and reordered, tables away: nothing is lost.

A hundred tables and as many kills with ``pytest -m long tests/venue/test_faults.py``.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import psycopg
import pytest

from fixtures.venue.scratch import ScratchMosquitto, ScratchPostgres
from fixtures.venue.simulation import MemoryStore, SimulatedTable
from tests.venue.conftest import skip_or_fail
from tests.venue.site import VENUE, IngesterProcess, address, broker_in, differences, until
from venue.errors import MissingProgram
from venue.record.schema import INGEST, make_roles, make_schema

STEPS = 30
"""Events that each table plays between two kills."""
PAUSE = 0.1
"""Seconds between two kills, in which some of what was sent is on its way."""
FAULTS = ("broker", "ingester", "database", "set back")


class UnreliableTable(SimulatedTable):
    """A table whose batches are lost, doubled and reordered on their way."""

    fate = Random(34)

    def due(self) -> list[bytes]:
        made = [batch for batch in super().due() for _ in range(self.fate.choices([0, 1, 2], [1, 7, 2])[0])]
        self.fate.shuffle(made)
        return made


@pytest.fixture
def database(folder: Path) -> Iterator[ScratchPostgres]:
    """A database of its own, which can be killed."""
    try:
        server = ScratchPostgres(folder / "postgres")
    except MissingProgram as error:
        skip_or_fail(error)
    with server:
        with psycopg.connect(server.url()) as admin:
            make_roles(admin)
            make_schema(admin)
        yield server


def strike(fault: str, broker: ScratchMosquitto, database: ScratchPostgres, worker: IngesterProcess) -> None:
    """Kill one of them and start it again; ``set back``: the broker with its files of the time before."""
    kept = broker.database.with_name("kept.db")
    every: dict[str, ScratchPostgres | IngesterProcess] = {"ingester": worker, "database": database}
    killed = every.get(fault, broker)
    killed.kill()
    if fault == "set back" and kept.exists():
        shutil.copy(kept, broker.database)
    elif broker.database.exists():
        shutil.copy(broker.database, kept)
    killed.start()


@pytest.mark.parametrize(("many", "rounds"), [(8, 2), pytest.param(100, 25, marks=pytest.mark.long)])
def test_tables_lose_nothing_while_everything_is_killed(
    folder: Path, database: ScratchPostgres, many: int, rounds: int
) -> None:
    ids = [f"{number:032x}" for number in range(1, many + 1)]
    broker, port = broker_in(folder / "broker", ids)
    tables = [UnreliableTable(VENUE, one, one[-4:], MemoryStore(), again=0.5, longest_pause=1.0) for one in ids]
    workers = [IngesterProcess(database.url(INGEST), port, str(number)) for number in range(2)]
    with broker, ExitStack() as stack:
        for worker in workers:
            stack.callback(worker.kill)
            worker.start()
        for one in tables[1:]:  # the first has no network until the end
            stack.callback(one.disconnect)
            one.connect(address(port, one.table))
        for number, fault in enumerate(FAULTS * rounds):
            away = tables[1 + number % (many - 1)]
            away.disconnect()
            for one in tables:
                one.play(STEPS)
                one.show()
                one.send()
            time.sleep(PAUSE)
            strike(fault, broker, database, workers[number % 2])
            away.connect(address(port, away.table))
        tables[0].connect(address(port, tables[0].table))
        stack.callback(tables[0].disconnect)

        def all_recorded() -> bool:
            for one in tables:
                one.send()
            return all(one.is_recorded for one in tables)

        until(all_recorded, "all rows recorded", 120 * rounds)
        with psycopg.connect(database.url(INGEST), autocommit=True) as connection:
            assert [line for one in tables for line in differences(connection, one)] == []
            assert connection.execute("SELECT kind, sentence FROM alarm").fetchall() == []
            rows = connection.execute("SELECT count(*) FROM event").fetchone()
            assert rows == (many * STEPS * rounds * len(FAULTS),)
