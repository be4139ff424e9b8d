"""Hours at the table: a recording played over and over at four times its speed, and nothing grows.

``python -m tests.end_to_end.test_soak CONFIG RECORDING`` is the table that is soaked. With ``--tell`` it prints each
event as it is confirmed, and lets a phone take the helm.

Run with ``pytest -m long -s tests/end_to_end/test_soak.py``; ``SOAK_MINUTES=10`` instead of an hour.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from device.cli.context import warn
from device.config import schema as configuration
from device.observer import Observer
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from engine import encode
from table.session import ConfirmedEvent
from tests.end_to_end.looped import LoopedCamera
from tests.end_to_end.processes import Figures, family_of, figures_of
from tests.end_to_end.program import RECORDING, ROOT, TABLE

MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
"""How long; ``SOAK_MINUTES=10 pytest -m long -s -k soak`` soaks for ten."""

WARM = 60.0
"""Seconds after which nothing may grow any more."""

SPEED = 4.0

TOLD = "told "
"""How a line begins that is an event."""

CONFIG = f"""{TABLE}
starter = "Jonas"
[camera]
kind = "recording"
path = "{RECORDING}"
speed = {SPEED}
"""


@pytest.mark.long
def test_an_hour_of_play_at_four_times_its_speed_leaves_memory_and_files_as_they_were(tmp_path: Path) -> None:
    config = tmp_path / "quarterdeck.toml"
    config.write_text(CONFIG)
    command = [sys.executable, "-m", "tests.end_to_end.test_soak", str(config), str(RECORDING)]
    seen: list[Figures] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
        began = time.monotonic()
        time.sleep(WARM)
        first = family_of(table.pid)
        while time.monotonic() - began < 60 * MINUTES:
            seen.append(figures_of(table.pid))
            time.sleep(5)
        assert family_of(table.pid) == first, "the camera's process was restarted"
        table.terminate()
        told = table.communicate(timeout=60)[0].splitlines()
    events, cameras = map(int, told[-1].split())
    third = len(seen) // 3
    early, late = (sorted(one.kilobytes for one in part)[third // 2] for part in (seen[:third], seen[-third:]))
    files = {one.files for one in seen}
    print(
        f"\n{MINUTES:g} minutes at {SPEED:g}×: {events} events confirmed, camera opened {cameras} time, "
        f"{early / 1024:.1f} MB in the first third and {late / 1024:.1f} MB in the last, files open: {sorted(files)}"
    )
    assert cameras == 1
    assert events > MINUTES
    assert late < 1.03 * early
    assert max(files) - min(files) <= 2


class Counted(Observer):
    """Counts the confirmed events, and prints them as the journal has them where that is wanted."""

    def __init__(self, *, prints: bool) -> None:
        self._prints = prints
        self.events = 0

    def confirmed(self, event: ConfirmedEvent) -> None:
        """Count the event."""
        self.events += 1
        if self._prints:
            print(TOLD + encode(event.event), flush=True)


def main() -> None:
    """Run the table until it is terminated."""
    file, recording = map(Path, sys.argv[1:3])
    tells = "--tell" in sys.argv[3:]
    counted, stop = Counted(prints=tells), threading.Event()
    config = configuration.load(file)
    camera = LoopedCamera(recording, LockedCamera(file, config.camera, warn).open)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    run_table(file, config, camera.panel, camera.open, (counted,), warn, stop, pair=tells)
    print(counted.events, camera.opened, flush=True)


if __name__ == "__main__":
    main()
