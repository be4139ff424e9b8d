"""What a power cut does to a file: it ends anywhere, and sectors hold something else. The game opens all the same."""

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from device.journal import Journal
from engine import Event, Rolled, Started, Stopped

SECTOR = 512
EVENTS: tuple[Event, ...] = (
    Started("dice-game-depot", ("Mia", "Jonas"), "Mia"),
    Rolled((6, 5, 4, 3, 3)),
    Stopped(),
    Rolled((6, 5, 1, 2, 2)),
    Rolled((4, 2, 2)),
    Rolled((3, 1)),
)


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal as a power cut finds it: its events are in the write-ahead log."""
    folder = tmp_path_factory.mktemp("torn")
    with Journal(folder / "journal.db") as journal:
        for moment, event in enumerate(EVENTS):
            journal.append([event], float(moment))
        kept = folder / "kept"
        kept.mkdir()
        for name in ("journal.db", "journal.db-wal"):
            shutil.copy(folder / name, kept)
    return kept


def opened(torn: Path, folder: Path, log: bytes) -> tuple[Event, ...]:
    """The game of the journal whose write-ahead log is this, after one more event was written to it."""
    file = folder / "journal.db"
    for old in folder.glob("journal*"):
        old.unlink()
    shutil.copy(torn / "journal.db", file)
    file.with_name("journal.db-wal").write_bytes(log)
    with Journal(file) as journal:
        kept = journal.last_game()
        assert journal.notice is None
        if kept is None:
            journal.append(EVENTS[:1], 0.0)
        elif len(kept.events) < len(EVENTS):
            journal.append([EVENTS[len(kept.events)]], 9.0)
    return kept.events if kept else ()


def test_a_log_cut_at_every_sector_leaves_a_clean_beginning(torn: Path, tmp_path: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    cuts = range(0, len(log) + SECTOR, SECTOR)
    left = [opened(torn, tmp_path, log[:cut]) for cut in cuts]
    assert all(events == EVENTS[: len(events)] for events in left)
    assert all(len(fewer) <= len(more) for fewer, more in pairwise(left))
    assert {len(events) for events in left} == set(range(len(EVENTS) + 1))


@pytest.mark.parametrize("what", ["noise", "zeros", "its neighbour"])
def test_a_scrambled_sector_leaves_a_clean_beginning(torn: Path, tmp_path: Path, what: str) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    chance = random.Random(what)
    for sector in range(0, len(log) - SECTOR, SECTOR):
        neighbour = log[sector + SECTOR : sector + 2 * SECTOR]
        instead = {"noise": chance.randbytes(SECTOR), "zeros": bytes(SECTOR), "its neighbour": neighbour}[what]
        scrambled = log[:sector] + instead + log[sector + len(instead) :]
        events = opened(torn, tmp_path, scrambled)
        assert events == EVENTS[: len(events)]
        if scrambled == log:
            assert events == EVENTS


def test_a_log_that_lost_any_of_its_sectors_leaves_a_clean_beginning(torn: Path, tmp_path: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    chance = random.Random(11)
    for _ in range(60):
        sectors = [log[at : at + SECTOR] for at in range(0, len(log), SECTOR)]
        for at in chance.sample(range(len(sectors)), 3):
            sectors[at] = chance.randbytes(len(sectors[at]))
        events = opened(torn, tmp_path, b"".join(sectors))
        assert events == EVENTS[: len(events)]


def test_a_scrambled_sector_of_the_file_itself_leaves_a_clean_beginning(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append(EVENTS, 0.0)
    data = (tmp_path / "journal.db").read_bytes()
    chance = random.Random(3)
    for sector in range(0, len(data), SECTOR):
        folder = tmp_path / str(sector)
        folder.mkdir()
        scrambled = data[:sector] + chance.randbytes(SECTOR) + data[sector + SECTOR :]
        (folder / "journal.db").write_bytes(scrambled)
        with Journal(folder / "journal.db") as journal:
            kept = journal.last_game()
            events = kept.events if kept else ()
            assert events == EVENTS[: len(events)]
            if journal.notice:
                assert (folder / "journal.damaged-1.db").read_bytes() == scrambled
            else:
                assert events == EVENTS
