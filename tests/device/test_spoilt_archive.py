"""Archives of any bytes at all: pages go on without them, and they are made again."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.archive.database import ArchiveDatabase, Volume
from device.archive.reader import JournalArchive
from tests import years
from tests.web.moments import WAITING
from tests.web.played import Opened
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.appliance import Appliance
from web.guests.joining import regulars

NOW = years.FIRST + 30 * years.DAY
PATHS = (
    *("/log", "/log?page=2", "/log/1", "/log/5/2", "/players", "/players/Mia%20A"),
    *("/board", "/board?of=month", "/dice", "/dice?of=evening", "/dice?game=9", "/", "/evening"),
)
SPOILING = (
    'UPDATE games SET record = replace(record, \'"preset":"\', \'"preset":"chess\')',
    'UPDATE games SET record = replace(record, \'"kind":"\', \'"kind":"chess\')',
    'UPDATE games SET record = replace(record, \'"name":"\', \'"name":"\' || char(10))',
    'UPDATE games SET record = replace(record, \'"name":"\', \'"nam":"\')',
    "UPDATE games SET record = replace(record, '\"faces\":[', '\"faces\":[7,')",
    "UPDATE games SET record = replace(record, '\"faces\":[', '\"faces\":[-')",
    'UPDATE games SET record = replace(record, \'"luck":\', \'"luck":"much"\')',
    "UPDATE games SET record = substr(record, 9)",
    "UPDATE games SET record = CAST(x'ff' AS TEXT)",
    "UPDATE games SET record = 7",
    "UPDATE games SET clock = 9e999",
    "UPDATE games SET clock = 'noon'",
    "UPDATE games SET ones = -1",
    "UPDATE parts SET name = CAST(x'ff' AS TEXT) || game || seat",
    "UPDATE parts SET name = '' || game || seat",
    "UPDATE parts SET scores = '[1'",
    "UPDATE parts SET scores = '[\"x\"]'",
    "UPDATE parts SET scores = '[2000000]'",
    "UPDATE parts SET luck = 'much', points = x'00', merit = 'good'",
    "UPDATE parts SET cost = NULL WHERE reviewed = 1",
    "UPDATE parts SET merit = 1.5",
    "UPDATE rows SET packed = x'00'",
    "UPDATE rows SET packed = 'text'",
    "UPDATE rows SET course = '[[0, 1, [5000]]]'",
    "UPDATE tallies SET wins = -5",
    "UPDATE tallies SET name = CAST(name AS BLOB)",
    "UPDATE tallies SET name = '' WHERE name = (SELECT min(name) FROM tallies)",
    "UPDATE tallies SET reviewed = 1 << 60, luck = 'x'",
    "UPDATE dice SET sixes = -9",
    "UPDATE dice SET counted = 1 << 60",
    "UPDATE dice SET day = day + 0.5",
    "UPDATE people SET name = CAST(name AS BLOB)",
    "UPDATE people SET name = 7 WHERE name = (SELECT min(name) FROM people)",
    "UPDATE about SET value = x'ff'",
    "INSERT INTO purses VALUES (5, 'Mia A', NULL, NULL)",
    "DELETE FROM parts",
    "DELETE FROM games",
    "DELETE FROM rows",
    "DELETE FROM people",
    "DROP TABLE tallies",
    "DROP INDEX people_by_game",
    "CREATE TRIGGER strange AFTER INSERT ON about BEGIN SELECT 1; END",
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("archive") / "archive.db"
    with ArchiveDatabase(file) as shelf:
        shelf.put([Volume(one.record, one.rows) for one in years.games(60, NOW)])
    return file.read_bytes()


class Pages:
    """The pages of one table, whose archive is replaced again and again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._archive = JournalArchive(file, Opened())
        self._client = create_app(ScriptedTable(WAITING), Appliance(archive=self._archive)).test_client()

    def come_with(self, data: bytes) -> bool:
        """Look at every page, and at what else is asked of an archive: whether the file could be read."""
        fresh = self._file.with_name("fresh.db")
        fresh.write_bytes(data)
        fresh.replace(self._file)
        for path in PATHS:
            assert self._client.get(path, follow_redirects=True).status_code in (200, 404), path
        self._archive.last(9)
        self._archive.unfinished(4)
        self._archive.waiting()
        regulars(self._archive)
        return not self._archive.is_spoilt


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages") / "archive.db")


def test_an_archive_that_is_whole_is_read_also_after_a_spoilt_one(pages: Pages, archive: bytes) -> None:
    assert pages.come_with(archive)
    assert not pages.come_with(archive[:-4096])
    assert pages.come_with(archive)


@pytest.mark.parametrize("change", SPOILING)
def test_values_that_cannot_be_are_no_traceback(pages: Pages, quick: Path, archive: bytes, change: str) -> None:
    file = quick / "archive.db"
    file.write_bytes(archive)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("PRAGMA writable_schema = ON")
        base.execute(
            "UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '') WHERE type = 'table'"
        )
        base.execute("PRAGMA writable_schema = RESET")
        base.execute(change)
        base.execute("PRAGMA writable_schema = ON")
        with closing(sqlite3.connect(":memory:")) as right:
            right.deserialize(archive)
            for name, sql in right.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall():
                base.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [sql, name])
    pages.come_with(file.read_bytes())
