"""The tests that want real pins, cameras and failing disks, run in an emulated machine that has them.

Run with ``pytest -m vm -s``; needs root on Debian for amd64 and ``pip install -e '.[vm]'``. ``CUTS=4`` and
``PLACES=20`` try more.
"""

import os
import sys

import pytest

from tests.vm.machine import prepared, run, why_not

pytestmark = pytest.mark.vm

TAKEN_ALONG = ("CUTS", "PLACES")
"""Variables that say how much is tried."""

PATIENCE = 2400.0
"""Seconds that booting and all tests may take, on a machine that has other things to do."""


def test_everything_holds_on_the_kernels_own_pins_cameras_and_disks() -> None:
    if why := why_not():
        pytest.skip(why)
    tests = [
        "env",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1",  # each takes seconds to load
        *(f"{name}={os.environ[name]}" for name in TAKEN_ALONG if name in os.environ),
        sys.executable,
        "-m",
        "pytest",
        "-m",
        "vm",
        "-p",
        "no:cacheprovider",
        "-v",
        "-rA",
        "--tb=short",
        "tests/vm",
    ]
    status, said = run(prepared(), tests, PATIENCE)
    print(said[-20000:])
    assert status == 0, said[-20000:]
