"""A record whose disk is full: nothing is taken, the reason is reported, and nothing is wrong once there is space."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from engine.link_protocol import Batch
from fixtures.venue.scratch import ScratchFolder, ScratchPostgres
from tests.venue.conftest import skip_or_fail
from tests.venue.test_ingest import A, J, events
from venue.errors import MissingProgram, RecordUnavailable
from venue.record.ingest import Delivery, ingest
from venue.record.schema import INGEST, make_roles, make_schema
from venue.services.backup import postgres_programs

SIZE = 110
"""Megabytes of the disk."""


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of that size, in memory. Needs root."""
    with ScratchFolder() as folder:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=711", "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
        if mounted.returncode:
            pytest.skip("a small disk can be mounted by root only")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_takes_nothing_and_loses_nothing(small_disk: Path) -> None:
    try:
        postgres_programs()
    except MissingProgram as error:
        skip_or_fail(error)
    database = ScratchPostgres(small_disk / "p", settings=("max_wal_size=32MB", "min_wal_size=32MB"))
    database.start()
    with psycopg.connect(database.url()) as admin:
        make_roles(admin)
        make_schema(admin)
    filler, taken = small_disk / "filler", 0
    space = os.statvfs(small_disk)
    filler.write_bytes(bytes(max(0, space.f_bavail * space.f_frsize - (2 << 20))))
    refusal: str | None = None
    connection = psycopg.connect(database.url(INGEST), autocommit=True)
    while refusal is None and taken < 200_000:
        try:
            ingest(connection, [Delivery(A, Batch(J, None, events(taken + 1, taken + 500)))])
            taken += 500
        except RecordUnavailable as error:
            refusal = str(error)
    connection.close()
    assert refusal is not None
    assert "tables keep their rows" in refusal
    filler.unlink()
    database.kill()
    database.start()
    with psycopg.connect(database.url(INGEST), autocommit=True) as again:
        [rows, last] = again.execute("SELECT count(*), max(place) FROM event").fetchone() or (0, 0)
        assert rows == last == taken
        cursor = ingest(again, [Delivery(A, Batch(J, None, events(taken + 1, taken + 500)))])[A, J]
        assert (cursor.events, cursor.alarm) == (taken + 500, None)
    database.stop()
