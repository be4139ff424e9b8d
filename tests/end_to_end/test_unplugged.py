"""A camera that is unplugged, freezes or dies while the table runs, and comes back; a phone scores meanwhile.

Fifty lost cameras with ``pytest -m long tests/end_to_end/test_unplugged.py``.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

import pytest

from device.cameras.process import Patience
from tests.device.cameras.fake_picamera2 import stand_in
from tests.end_to_end.phone import Phone
from tests.end_to_end.program import TABLE, running

CONFIG = f"""{TABLE}
[camera]
kind = "pi"
exposure = 20000
"""

PICAMERA2 = """
from pathlib import Path
from tests.device.cameras.fake_picamera2 import Board, grey_tray, library

PLUG = Path({plug!r})

class Plugged(Board):
    def __init__(self):
        super().__init__(fault="none" if PLUG.read_text() != "unplugged" else "no camera")
        self.picture = lambda number: grey_tray(0 if PLUG.read_text() == "frozen" else number)

    def __getattribute__(self, name):
        if name == "fault" and PLUG.read_text() == "unplugged":
            return "blocked" if super().__getattribute__(name) == "none" else "no camera"
        return super().__getattribute__(name)

it = library(Plugged())
Picamera2, controls = it.Picamera2, it.controls
"""

FOUND_AGAIN = 10.0
"""Seconds within which a camera that is there again is used again."""


class Plug:
    """What can be done to the camera of a table that runs."""

    def __init__(self, folder: Path, program: subprocess.Popen[str]) -> None:
        self._plug = folder / "plug"
        self._program = program
        self.phone = Phone(program)

    def set(self, how: str) -> None:
        """“in”, “unplugged” or “frozen”."""
        fresh = self._plug.with_name("plug.new")
        fresh.write_text(how)
        fresh.replace(self._plug)

    def kill(self) -> None:
        """Kill the camera's process."""
        children = Path(f"/proc/{self._program.pid}/task/{self._program.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)

    @property
    def lost(self) -> bool:
        """Whether the page says that the camera is lost."""
        return bool(self.phone.state["mode"] == "lost")

    def seconds_until(self, lost: bool, most: float) -> float:
        """How long it takes until the camera is lost, or found."""
        began = time.monotonic()
        while self.lost is not lost:
            assert time.monotonic() - began < most, f"after {most} seconds the camera is {'not ' * lost}lost"
            time.sleep(0.05)
        return time.monotonic() - began


@contextmanager
def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """A table that runs with such a camera."""
    (folder / "quarterdeck.toml").write_text(CONFIG)
    (folder / "plug").write_text("in")
    stand_in(folder, monkeypatch, PICAMERA2.format(plug=str(folder / "plug")))
    with running("run", "--pair", "--config", folder / "quarterdeck.toml") as program:
        yield Plug(folder, program)
        program.terminate()
        assert program.wait(60) == 0
        assert program.stdout is not None
        assert "Traceback" not in program.stdout.read()


def lose_and_find(plug: Plug, times: int) -> tuple[list[float], list[float]]:
    """Unplug it so many times, kill its process now and then, and freeze it.

    How long it took each time to find it again, and how long what was told by hand meanwhile took to be confirmed.
    """
    found, confirmed = [], []
    ways: list[tuple[Callable[[], None], float]] = [
        (lambda: plug.set("unplugged"), Patience().next + 1),
        (plug.kill, Patience().next + 1),
        (lambda: plug.set("frozen"), 5.0),
    ]
    plug.seconds_until(lost=False, most=30)
    time.sleep(2)
    for lose, within in islice(cycle(ways), times):
        lose()
        plug.seconds_until(lost=True, most=within + 0.5)
        confirmed.append(plug.phone.play())
        plug.set("in")
        found.append(plug.seconds_until(lost=False, most=FOUND_AGAIN))
        time.sleep(0.5)
    return found, confirmed


@pytest.mark.long
def test_a_camera_that_is_lost_fifty_times_in_a_row_is_found_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path, monkeypatch) as plug:
        found, confirmed = lose_and_find(plug, 50)
    print(
        f"\nlost 50 times, found again within {max(found):.1f} s each, {sum(found) / 50:.1f} s on average; "
        f"50 things told by hand meanwhile, each confirmed within {1000 * max(confirmed):.0f} ms"
    )
    assert max(confirmed) < 2.0
