"""How far a journal has come, kept beside it."""

import random
from pathlib import Path

import pytest

from device.storage.acknowledged import SLOT, Acknowledged, Extent, file_of

ID = "0123456789abcdef" * 2


def test_the_latest_note_is_kept(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    kept = Acknowledged(journal)
    assert kept.kept is None
    for events in range(1, 6):
        kept.note(Extent(ID, events, 1, suspect=events == 5))
    kept.close()
    assert Acknowledged(journal).kept == Extent(ID, 5, 1, suspect=True)
    assert file_of(journal).stat().st_size == 2 * SLOT


def test_a_note_that_was_cut_short_leaves_the_one_before(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    kept = Acknowledged(journal)
    kept.note(Extent(ID, 1, 1))
    kept.note(Extent(ID, 2, 1))
    kept.close()
    whole = file_of(journal).read_bytes()
    for place in range(len(whole)):
        file_of(journal).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert Acknowledged(journal).kept in (Extent(ID, 1, 1), Extent(ID, 2, 1))
        file_of(journal).write_bytes(whole[:place])
        assert Acknowledged(journal).kept in (None, Extent(ID, 1, 1), Extent(ID, 2, 1))


@pytest.mark.parametrize("size", [0, 1, 64, 127, 128, 5000])
def test_any_bytes_are_as_good_as_no_file(tmp_path: Path, size: int) -> None:
    journal = tmp_path / "journal.db"
    chance = random.Random(size)
    for _ in range(20):
        file_of(journal).write_bytes(chance.randbytes(size))
        assert Acknowledged(journal).kept is None


def test_a_place_that_cannot_be_written_hinders_nothing(tmp_path: Path) -> None:
    file_of(tmp_path / "journal.db").mkdir()
    for journal in (tmp_path / "journal.db", tmp_path / "nowhere" / "journal.db"):
        kept = Acknowledged(journal)
        kept.note(Extent(ID, 1, 1))
        kept.sync()
        kept.close()
        assert kept.kept == Extent(ID, 1, 1)
