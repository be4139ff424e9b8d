"""What power cuts leave of a journal: it opens, and says so if a confirmed event is missing. See also `test_rot`."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.errors import BadJournal
from device.journal.journal import Journal
from device.journal.reader import reading
from device.storage.salvage import salvage
from engine import Event, Rolled, Started, Stopped, encode

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


def test_a_hole_in_the_log_is_told_also_if_nothing_says_how_far_the_journal_had_come(torn: Path, quick: Path) -> None:
    log = bytearray((torn / "journal.db-wal").read_bytes())
    log[len(log) // 2] ^= 1
    events, told = opened(torn, quick / "hole", bytes(log), acknowledged=False)
    assert told
    assert len(events) >= len(EVENTS) - 1


@pytest.mark.parametrize("sizes", [(0, 1, 16, 17, 50, 99), pytest.param(range(100), marks=pytest.mark.long)])
@pytest.mark.parametrize("acknowledged", [True, False])
def test_a_log_whose_file_was_emptied_is_put_aside_and_all_events_come_back(
    torn: Path, quick: Path, acknowledged: bool, sizes: Sequence[int]
) -> None:
    whole = (torn / "journal.db").read_bytes()
    for size in (None, *sizes):
        folder = quick / "emptied"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(torn, folder, ignore=None if acknowledged else shutil.ignore_patterns("*.acknowledged"))
        (folder / "journal.db").write_bytes(whole[:size])
        if size is None:
            (folder / "journal.db").unlink()
        with Journal(folder / "journal.db") as journal:
            kept = journal.last_game()
            assert kept
            assert kept.events == EVENTS, size
            assert "all 6 confirmed events were saved" in journal.notices[0], size
        assert (folder / "journal.damaged-1.db-wal").read_bytes() == (torn / "journal.db-wal").read_bytes(), size


@pytest.mark.parametrize("made", [b"", b"no database"])
def test_what_a_repair_left_unfinished_does_not_hide_the_log(torn: Path, quick: Path, made: bytes) -> None:
    for name in FILES:
        shutil.copy(torn / name, quick)
    (quick / "journal.db").unlink()
    (quick / "journal.db.made").write_bytes(made)
    with Journal(quick / "journal.db") as journal:
        assert "all 6 confirmed events were saved" in journal.notices[0]


def test_a_copy_of_an_emptied_journal_is_not_taken_for_a_new_one(torn: Path, quick: Path) -> None:
    for name in FILES:
        shutil.copy(torn / name, quick)
    (quick / "journal.db").write_bytes(b"")
    with pytest.raises(BadJournal, match="damaged"), reading(quick / "journal.db"):
        pass
    assert (quick / "journal.db-wal").stat().st_size


def test_events_that_a_repair_did_not_find_are_missed_after_a_power_cut_in_it(quick: Path) -> None:
    with Journal(quick / "journal.db") as journal:
        journal.append(EVENTS, 0.0)
    kept = (quick / "journal.acknowledged").read_bytes()
    data = (quick / "journal.db").read_bytes()
    last = data.index(encode(EVENTS[-1]).encode())
    (quick / "journal.db").write_bytes(data[:last] + b"?" + data[last + 1 :])
    salvage(quick / "journal.db")
    (quick / "journal.db").rename(quick / "journal.db.made")
    (quick / "journal.acknowledged").write_bytes(kept)
    with Journal(quick / "journal.db") as journal:
        assert "has lost 1 confirmed events" in journal.notices[0]
