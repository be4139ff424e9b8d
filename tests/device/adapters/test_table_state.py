"""The state of the table in its file: which game it belongs to, and what damaged files and full disks do to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.adapters.files import JsonFiles, TableStateFile
from device.journal.journal import Journal
from device.notices import Notices
from engine import Started
from table.session import KeptState

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
WAITS = KeptState(camera=False, joining=("Zoë", "مريم"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db", lambda: 1000.0) as journal:
        journal.append([START], 0.0)
        yield journal


def state_in(folder: Path, journal: Journal, notices: Notices | None = None) -> TableStateFile:
    return TableStateFile(JsonFiles(folder, notices), journal)


def test_the_state_is_read_as_it_was_written(tmp_path: Path, journal: Journal) -> None:
    assert state_in(tmp_path, journal).save(WAITS)
    assert state_in(tmp_path, journal).load() == WAITS


def test_players_wait_for_their_game_only(tmp_path: Path, journal: Journal) -> None:
    state = state_in(tmp_path, journal)
    state.save(WAITS)
    journal.append([START], 0.0)
    assert state.load() == KeptState(camera=False)


def test_another_game_of_the_same_number_is_another_game(tmp_path: Path, journal: Journal) -> None:
    state_in(tmp_path, journal).save(WAITS)
    with Journal(tmp_path / "restored.db", lambda: 2000.0) as restored:
        restored.append([START], 0.0)
        assert state_in(tmp_path, restored).load().joining == ()


def test_players_wait_in_a_game_that_was_resumed(tmp_path: Path, journal: Journal) -> None:
    journal.append([START], 0.0)
    journal.reopen(1)
    state_in(tmp_path, journal).save(WAITS)
    journal.close()
    with Journal(tmp_path / "journal.db") as again:
        assert state_in(tmp_path, again).load() == WAITS


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "3", '"camera"', "{}", '{"joining": 3}', '{"camera": 0, "game": [1, null], "joining": [1, null]}'],
)
def test_a_damaged_file_gives_the_defaults(tmp_path: Path, journal: Journal, text: str) -> None:
    (tmp_path / "table.json").write_text(text)
    assert state_in(tmp_path, journal).load() == KeptState()


def test_a_file_that_is_no_json_is_kept_aside_with_a_notice(tmp_path: Path, journal: Journal) -> None:
    (tmp_path / "table.json").write_bytes(b"\x00\xff{")
    notices = Notices()
    state = state_in(tmp_path, journal, notices)
    assert state.load() == KeptState()
    assert "table.json" in notices.all[0]
    assert (tmp_path / "table.json.unreadable-1").read_bytes() == b"\x00\xff{"
    assert state.save(WAITS)


def test_a_disk_that_refuses_the_file_changes_nothing(tmp_path: Path, journal: Journal) -> None:
    state = state_in(tmp_path, journal)
    state.save(WAITS)
    assert not state_in(tmp_path / "missing", journal).save(KeptState())
    assert state.load() == WAITS
