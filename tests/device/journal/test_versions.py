"""Journals of other versions: older ones are taken over, newer ones and their games are kept as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.errors import BadGame, BadJournal
from device.journal.journal import Journal
from device.journal.reader import exported, past_games, reading
from device.storage.database import SCHEMA, JournalDatabase, Opening
from engine import Event, Rolled, Started, encode
from tests.device.journal.ledgers import OTHER, ROLL, START, fill, open_events, rows_in

SCHEMA_1 = """
CREATE TABLE events (game INTEGER NOT NULL, number INTEGER NOT NULL, moment REAL NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x5144434B; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
"""

NEWER = (
    '{"type":"teleported"}',
    '{"dice":[6,5,4,3,3],"spin":2,"type":"rolled"}',
    '{"type":"started","players":["Mia"],"preset":"chess"}',
    '{"type":"started","players":["Mia","Jonas"],"preset":"dice-game-depot","options":{"gravity":"low"}}',
)
"""An event, a field, a preset and an option of a newer version."""


def older(file: Path, *rows: tuple[int, int, float, str]) -> None:
    with closing(sqlite3.connect(file)) as base, base:
        base.executescript(SCHEMA_1)
        base.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)


def renumbered(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.executescript(sql)


def test_an_older_journal_with_a_game_of_a_newer_version_is_taken_over_whole(tmp_path: Path) -> None:
    older(tmp_path / "journal.db", (1, 0, 0.0, encode(OTHER)), (1, 1, 0.0, NEWER[0]))
    before = (tmp_path / "journal.db").read_bytes()
    with Journal(tmp_path / "journal.db") as journal:
        assert "comes from a newer version" in journal.notices[0]
        journal.append([START], 1.0)
    assert rows_in(tmp_path / "journal.db") == [(1, 0), (1, 1), (2, 0)]
    assert (tmp_path / "journal.before-update-1.db").read_bytes() == before


def test_a_header_that_names_another_schema_is_mended(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append([START], 0.0)
    for number in (0, 1, 2, 7, 6619138, -3):
        renumbered(tmp_path / "journal.db", f"PRAGMA user_version = {number}; PRAGMA application_id = {number};")
        with Journal(tmp_path / "journal.db") as journal:
            assert open_events(journal) == (START,)
            assert journal.notices == ()


def test_a_journal_of_a_later_schema_is_put_aside_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START], 0.0)
    renumbered(file, f"CREATE TABLE chairs (place INTEGER, cushion TEXT) STRICT; PRAGMA user_version = {SCHEMA + 1};")
    before = file.read_bytes()
    with Journal(file) as journal:
        assert f"it has schema {SCHEMA + 1}, this version writes {SCHEMA}" in journal.notices[0]
        assert open_events(journal) == ()
    assert (tmp_path / "journal.newer-1.db").read_bytes() == before


@pytest.mark.parametrize("wrong", ["place INTEGES", "place  NTEGER", "pl\\ce INTEGER"])
def test_a_damaged_table_in_a_file_whose_header_names_a_later_schema_is_no_later_schema(
    tmp_path: Path, wrong: str
) -> None:
    file = tmp_path / "journal.db"
    with Journal(file) as journal:
        journal.append([START], 0.0)
    renumbered(file, "PRAGMA user_version = 183;")
    assert file.read_bytes().count(b"place INTEGER") == 1
    file.write_bytes(file.read_bytes().replace(b"place INTEGER", wrong.encode()))
    with Journal(file) as journal:
        assert open_events(journal) == (START,)
        assert "was damaged" in journal.notices[0]
    assert (tmp_path / "journal.damaged-1.db").exists()


@pytest.mark.parametrize("line", NEWER)
def test_a_game_of_a_newer_version_is_kept_as_it_is_and_another_can_be_begun(tmp_path: Path, line: str) -> None:
    file = tmp_path / "journal.db"
    fill(file, games=1)
    starts = '"started"' in line
    ledger = JournalDatabase(file)
    ledger.write([(2 if starts else 1, 0 if starts else 3, 5.0, line)], [Opening(2, 6.0)] if starts else [])
    ledger.close()
    with Journal(file) as journal:
        assert journal.trouble is None
        [notice] = journal.notices
        assert "comes from a newer version of Quarterdeck: it is kept" in notice
        assert journal.last_game() is None
        journal.append([OTHER, ROLL], 7.0)
    with Journal(file) as journal:
        assert journal.notices == ()
        assert open_events(journal) == (OTHER, ROLL)
        if not starts:
            with pytest.raises(BadJournal, match="comes from a newer version"):
                journal.reopen(1)
    assert not list(tmp_path.glob("*.damaged-*"))
    with reading(file) as ledger:
        assert line in [row[3] for row in ledger.all_rows()]


def test_a_game_that_the_table_cannot_play_is_kept_like_one_of_a_newer_version(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "journal.db"
    card: tuple[Event, ...] = (Started("yahtzee-handout", ("Mia", "Jonas"), "Mia"), Rolled((1, 2, 3, 4, 5)))
    with Journal(file) as journal:
        journal.append(card, 5.0)
    request.getfixturevalue("no_yahtzee")
    with Journal(file) as journal:
        assert "Game 1 comes from a newer version of Quarterdeck: it is kept" in journal.notices[0]
        assert journal.last_game() is None
        with pytest.raises(BadJournal, match="comes from a newer version"):
            journal.reopen(1)
        journal.append([OTHER], 7.0)
    with reading(file) as ledger:
        first, second = past_games(ledger)
        assert (first.number, first.state, second.events) == (1, None, (OTHER,))
        with pytest.raises(BadGame, match="can’t be read by this version"):
            exported(first)
        assert [row[3] for row in ledger.rows(1)] == [encode(event) for event in card]
