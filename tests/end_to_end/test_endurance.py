"""Hours at the table: a recording played over and over at four times its speed; nothing grows.

``pytest -m long -s tests/end_to_end/test_endurance.py`` takes four hours of the table's time, ``SOAK_MINUTES=10`` ten
minutes. It is no faster, since two cores read no throws that lie for less than half a second.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from tests.end_to_end.processes import family_of, figures_of
from tests.end_to_end.program import RECORDING, ROOT, TABLE, configured

TABLE_HOURS = 4.0
SPEED = 4.0
WARM = 60.0
"""Seconds after which nothing may grow any more."""

MINUTES = float(os.environ.get("SOAK_MINUTES", str(60 * TABLE_HOURS / SPEED)))

CONFIG = f"""{TABLE}
starter = "Jonas"
[camera]
kind = "recording"
path = "{RECORDING}"
speed = {SPEED}
"""


@pytest.mark.long
def test_hours_of_play_leave_memory_and_files_as_they_were(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.end_to_end.looped", str(configured(tmp_path, CONFIG)), str(RECORDING)]
    seen = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as table:
        began = time.monotonic()
        time.sleep(WARM)
        first = family_of(table.pid)
        while time.monotonic() - began < 60 * MINUTES:
            seen.append(figures_of(table.pid))
            time.sleep(5)
        assert family_of(table.pid) == first, "the camera's process was restarted"
        table.terminate()
        events, cameras = map(int, table.communicate(timeout=60)[0].splitlines()[-1].split())
    third = len(seen) // 3
    early, late = (median(one.kilobytes for one in part) / 1024 for part in (seen[:third], seen[-third:]))
    files = {one.files for one in seen}
    print(f"\n{MINUTES:g} minutes at {SPEED:g}×: {early:.1f} MB in the first third and {late:.1f} MB in the last")
    print(f"{events} events confirmed, camera opened {cameras} time, files open: {sorted(files)}")
    assert cameras == 1
    assert events > MINUTES
    assert late < 1.03 * early
    assert max(files) - min(files) <= 2
