"""The check of the journal names damage only where there is some."""

import os
import sqlite3
from pathlib import Path

import pytest

from device.doctor.checks import journal_finding
from device.doctor.machine import CheckResult
from device.journal.journal import Journal
from device.storage.schema import SCHEMA
from engine import Started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with Journal(tmp_path / "journal.db") as ledger:
        ledger.append([Started("dice-game-depot", ("Ada", "Ben"), "Ben")], 1.0)
    return tmp_path / "journal.db"


def test_a_journal_of_a_newer_version_is_not_to_be_repaired(file: Path) -> None:
    with sqlite3.connect(file) as base:
        base.executescript(f"PRAGMA user_version = {SCHEMA + 1}; CREATE TABLE players (name TEXT);")
    base.close()
    found = journal_finding(file)
    assert found.light == "red"
    assert found.words.endswith("update this one.")
    assert not found.advice


def test_a_copy_for_which_there_is_no_space_is_no_damage(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_parts: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("device.storage.database.JournalDatabase.unsound", full)
    assert journal_finding(file) == CheckResult("journal", "red", "it can’t be read: No space left on device")
