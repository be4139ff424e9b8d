"""The lock of a journal: who holds it, and who waits for it."""

import threading
import time
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.storage.database import InUse, JournalLock


def test_a_second_program_is_refused_at_once_without_patience(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    for opened in (JournalLock, Journal):
        with opened(file), pytest.raises(InUse, match="another Quarterdeck is running, stop it first"):
            opened(file)
    JournalLock(file).close()


def test_the_lock_is_waited_for_and_got_when_it_is_released(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    held = JournalLock(file)
    release = threading.Timer(0.3, held.close)
    release.start()
    with JournalLock(file, 30.0), pytest.raises(InUse):
        JournalLock(file)
    release.join()


def test_patience_ends(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with JournalLock(file):
        began = time.monotonic()
        with pytest.raises(InUse):
            JournalLock(file, 0.2)
        assert time.monotonic() - began >= 0.2
