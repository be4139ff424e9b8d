"""The tests that want real pins and real cameras, run in an emulated machine that has both."""

import sys

import pytest

from tests.vm.machine import prepared, run, why_not

pytestmark = pytest.mark.vm

PATIENCE = 2400.0
"""Seconds that booting and all tests may take, on a machine that has other things to do."""


def test_everything_holds_on_the_kernels_own_pins_and_cameras() -> None:
    if why := why_not():
        pytest.skip(why)
    tests = [
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
    print(said[-6000:])
    assert status == 0, said[-6000:]
