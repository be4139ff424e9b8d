"""A real PostgreSQL and a real Mosquitto of Debian's packages, in folders of their own."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from fixtures.venue.scratch import ScratchFolder, ScratchPostgres, free_port, mosquitto_program
from venue.errors import MissingProgram
from venue.record.schema import BOARD, INGEST, OWNER, make_roles, make_schema
from venue.services.backup import postgres_programs
from venue.services.installation import Wishes, set_up
from venue.settings import RecordSection, VenueSettings, write_settings

COPY = "FILE_COPY"
"""How a database is copied: three times as fast as through the write-ahead log."""
DATABASE = "quarterdeck_the_anchor"
ROOM = 2 << 30
"""Bytes that the servers of all tests may take, several processes of tests at once."""


def skip_or_fail(error: MissingProgram) -> None:
    """Skip a test whose program is not installed; on CI it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(str(error))
    pytest.skip(str(error))


def scratch_folder() -> ScratchFolder:
    """Return a folder that the servers' accounts may enter, in memory if there is room.

    A killed server writes its whole folder to the disk when it starts again, which no kill of a process can need.
    """
    memory = Path("/dev/shm")
    has_room = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free >= ROOM
    return ScratchFolder(memory if has_room else None)


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A folder that the servers' accounts may enter."""
    with scratch_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def postgres(scratch: Path) -> Iterator[ScratchPostgres]:
    try:
        postgres_programs()
    except MissingProgram as error:
        skip_or_fail(error)
    with ScratchPostgres(scratch / "postgres", settings=("fsync=off", "full_page_writes=off")) as server:
        with psycopg.connect(server.url()) as admin:
            make_roles(admin)
        with psycopg.connect(server.url(), autocommit=True) as admin:
            admin.execute("CREATE DATABASE venue_template")
        with psycopg.connect(server.url(database="venue_template")) as admin:
            make_schema(admin)
        yield server


class Record:
    def __init__(self, server: ScratchPostgres, name: str, template: str = "venue_template") -> None:
        self.server, self.name = server, name
        with psycopg.connect(server.url(), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY {COPY}")

    def url(self, role: str) -> str:
        return self.server.url(role, self.name)

    def drop(self) -> None:
        """Drop it, also while clients are connected."""
        with psycopg.connect(self.server.url(), autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {self.name} WITH (FORCE)")


@pytest.fixture
def record(postgres: ScratchPostgres, request: pytest.FixtureRequest) -> Iterator[Record]:
    made = Record(postgres, f"t{abs(hash(request.node.nodeid))}")
    yield made
    made.drop()


@pytest.fixture
def ingester(record: Record) -> Iterator[psycopg.Connection]:
    with psycopg.connect(record.url(INGEST), autocommit=True) as connection:
        yield connection


@pytest.fixture
def owner(record: Record) -> Iterator[psycopg.Connection]:
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:
        yield connection


@pytest.fixture
def reader(record: Record) -> Iterator[psycopg.Connection]:
    with psycopg.connect(record.url(BOARD), autocommit=True) as connection:
        yield connection


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the broker's account may enter."""
    try:
        mosquitto_program()
    except MissingProgram as error:
        skip_or_fail(error)
    with scratch_folder() as made:
        yield made


@contextmanager
def installed_venue(server: ScratchPostgres, folder: Path) -> Iterator[VenueSettings]:
    wishes = Wishes(
        "the-anchor",
        "The Anchor",
        ("localhost",),
        server.url(),
        open=True,
        local_port=free_port(),
        tls_port=free_port(),
        open_port=free_port(),
    )
    made = set_up(folder, wishes)
    reached = RecordSection(
        *(_by_socket(url, server) for url in (made.record.ingest, made.record.board, made.record.owner))
    )
    settings = replace(made, record=reached)
    write_settings(settings)
    yield settings
    with psycopg.connect(server.url(), autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


@pytest.fixture
def installed(postgres: ScratchPostgres, folder: Path) -> Iterator[VenueSettings]:
    with installed_venue(postgres, folder / "venue") as settings:
        yield settings


def _by_socket(url: str, server: ScratchPostgres) -> str:
    """Return the address through the server's socket: it listens on no network."""
    parts = psycopg.conninfo.conninfo_to_dict(url)
    return server.url(str(parts["user"]), str(parts["dbname"]))
