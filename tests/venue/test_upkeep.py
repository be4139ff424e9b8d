"""A record is backed up and restored as the documents say, and brought up to date."""

import shutil
import stat
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from device.cli.main import main
from engine.link_protocol import Cursor
from fixtures.venue.scratch import ScratchPostgres
from tests.venue.conftest import Record
from tests.venue.test_ingest import A, J, events, send
from tests.venue.test_projector import expected_standings, played, standings
from tests.venue.test_projector import record as keep
from venue.errors import BadSettings
from venue.projection.projector import project
from venue.record.comparison import recorded_hash
from venue.record.schema import INGEST, check_version, make_schema
from venue.services.installation import enrol
from venue.settings import VenueSettings, load_settings

VERSION_4 = """
ALTER TABLE tray DROP COLUMN revoked_at;
DROP INDEX result_evening, standing_player;
DROP TABLE night, erased;
ALTER TABLE journal DROP COLUMN forgotten;
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


def test_a_backup_has_rows_roles_cursors_and_keys(
    installed: VenueSettings, postgres: ScratchPostgres, tmp_path: Path
) -> None:
    """Also on a machine that has nothing of the venue; and what is no backup changes nothing."""
    folder, kept, reach = installed.folder, tmp_path / "kept", ["--database", postgres.url()]
    kept.mkdir()
    others = {"venue-the-bell-2026-01-01.tar", "venue-the-anchor-2-2026-01-01.tar"}
    for name in (*others, "venue-the-anchor-2026-01-01.tar", "venue-the-anchor-2026-01-02.tar"):
        (kept / name).write_text("old")

    def venue(*arguments: object, refusal: str = "") -> None:
        answer = CliRunner().invoke(main, ["venue", *map(str, arguments), *reach])
        assert (answer.exit_code == 0) == (not refusal), answer.output
        assert refusal in " ".join(answer.output.split())

    with psycopg.connect(installed.record.ingest, autocommit=True) as connection:
        send(connection, *events(1, 50))
        before = recorded_hash(connection, A, Cursor(J, 50, 0))
        enrol(installed, A, "Window")
        venue("backup", "--folder", folder, kept, "--keep", "2")
        assert {one.name for one in kept.iterdir()} >= others, "those of other venues stay"
        [old, backup] = sorted(one for one in kept.iterdir() if one.name not in others)
        assert old.name == "venue-the-anchor-2026-01-02.tar"
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert send(connection, *events(51, 60)) == Cursor(J, 60, 0)
        venue("backup", "--folder", folder, kept / "no" / "x.tar", refusal="can’t be used")
        venue("restore", "--folder", folder, backup, refusal="The venue’s server runs: stop it first")
    broken = tmp_path / "broken.tar"
    for data in (b"", b"old", backup.read_bytes()[:-20_000]):
        broken.write_bytes(data)
        venue("restore", "--folder", folder, broken, refusal="is not a backup of a venue, or is broken")
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    shutil.rmtree(folder)
    venue("restore", "--folder", folder, backup)
    again = load_settings(folder)
    assert again == installed
    assert files.keys() <= set(folder.rglob("*"))
    keys = {path for path in files if path.parent.name == "authority" and path.suffix in (".key", ".pem")}
    assert len(keys) > 2
    assert {path.read_bytes() == files[path] for path in keys} == {True}, "enrolled tables go on"
    assert f"{A}:" in (folder / "broker" / "passwords").read_text("utf-8")
    with psycopg.connect(again.record.ingest, autocommit=True) as connection:
        check_version(connection)
        assert recorded_hash(connection, A, Cursor(J, 50, 0)) == before
        sent = send(connection, *events(50, 60))
        assert sent == Cursor(J, 60, 0), "the cursor went back, and the table sends the rest"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM event")
    with psycopg.connect(again.record.board, autocommit=True) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT secret FROM tray")
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (60,)
    with psycopg.connect(again.record.owner, autocommit=True) as connection:
        connection.execute("UPDATE tray SET name = 'Window' WHERE table_id = %s", [A])
