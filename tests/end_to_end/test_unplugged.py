"""A camera that is unplugged, freezes or dies while the table runs, and comes back; a phone scores meanwhile.

Fifty lost cameras with ``pytest -m long tests/end_to_end/test_unplugged.py``.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.device.cameras.fake_picamera2 import stand_in
from tests.end_to_end.phone import Phone
from tests.end_to_end.processes import family_of
from tests.end_to_end.program import TABLE, configured, ended, running
from tests.web.conftest import until

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

PATIENCE = 30.0
"""Seconds within which a camera is lost, and one that is there again is used again, whatever else the machine does."""


@pytest.mark.long
def test_a_camera_that_is_lost_fifty_times_in_a_row_is_found_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lose the camera by unplugging, killing and freezing it in turn; rolls entered by hand meanwhile are confirmed."""
    plug = tmp_path / "plug"
    plug.write_text("in")
    stand_in(tmp_path, monkeypatch, PICAMERA2.format(plug=str(plug)))
    with running("run", "--pair", "--config", configured(tmp_path, CONFIG)) as program:
        phone = Phone(program)

        def put(how: str) -> None:
            fresh = plug.with_name("plug.new")
            fresh.write_text(how)
            fresh.replace(plug)

        def kill() -> None:
            for child in family_of(program.pid)[1:]:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)

        def seconds_until(lost: bool) -> float:
            began = time.monotonic()
            until(lambda: (phone.state["camera"] == "lost") is lost, PATIENCE)
            return time.monotonic() - began

        ways: list[Callable[[], None]] = [lambda: put("unplugged"), kill, lambda: put("frozen")]
        found, confirmed = [], []
        seconds_until(lost=False)
        time.sleep(2)
        for lose in islice(cycle(ways), 50):
            lose()
            seconds_until(lost=True)
            confirmed.append(phone.play())
            put("in")
            found.append(seconds_until(lost=False))
            time.sleep(0.5)
        assert ended(program) == 0
    print(
        f"\nlost 50 times, found again within {max(found):.1f} s each, {sum(found) / 50:.1f} s on average; "
        f"50 things told by hand meanwhile, each confirmed within {1000 * max(confirmed):.0f} ms"
    )
