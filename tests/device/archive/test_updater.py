"""The archive kept up to date beside a table: by which process, out of what, and by none where none is needed."""

import io
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from device.archive.builder import Given, compare, look_back, main, take_in
from device.archive.database import archive_of
from device.archive.schema import NoArchiveFile
from device.archive.updater import ArchiveUpdater
from device.journal.journal import Journal
from engine import Corrected
from engine.statistics.record import Record
from tests.device.journal.ledgers import WON

LEFT, REST = WON[:2], WON[2:]
DAY = 1.75e9
COMPARES, TAKES_IN, REBUILDS = (), ("-",), ("rebuild",)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(file: Path) -> Iterator[Journal]:
    with Journal(file, clock=lambda: DAY) as it:
        it.append(WON, 5.0)
        it.append(WON, 6.0)
    compare(file, archive_of(file))
    look_back(archive_of(file))
    with Journal(file, clock=lambda: DAY) as it:
        yield it


class Process:
    """A builder's process that is a thread of this one: the same program without the start of Python."""

    def __init__(self, command: list[str], stdin: Any, **_more: Any) -> None:
        self.returncode: int | None = None
        lines = io.StringIO(stdin.read().decode()) if hasattr(stdin, "read") else io.StringIO()
        self._thread = threading.Thread(target=self._run, args=(Path(command[3]), command[4:], lines), daemon=True)
        self._thread.start()

    def _run(self, journal: Path, how: list[str], lines: io.StringIO) -> None:
        try:
            sys.stdin = lines
            main(journal, *how)
            self.returncode = 0
        except SystemExit as end:
            self.returncode = int(str(end.code))
        except BaseException:
            self.returncode = 1
            raise

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        self._thread.join(timeout)
        return self.returncode

    def terminate(self) -> None:
        """It ends by itself."""

    kill = terminate


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    seen: list[tuple[str, ...]] = []

    class Seen(Process):
        def __init__(self, command: list[str], **more: Any) -> None:
            seen.append(tuple(command[4:]))
            super().__init__(command, **more)

    monkeypatch.setattr(sys, "stdin", sys.stdin)
    monkeypatch.setattr(subprocess, "Popen", Seen)
    return seen


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, "not within two minutes"
        time.sleep(0.02)


def is_in(archivist: ArchiveUpdater, number: int) -> Callable[[], bool]:
    return lambda: archivist.archive.checksum(number) is not None and record(archivist, number).looked_back


def record(archivist: ArchiveUpdater, number: int) -> Record:
    return archivist.archive.record(number) or Record(number, None)


def looks_on(archivist: ArchiveUpdater, times: int) -> None:
    """Wait until the archivist has looked so often from begin to end."""
    done: list[float] = []
    look = archivist._look

    def counted(now: float) -> None:
        look(now)
        done.append(now)

    archivist._look = counted  # type: ignore[method-assign]
    until(lambda: len(done) >= times)


def test_where_there_is_nothing_to_do_no_process_is_started(
    file: Path, journal: Journal, started: list[tuple[str, ...]]
) -> None:
    with ArchiveUpdater(file, journal, every=0.01) as archivist:
        looks_on(archivist, 20)
        assert not archivist.archive.is_behind
    assert started == []


def test_a_fault_of_the_archive_leaves_it_behind_and_is_tried_again(
    file: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    behind: list[bool] = []
    with ArchiveUpdater(file, journal, every=0.01, again=0.02) as archivist:
        look = archivist._look

        def fails_twice(now: float) -> None:
            behind.append(archivist.archive.is_behind)
            if len(behind) < 3:
                raise RuntimeError("a bad day")
            look(now)

        archivist._look = fails_twice  # type: ignore[method-assign]
        until(lambda: len(behind) > 4)
    assert behind[1:5] == [True, True, False, False]
    assert "a bad day" in capsys.readouterr().err


def test_a_new_journal_has_no_process_before_its_first_game_is_over(
    tmp_path: Path, started: list[tuple[str, ...]]
) -> None:
    with Journal(tmp_path / "new.db") as journal, ArchiveUpdater(journal.file, journal, every=0.01) as archivist:
        journal.append(LEFT, 1.0)
        until(lambda: record(archivist, 1).rolls == 1)
        assert started == []
        journal.append(REST, 2.0)
        until(is_in(archivist, 1))
    assert started == [TAKES_IN]


def test_a_game_that_is_closed_while_the_open_one_is_looked_at_comes_before_it(file: Path, journal: Journal) -> None:
    """Else the position of the open game tells of one that a power cut would leave out."""
    updater = ArchiveUpdater(file, journal)
    ended = updater.archive.ended

    def meanwhile() -> object:
        journal.append([*LEFT, *WON], 8.0)
        return ended()

    updater.archive.ended = meanwhile  # type: ignore[method-assign, assignment]
    updater._collect()
    before = [given.game for given in updater._waiting]
    assert before == sorted(before)
    assert before[-2:] == [3, 4]
    assert updater._waiting[-1].position != journal.course.position


def test_a_correction_after_the_end_is_taken_in_too(
    file: Path, journal: Journal, started: list[tuple[str, ...]]
) -> None:
    with ArchiveUpdater(file, journal, every=0.01) as archivist:
        journal.append([Corrected(2, (6, 5, 4, 6, 5))], 7.0)
        until(lambda: archivist.archive.ended() is None and is_in(archivist, 2)())
        assert record(archivist, 2).corrections == 1
    assert set(started) == {TAKES_IN}


def spoil(archive: Path) -> None:
    """Replace an archive by a file that is none, in one step."""
    spoilt = archive.with_name("spoilt")
    spoilt.write_bytes(b"\1" * 9000)
    spoilt.replace(archive)


@pytest.mark.parametrize(("step", "first"), [("_collect", [REBUILDS]), ("_start_what_is_wanted", [TAKES_IN, REBUILDS])])
def test_an_archive_that_is_spoilt_while_it_is_used_is_made_again(
    file: Path,
    journal: Journal,
    started: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    first: list[tuple[str, ...]],
) -> None:
    """Spoilt between two looks it is found by the next; in the middle of one, by the process that adds games."""
    real = getattr(ArchiveUpdater, step)

    def spoils_first(archivist: ArchiveUpdater, *now: float) -> None:
        if archivist._reads and archivist not in seen:
            spoil(archive_of(file))
            seen.append(archivist)
        real(archivist, *now)

    seen: list[ArchiveUpdater] = []
    monkeypatch.setattr(ArchiveUpdater, step, spoils_first)
    with ArchiveUpdater(file, journal, every=0.01, again=0.05) as archivist:
        until(lambda: seen)
        until(is_in(archivist, 1))
    assert started[: len(first)] == first
    assert REBUILDS not in started[len(first) :]


def test_an_archive_that_was_deleted_is_made_again(
    file: Path, journal: Journal, started: list[tuple[str, ...]]
) -> None:
    with ArchiveUpdater(file, journal, every=0.01) as archivist:
        looks_on(archivist, 1)  # in the middle of the first look a process would be started for it
        archive_of(file).unlink()
        until(is_in(archivist, 1))
    assert started == [COMPARES, TAKES_IN]
    archive_of(file).unlink()
    given = Given(2, DAY, [row[2:] for row in journal.rows], journal.course.position)
    with pytest.raises(NoArchiveFile):
        take_in([msgspec.json.encode(given).decode()], archive_of(file))


def test_what_has_just_ended_does_not_wait_for_the_coach(
    file: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that looks back is stopped, and the next one begins with what it was handed."""
    with ArchiveUpdater(file, journal, every=0.01) as archivist:
        journal.append(LEFT, 7.0)
        until(lambda: archivist._process is not None)
        monkeypatch.setattr(archivist, "_handed", 0)
        journal.append(REST, 8.0)
        until(is_in(archivist, 3))
