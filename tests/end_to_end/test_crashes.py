"""Power cuts at every system call: no event that was acknowledged is lost or doubled, whatever was not synced.

Thousands of cuts with ``pytest -m long -s tests/end_to_end/test_crashes.py``; needs ``apt install strace``.
"""

import random
import shutil
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.journal import Journal
from engine import encode
from tests.end_to_end.crashes import record, states
from tests.end_to_end.writers import EVENTS

TEXTS = [encode(event) for event in EVENTS]

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


def opened(folder: Path, files: dict[str, bytes], place: str) -> tuple[list[list[str]], tuple[str, ...]]:
    """Return the games of a journal with these files, after it was opened and written once, and what it says."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, data in files.items():
        (folder / Path(path).relative_to(place)).write_bytes(data)
    with Journal(folder / "journal.db") as journal:
        assert journal.trouble is None
        ledger = journal._ledger
        assert ledger is not None
        games = [[row[3] for row in ledger.rows(game)] for game in ledger.games()]
        journal.append(EVENTS[:1], 9.0)
        assert journal.trouble is None
        return games, journal.notices


def check(tmp_path: Path, fault: str, rounds: int, each: int, before: int = 0) -> Counter[str]:
    """Record the writer, and open each state that power cuts leave at its calls. ``before``: games that were there."""
    folder = tmp_path / "journal"
    folder.mkdir(exist_ok=True)
    files = {str(file): file.read_bytes() for file in folder.iterdir()}
    ops = record(folder, rounds, fault)
    assert sum(op.name == "sync" for op in ops) > 5
    assert any(op.name == "fault" for op in ops) == bool(fault)
    tried: Counter[str] = Counter()
    known: dict[tuple[tuple[str, bytes], ...], tuple[list[list[str]], tuple[str, ...]]] = {}
    for acknowledged, left in states(ops, files, random.Random(fault), each):
        state = tuple(sorted(left.items()))
        if state not in known:
            known[state] = opened(tmp_path / "cut", left, str(folder))
        games, notices = known[state]
        assert all(game == TEXTS[: len(game)] for game in games)
        # a game is followed by the next one when it is whole
        assert all(len(game) == len(TEXTS) for game in games[:-1])
        kept = sum(map(len, games)) - before * len(TEXTS)
        assert kept >= acknowledged, f"{acknowledged} were acknowledged, {kept} are left: {notices}"
        assert not any("lost" in notice for notice in notices), notices
        tried["repaired" if notices else "sound"] += 1
    return tried


def test_a_power_cut_at_any_call_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert sum(check(tmp_path, "", rounds=1, each=3).values()) > 150


def test_syncs_that_fail_lose_nothing_that_is_acknowledged_afterwards(tmp_path: Path) -> None:
    assert sum(check(tmp_path, "9..10", rounds=1, each=2).values()) > 150


def old_journal(folder: Path, games: int) -> None:
    """Make a journal of the first schema, with that many games."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "journal.db")) as base:
        base.executescript(OLD)
        for game in range(1, games + 1):
            for number, text in enumerate(TEXTS):
                base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, number, 0.5, text))
        base.commit()


def damaged_journal(folder: Path, games: int) -> None:
    """Make a journal whose header is damaged, with that many games."""
    folder.mkdir()
    with Journal(folder / "journal.db") as journal:
        for _ in range(games):
            journal.append(EVENTS, 0.5)
    data = (folder / "journal.db").read_bytes()
    (folder / "journal.db").write_bytes(b"not SQLite" + data[10:])


@pytest.mark.parametrize("made", [old_journal, damaged_journal])
def test_a_power_cut_while_a_journal_is_updated_or_repaired_loses_nothing(tmp_path: Path, made: object) -> None:
    assert callable(made)
    made(tmp_path / "journal", 3)
    assert sum(check(tmp_path, "", rounds=1, each=2, before=3).values()) > 100


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_thousands_of_power_cuts(tmp_path: Path, fault: str) -> None:
    """Some 1,500 states for each kind of fault."""
    tried = check(tmp_path, fault, rounds=3, each=5)
    print(f"\nsyncs that fail: {fault or 'none'}; states: {sum(tried.values())}, of them {tried['repaired']} repaired")


@pytest.mark.long
@pytest.mark.parametrize("made", [old_journal, damaged_journal])
@pytest.mark.parametrize("fault", ["", "3..4", "6"])
def test_hundreds_of_power_cuts_while_a_journal_is_updated_or_repaired(
    tmp_path: Path, made: object, fault: str
) -> None:
    assert callable(made)
    made(tmp_path / "journal", 20)
    tried = check(tmp_path, fault, rounds=1, each=5, before=20)
    print(f"\n{getattr(made, '__name__', '')}, syncs that fail: {fault or 'none'}; states: {sum(tried.values())}")
