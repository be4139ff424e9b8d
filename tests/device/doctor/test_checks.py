"""The doctor's lines on software, journal and the table's id."""

import os
import sqlite3
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from device.doctor.checks import LACKS, REINSTALL, journal_finding, software, table_id_finding
from device.doctor.machine import CheckResult, Diagnosis, Light
from device.journal.journal import Journal
from device.notices import Notices
from device.storage.database import SCHEMA
from device.table_identity import TABLE_ID, HardwareMarks, table_identity
from engine import Started

HEADLESS = {"opencv-python-headless": "5.0.0.93"}
WINDOWS = {"opencv-python": "4.12.0.88"}
HERE = HardwareMarks("a pi", "a card")


def lines(
    version: tuple[int, ...] = (3, 13, 5), packages: Mapping[str, str] = HEADLESS, bits: int = 64
) -> dict[str, CheckResult]:
    return {one.name: one for one in software(version, packages.get, bits)}


@pytest.mark.parametrize(
    ("version", "light"),
    [((3, 10, 2), "red"), ((3, 11, 2), "green"), ((3, 13, 5), "green"), ((3, 14, 0), "amber")],
)
def test_python_is_graded_by_what_was_tried(
    version: tuple[int, ...], light: Light, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess[str]((), 0, "4.12.0\n", ""))
    assert lines(version)["Python"].light == light


def test_a_system_of_32_bits_is_refused() -> None:
    found = lines((3, 13, 5), bits=32)["Python"]
    assert (found.light, found.words, found.advice) == (
        "red",
        "3.13.5, of 32 bits",
        "use a 64-bit system",
    )


@pytest.mark.parametrize(
    ("packages", "light"), [(HEADLESS, "green"), (WINDOWS, "green"), ({**HEADLESS, **WINDOWS}, "amber")]
)
def test_the_opencv_that_is_loaded_is_supported_and_alone(packages: Mapping[str, str], light: Light) -> None:
    assert lines(packages=packages)["OpenCV"].light == light


@pytest.mark.parametrize(
    ("why", "advice"),
    [
        ("ImportError: libGL.so.1: cannot open shared object file: No such file or directory", LACKS),
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility.", REINSTALL),
    ],
)
def test_a_library_is_said_to_be_missing_only_where_one_is(
    why: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess[str]((), 1, "", f"Traceback\n{why}\n")
    monkeypatch.setattr(subprocess, "run", lambda *_command, **_options: failed)
    assert lines()["OpenCV"] == CheckResult("OpenCV", "red", why, advice)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with Journal(tmp_path / "journal.db") as ledger:
        ledger.append([Started("dice-game-depot", ("Ada", "Ben"), "Ben")], 1.0)
    return tmp_path / "journal.db"


def test_a_journal_of_a_newer_version_is_not_to_be_repaired(journal: Path) -> None:
    with sqlite3.connect(journal) as base:
        base.executescript(f"PRAGMA user_version = {SCHEMA + 1}; CREATE TABLE players (name TEXT);")
    base.close()
    found = journal_finding(journal)
    assert (found.light, found.advice) == ("red", "")
    assert found.words.endswith("update this one.")


def test_a_copy_for_which_there_is_no_space_is_no_damage(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_parts: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("device.storage.database.JournalDatabase.unsound", full)
    assert journal_finding(journal) == Diagnosis("red", "it can’t be read: No space left on device")


@pytest.mark.parametrize(
    ("here", "light", "said"),
    [
        (HERE, "green", ""),
        (HardwareMarks("another", "a card"), "green", ", moved here with its card"),
        (HardwareMarks("a pi", "another"), "green", ", copied to another card of this machine"),
        (HardwareMarks("a", "b"), "amber", ", copied from another table: another machine and another card"),
        (HardwareMarks(), "green", "; whether it was copied can’t be seen on this machine"),
    ],
)
def test_a_moved_card_is_told_from_a_copy_and_nothing_is_changed(
    tmp_path: Path, here: HardwareMarks, light: str, said: str
) -> None:
    assert table_id_finding(tmp_path, HERE).words == "none yet: the table makes one when it starts"
    assert list(tmp_path.iterdir()) == []
    made = table_identity(tmp_path, HERE, Notices())
    before = (tmp_path / TABLE_ID).read_bytes()
    found = table_id_finding(tmp_path, here)
    assert (found.light, found.words, bool(found.advice)) == (light, f"{made.id}{said}", light == "amber")
    assert (tmp_path / TABLE_ID).read_bytes() == before
