"""Starts that fail, and when the page of safe mode is served before the next one."""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from device.notices import Notices
from device.runtime.boot_count import CRASH, FILE, MOST, BootCount, runtime_folder


def configured(folder: Path) -> Path:
    """Return a configuration in that folder."""
    file = folder / "quarterdeck.toml"
    file.touch()
    return file


def start(folder: Path, why: str | None = None) -> str | None:
    """Make one start, which fails for that reason or is killed; return why the page was served before it."""
    starts = BootCount(configured(folder), runtime=folder / "run")
    (folder / "run").mkdir(exist_ok=True)
    before = starts.why
    if why:
        starts.failed(why)
    return before


def test_after_three_failed_starts_the_page_says_why(tmp_path: Path) -> None:
    assert [start(tmp_path, f"reason {number}") for number in range(MOST)] == [None] * MOST
    assert start(tmp_path) == "reason 2"
    assert start(tmp_path) == "reason 2"


def test_starts_that_were_killed_have_not_failed(tmp_path: Path) -> None:
    assert [start(tmp_path) for _ in range(9)] == [None] * 9
    start(tmp_path, "reason")
    assert [start(tmp_path) for _ in range(9)] == [None] * 9


def test_a_good_start_ends_the_row(tmp_path: Path) -> None:
    for _ in range(MOST):
        start(tmp_path, "reason")
    good = BootCount(configured(tmp_path), runtime=tmp_path / "run")
    good.succeeded()
    good.failed("a reason that comes after an hour of play")
    assert [start(tmp_path, "reason") for _ in range(MOST)] == [None] * MOST


def test_where_the_disk_takes_nothing_the_runtime_folder_counts(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    (tmp_path / FILE / "in the way").touch()
    assert [start(tmp_path, "reason") for _ in range(MOST + 1)] == [None] * MOST + ["reason"]
    BootCount(configured(tmp_path), runtime=tmp_path / "run").succeeded()
    assert start(tmp_path) is None


def test_the_later_count_holds(tmp_path: Path) -> None:
    """After a disk was read-only for a while, its older file does not bring safe mode back."""
    for _ in range(MOST):
        start(tmp_path, "reason")
    in_the_way = tmp_path / f"{FILE}.new"
    in_the_way.mkdir()
    BootCount(configured(tmp_path), runtime=tmp_path / "run").succeeded()
    assert start(tmp_path) is None
    in_the_way.rmdir()
    assert start(tmp_path, "reason") is None
    assert [file.name for file in (tmp_path / "run").iterdir()] == []


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"failed": "many"}', b"[]", b"\xff" * 40, b"\0" * 40, b"[" * 100_000, b'{"turn": 1e300}',
             b'{"turn": 99999999999999999999}', b'{"failed": -1}', b'{"why": "\\ud800"}']
)  # fmt: skip
def test_any_bytes_keep_nothing_from_starting_and_are_set_aside(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    notices = Notices()
    starts = BootCount(configured(tmp_path), notices, tmp_path / "run")
    assert starts.why is None
    assert (tmp_path / f"{FILE}.unreadable-1").read_bytes() == data
    assert notices.all == (
        f"{FILE} can’t be read: it was renamed to {FILE}.unreadable-1, and the table runs without it.",
    )
    starts.failed("reason")
    assert json.loads((tmp_path / FILE).read_bytes())["failed"] == 1


def test_each_changed_byte_keeps_nothing_from_starting(quick: Path) -> None:
    start(quick, "reason")
    start(quick, "reason")
    whole = (quick / FILE).read_bytes()
    chance = random.Random(3)
    for place in range(len(whole)):
        for value in chance.sample(range(256), 6):
            (quick / FILE).write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            starts = BootCount(configured(quick), runtime=quick / "nowhere")
            starts.failed("another")
            starts.succeeded()
        for aside in quick.glob(f"{FILE}.unreadable-*"):
            aside.unlink()


CRASHES = """
import os, signal, sys
from pathlib import Path
from device.runtime.boot_count import BootCount
starts = BootCount(Path(sys.argv[1]), runtime=Path(sys.argv[2]))
starts.begin()
os.kill(os.getpid(), int(sys.argv[3]))
"""


@pytest.mark.parametrize(
    ("signal_", "counts"),
    [(signal.SIGSEGV, True), (signal.SIGABRT, True), (signal.SIGBUS, True), (signal.SIGKILL, False)],
)
def test_a_crash_counts_as_failed_and_a_kill_does_not(tmp_path: Path, signal_: signal.Signals, counts: bool) -> None:
    config, runtime = configured(tmp_path), tmp_path / "run"
    for _ in range(MOST - 1):
        start(tmp_path, "reason")
    done = subprocess.run([sys.executable, "-c", CRASHES, config, runtime, str(int(signal_))], check=False)
    assert done.returncode == -signal_
    starts = BootCount(config, runtime=runtime)
    starts.begin()
    starts.close()
    assert (starts.why is not None) is counts
    if starts.why:
        assert starts.why.startswith("The program crashed (Fatal Python error: ")
    assert not (runtime / CRASH).exists()


def test_without_a_configuration_nothing_is_kept(tmp_path: Path) -> None:
    for _ in range(5):
        starts = BootCount(tmp_path / "none.toml", runtime=tmp_path / "run")
        starts.failed("reason")
    assert list(tmp_path.iterdir()) == []


def test_the_runtime_folder_is_systemds_or_one_of_this_user_alone(tmp_path: Path) -> None:
    assert runtime_folder(tmp_path / "a.toml", {"RUNTIME_DIRECTORY": "/run/quarterdeck"}) == Path("/run/quarterdeck")
    own = runtime_folder(tmp_path / "a.toml", {})
    assert own != runtime_folder(tmp_path / "b.toml", {})
    assert own.stat().st_mode & 0o777 == 0o700
