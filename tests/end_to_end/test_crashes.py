"""Power cuts at every system call: no event that was acknowledged is lost or doubled, whatever was not synced.

Thousands of cuts with ``pytest -m long -s tests/end_to_end/test_crashes.py``; needs ``apt install strace``.
"""

import random
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from device.journal.journal import Journal
from tests.end_to_end.crashes import record, states
from tests.end_to_end.writers import EVENTS, TEXTS

FAULTS = ("", "5..6", "9..10", "12..14", "17", "8+7", "20..31")
"""Syncs that fail, as strace counts them: none, two in a row at several places, one, every seventh, many."""

OLD = """
CREATE TABLE events (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    moment REAL NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = 0x5144434B; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;
"""


@pytest.fixture(autouse=True, scope="module")
def _strace() -> None:
    """Skip where system calls cannot be recorded."""
    try:
        subprocess.run(["strace", "-o", "/dev/null", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("strace is not there or may not trace: apt install strace")


def no_journal(folder: Path, games: int) -> None:
    assert not games
    folder.mkdir()


def old_journal(folder: Path, games: int) -> None:
    """Make a journal of the first schema, with that many games."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "journal.db")) as base:
        base.executescript(OLD)
        for game in range(1, games + 1):
            rows = [(game, number, 0.5, text) for number, text in enumerate(TEXTS)]
            base.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        base.commit()


def damaged_journal(folder: Path, games: int) -> None:
    """Make a journal whose header is damaged, with that many games."""
    folder.mkdir()
    with Journal(folder / "journal.db") as journal:
        for _ in range(games):
            journal.append(EVENTS, 0.5)
    data = (folder / "journal.db").read_bytes()
    (folder / "journal.db").write_bytes(b"not SQLite" + data[10:])


Made = Callable[[Path, int], None]
SHORT: list[tuple[Made, int, str, int, int]] = [
    (no_journal, 0, "", 1, 3),
    (no_journal, 0, "9..10", 1, 2),
    (old_journal, 3, "", 1, 2),
    (damaged_journal, 3, "", 1, 2),
]
LONG: list[tuple[Made, int, str, int, int]] = [
    *((no_journal, 0, fault, 3, 5) for fault in FAULTS),
    *((made, 20, fault, 1, 5) for made in (old_journal, damaged_journal) for fault in ("", "3..4", "6")),
]
"""Some 1,500 states for each fault of a new journal."""


@pytest.mark.parametrize(
    ("made", "before", "fault", "rounds", "each"),
    [*SHORT, *(pytest.param(*case, marks=pytest.mark.long) for case in LONG)],
)
def test_a_power_cut_at_any_call_loses_nothing_that_was_acknowledged(
    tmp_path: Path, made: Made, before: int, fault: str, rounds: int, each: int
) -> None:
    """The writer goes on after ``before`` games; each call leaves ``each`` states."""
    folder = tmp_path / "journal"
    made(folder, before)
    files = {str(file): file.read_bytes() for file in folder.iterdir()}
    ops = record(folder, rounds, fault)
    assert sum(op.name == "sync" for op in ops) > 5
    assert any(op.name == "fault" for op in ops) == bool(fault)

    @cache
    def opened(state: tuple[tuple[str, bytes], ...]) -> tuple[list[list[str]], tuple[str, ...]]:
        """The games of a journal with these files, after it was opened and written once, and what it says."""
        cut = tmp_path / "cut"
        shutil.rmtree(cut, ignore_errors=True)
        cut.mkdir()
        for path, data in state:
            (cut / Path(path).relative_to(folder)).write_bytes(data)
        with Journal(cut / "journal.db") as journal:
            assert journal.trouble is None
            ledger = journal._ledger
            assert ledger is not None
            games = [[row[3] for row in ledger.rows(game)] for game in ledger.games()]
            journal.append(EVENTS[:1], 9.0)
            assert journal.trouble is None
            return games, journal.notices

    tried: Counter[str] = Counter()
    for acknowledged, left in states(ops, files, random.Random(fault), each):
        games, notices = opened(tuple(sorted(left.items())))
        assert all(game == TEXTS[: len(game)] for game in games)
        # a game is followed by the next one when it is whole
        assert all(len(game) == len(TEXTS) for game in games[:-1])
        kept = sum(map(len, games)) - before * len(TEXTS)
        assert kept >= acknowledged, f"{acknowledged} were acknowledged, {kept} are left: {notices}"
        assert not any("lost" in notice for notice in notices), notices
        tried["repaired" if notices else "sound"] += 1
    print(f"\n{made.__name__}, syncs that fail: {fault or 'none'}; {dict(tried)}")
    assert tried.total() > (100 if before else 150)
