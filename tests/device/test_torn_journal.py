"""What power cuts and rotten cards do to a journal: it opens, and says so if a confirmed event is missing."""

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from device.journal.journal import Journal
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
FILES = ("journal.db", "journal.db-wal", "journal.acknowledged")


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal as a power cut leaves it: its events are in the write-ahead log."""
    folder = tmp_path_factory.mktemp("torn")
    with Journal(folder / "journal.db") as journal:
        for moment, event in enumerate(EVENTS):
            journal.append([event], float(moment))
        kept = folder / "kept"
        kept.mkdir()
        for name in FILES:
            shutil.copy(folder / name, kept)
    return kept


def opened(torn: Path, folder: Path, log: bytes, *, acknowledged: bool) -> tuple[tuple[Event, ...], bool]:
    """The events of the journal whose write-ahead log is this, and whether it says that something was wrong.

    One more event is written to it. ``acknowledged``: the file that says how far the journal had come is there.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in FILES[: 3 if acknowledged else 2]:
        shutil.copy(torn / name, folder)
    (folder / "journal.db-wal").write_bytes(log)
    with Journal(folder / "journal.db") as journal:
        kept = journal.last_game()
        if kept is None:
            journal.append(EVENTS[:1], 0.0)
        elif len(kept.events) < len(EVENTS):
            journal.append([EVENTS[len(kept.events)]], 9.0)
        events = kept.events if kept else ()
        assert events == EVENTS[: len(events)]
        return events, bool(journal.notices)


def test_a_log_cut_at_every_sector_leaves_a_clean_beginning(torn: Path, quick: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    cuts = range(0, len(log) + SECTOR, SECTOR)
    left = [opened(torn, quick / "cut", log[:cut], acknowledged=False) for cut in cuts]
    assert not any(told for _, told in left)
    assert all(len(fewer) <= len(more) for (fewer, _), (more, _) in pairwise(left))
    assert {len(events) for events, _ in left} == set(range(len(EVENTS) + 1))


def test_a_log_that_lost_confirmed_events_says_so(torn: Path, quick: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    for cut in range(0, len(log) + SECTOR, SECTOR):
        events, told = opened(torn, quick / "cut", log[:cut], acknowledged=True)
        assert told or events == EVENTS
        assert not told or cut < len(log)


@pytest.mark.parametrize("what", ["noise", "zeros", "its neighbour"])
def test_a_scrambled_sector_costs_no_event_that_lies_elsewhere_too(torn: Path, quick: Path, what: str) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    chance = random.Random(what)
    for sector in range(0, len(log) - SECTOR, SECTOR):
        neighbour = log[sector + SECTOR : sector + 2 * SECTOR]
        instead = {"noise": chance.randbytes(SECTOR), "zeros": bytes(SECTOR), "its neighbour": neighbour}[what]
        scrambled = log[:sector] + instead + log[sector + len(instead) :]
        events, told = opened(torn, quick / "scrambled", scrambled, acknowledged=True)
        assert len(events) >= len(EVENTS) - 1
        assert told or events == EVENTS


def test_a_flipped_bit_in_the_log_costs_the_latest_event_at_most(torn: Path, quick: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    chance = random.Random(7)
    for _ in range(60):
        flipped = bytearray(log)
        flipped[chance.randrange(len(log))] ^= 1 << chance.randrange(8)
        events, told = opened(torn, quick / "flipped", bytes(flipped), acknowledged=True)
        assert told or events == EVENTS
        assert len(events) >= len(EVENTS) - 1


def test_a_log_that_lost_any_of_its_sectors_says_so(torn: Path, quick: Path) -> None:
    log = (torn / "journal.db-wal").read_bytes()
    chance = random.Random(11)
    for _ in range(40):
        sectors = [log[at : at + SECTOR] for at in range(0, len(log), SECTOR)]
        for at in chance.sample(range(len(sectors)), 3):
            sectors[at] = chance.randbytes(len(sectors[at]))
        events, told = opened(torn, quick / "lost", b"".join(sectors), acknowledged=True)
        assert told or events == EVENTS


def test_a_scrambled_sector_of_the_file_itself_leaves_a_clean_beginning(quick: Path) -> None:
    with Journal(quick / "journal.db") as journal:
        journal.append(EVENTS, 0.0)
    data = (quick / "journal.db").read_bytes()
    chance = random.Random(3)
    for sector in range(0, len(data), SECTOR):
        folder = quick / str(sector)
        folder.mkdir()
        scrambled = data[:sector] + chance.randbytes(SECTOR) + data[sector + SECTOR :]
        (folder / "journal.db").write_bytes(scrambled)
        with Journal(folder / "journal.db") as journal:
            kept = journal.last_game()
            events = kept.events if kept else ()
            assert events == EVENTS[: len(events)]
            if journal.notices:
                assert (folder / "journal.damaged-1.db").read_bytes() == scrambled
            else:
                assert events == EVENTS
