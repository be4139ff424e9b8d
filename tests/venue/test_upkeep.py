"""A record is backed up and restored as the documents say, and brought up to date."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from engine.link_protocol import Cursor
from tests.venue.conftest import Record
from tests.venue.test_ingest import A, J, events, send
from tests.venue.test_projector import expected_standings, played, standings
from tests.venue.test_projector import record as keep
from venue.errors import BadSettings
from venue.projection.projector import project
from venue.record.comparison import recorded_hash
from venue.record.schema import BOARD, INGEST, OWNER, check_version, make_schema
from venue.scratch import ScratchPostgres, postgres_programs

VERSION_4 = """
DROP INDEX result_evening, standing_player;
CREATE INDEX part_player ON part (player);
UPDATE setting SET value = '4' WHERE key = 'version';
"""
VERSION_3 = f"""
{VERSION_4}
ALTER TABLE journal DROP COLUMN apart;
ALTER TABLE tray DROP COLUMN processes, DROP COLUMN told_journal, DROP COLUMN told_events, DROP COLUMN waiting_since;
ALTER TABLE alarm ADD blocks boolean NOT NULL DEFAULT true;
UPDATE setting SET value = '3' WHERE key = 'version';
"""
VERSION_2 = f"""
{VERSION_3}
ALTER TABLE result DROP COLUMN aside, DROP COLUMN software;
UPDATE setting SET value = '2' WHERE key = 'version';
"""
VERSION_1 = f"""
{VERSION_2}
DROP TABLE standing;
DROP INDEX part_player, highlight_table, result_begun;
ALTER TABLE result DROP COLUMN evening;
CREATE INDEX result_begun ON result (begun_at) WHERE over AND counts;
UPDATE setting SET value = '1' WHERE key = 'version';
"""
"""Makes of a record of this version one of an earlier version."""


@pytest.mark.parametrize(("version", "change"), [(1, VERSION_1), (2, VERSION_2), (3, VERSION_3), (4, VERSION_4)])
def test_a_record_of_an_earlier_version_keeps_its_rows_and_gets_standings(
    record: Record, ingester: psycopg.Connection, reader: psycopg.Connection, version: int, change: str
) -> None:
    keep(ingester, played(600))
    before = recorded_hash(ingester, A, Cursor(J, 600, 99))
    with psycopg.connect(record.url("admin"), autocommit=True) as admin:
        admin.execute(change)
    with pytest.raises(BadSettings, match=f"earlier version {version}: run quarterdeck venue init again"):
        check_version(reader)
    with psycopg.connect(record.url("admin")) as admin:
        make_schema(admin)
        make_schema(admin)
    check_version(reader)
    with psycopg.connect(record.url(INGEST), autocommit=True) as connection:
        while project(connection):
            pass
        assert standings(connection) == expected_standings(connection) != []
        assert recorded_hash(connection, A, Cursor(J, 600, 99)) == before


def test_a_dumped_record_is_restored_with_rows_roles_and_cursors(
    record: Record, postgres: ScratchPostgres, ingester: psycopg.Connection, tmp_path: Path
) -> None:
    send(ingester, *events(1, 50))
    before = recorded_hash(ingester, A, Cursor(J, 50, 0))
    dump, programs = tmp_path / "venue.dump", postgres_programs()

    def run(program: str, *arguments: str) -> None:
        subprocess.run([str(programs / program), *arguments], check=True, capture_output=True, text=True)

    run("pg_dump", "-Fc", "-f", str(dump), postgres.url(database=record.name))
    assert send(ingester, *events(51, 60)) == Cursor(J, 60, 0)
    ingester.close()
    run("pg_restore", "--create", "--clean", "--if-exists", "-d", postgres.url(), str(dump))
    with psycopg.connect(record.url(INGEST), autocommit=True) as connection:
        check_version(connection)
        assert recorded_hash(connection, A, Cursor(J, 50, 0)) == before
        again = send(connection, *events(50, 60))
        assert again == Cursor(J, 60, 0), "the cursor went back, and the table sends the rest"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM event")
    with psycopg.connect(record.url(BOARD), autocommit=True) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT secret FROM tray")
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (60,)
    with psycopg.connect(record.url(OWNER), autocommit=True) as connection:
        connection.execute("UPDATE tray SET name = 'Window' WHERE table_id = %s", [A])
