"""Starting the table until it runs: safe mode comes after three failures or when asked for, and goes by itself."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from device.backup import restore
from device.cameras.camera import Camera
from device.config import schema as configuration
from device.errors import DeviceError
from device.notices import Notices
from device.panels.factory import NullPanel
from device.runtime.assemble import run_table
from device.runtime.boot_count import MOST, TOO_LONG, BootCount
from device.runtime.start import RollHeld, Running, safe_page, start
from device.storage.database import InUse
from table.panel import Button


class Table:
    """A table whose starts go as listed: None runs to its end, an error is raised, a float is when it is ended."""

    def __init__(self, folder: Path, *outcomes: Exception | float | None) -> None:
        self.file = folder / "quarterdeck.toml"
        self.file.touch()
        self.notices = Notices()
        self.served: list[tuple[str, bool]] = []
        self.outcomes = list(outcomes)
        self.now = 0.0

    def run(self, running: Running) -> None:
        running._clock = lambda: self.now
        running._began = self.now
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, float):
            self.now += outcome
            raise KeyboardInterrupt
        if outcome is not None:
            raise outcome
        running.ready()
        running.good()

    def start(self) -> None:
        starts = BootCount(self.file, runtime=self.file.parent / "run")
        serve: Callable[[str, bool], None] = lambda why, asked: self.served.append((why, asked))  # noqa: E731
        try:
            start(self.file, starts, self.notices, self.run, serve, (DeviceError,))
        finally:
            starts.close()


def test_a_start_that_fails_is_raised_and_the_third_in_a_row_is_answered_with_the_page(tmp_path: Path) -> None:
    table = Table(tmp_path, *[DeviceError(f"reason {number}") for number in range(MOST)], None)
    for number in range(MOST - 1):
        with pytest.raises(DeviceError, match=f"reason {number}"):
            table.start()
    assert table.served == []
    table.start()
    assert table.served == [("reason 2", False)]


def test_safe_mode_is_left_when_a_start_succeeds_and_says_the_latest_reason_until_then(tmp_path: Path) -> None:
    failures = [DeviceError("no camera"), DeviceError("no camera"), ValueError("a bug"), DeviceError("no room")]
    table = Table(tmp_path, *failures, None, DeviceError("again"))
    for _ in range(2):
        with pytest.raises(DeviceError):
            table.start()
    table.start()
    assert table.served == [("The program failed (ValueError: a bug).", False), ("no room", False)]
    with pytest.raises(DeviceError, match="again"):
        table.start()


def test_starts_beside_a_running_table_do_not_count_as_failed(tmp_path: Path) -> None:
    table = Table(tmp_path, *[InUse(tmp_path / "journal.db")] * (MOST + 1), None)
    for _ in range(MOST + 1):
        with pytest.raises(InUse):
            table.start()
    table.start()
    assert table.served == []


def test_a_start_beside_a_running_table_does_not_undo_its_backup(tmp_path: Path) -> None:
    table = Table(tmp_path, InUse(tmp_path / "journal.db"))
    before = tmp_path / "before-restore-1"
    before.mkdir()
    restore._write(table.file, restore.RestoreTrial(str(before), {}, (str(table.file),), done=True))
    with pytest.raises(InUse):
        table.start()
    assert restore.on_trial(table.file)
    assert table.file.exists()


def test_roll_held_is_answered_with_the_page_at_once(tmp_path: Path) -> None:
    table = Table(tmp_path, RollHeld())
    table.start()
    assert table.served == [("ROLL was held while the table started.", True)]


@pytest.mark.parametrize(("seconds", "counts"), [(1.0, False), (TOO_LONG + 1, True)])
def test_a_start_that_is_ended_has_failed_only_if_it_was_not_ready_for_long(
    tmp_path: Path, seconds: float, counts: bool
) -> None:
    table = Table(tmp_path, *[seconds] * (MOST + 1))
    for _ in range(MOST + 1):
        with pytest.raises(KeyboardInterrupt):
            table.start()
    assert bool(table.served) is counts


def test_a_backup_whose_start_fails_is_taken_away_and_the_start_made_again(tmp_path: Path) -> None:
    table = Table(tmp_path, DeviceError("no such host"), None)
    table.file.write_text("what was there before")
    before = tmp_path / "before-restore-1"
    before.mkdir()
    table.file.rename(before / "quarterdeck.toml")
    table.file.write_text("the backup's")
    trial = restore.RestoreTrial(str(before), {str(table.file): "quarterdeck.toml"}, (str(table.file),), done=True)
    restore._write(table.file, trial)
    table.start()
    assert table.file.read_text() == "what was there before"
    assert (tmp_path / "failed-restore-1" / "quarterdeck.toml").read_text() == "the backup's"
    assert table.notices.all == (
        "The backup can’t be used here: no such host. Your previous data is back; the backup’s files are in "
        "failed-restore-1.",
    )
    assert table.served == []
    assert not restore.on_trial(table.file)


class Held(NullPanel):
    """A panel with a finger on ROLL."""

    held = frozenset({Button.ROLL})


def no_camera() -> Camera:
    """Fail: the camera is not to be opened."""
    pytest.fail("the camera was opened")


def test_roll_held_at_the_start_asks_for_safe_mode_before_anything_is_touched(
    tmp_path: Path,
) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.touch()
    stop = threading.Event()
    stop.set()
    with pytest.raises(RollHeld, match="ROLL was held"):
        run_table(file, configuration.load(file), Held(), no_camera, (), print, stop)
    assert [one.name for one in tmp_path.iterdir()] == ["quarterdeck.toml"]


def test_the_page_is_served_where_the_configuration_says(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n')
    server = safe_page(file, "why")
    assert server.host == "127.0.0.1"
    server.close()


@pytest.mark.parametrize("text", ["[web", '[web]\nhost = "127.0.0.1"\nport = {port}\n', '[web]\nhost = "192.0.2.1"\n'])
def test_a_page_that_cannot_be_served_there_is_served_elsewhere(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quarterdeck.toml"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        file.write_text(text.format(port=port))
        server = safe_page(file, "why")
        assert server.port != port
        server.close()
