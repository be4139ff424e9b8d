"""The tests that want real pins, cameras and failing disks, run in an emulated machine that has them.

Run with ``pytest -m vm -s``; needs root on Debian for amd64 and ``pip install -e '.[vm]'``. ``CUTS=4`` and
``PLACES=20`` try more.
"""

import os
import sys

import pytest

from tests.vm.machine import prepared, run, why_not, with_radios

pytestmark = pytest.mark.vm

TAKEN_ALONG = ("CUTS", "PLACES")
"""Variables that say how much is tried."""

PATIENCE = 2400.0
"""Seconds that booting and all tests may take, on a machine that has other things to do."""


def test_everything_holds_on_the_kernels_own_pins_cameras_and_disks() -> None:
    if why := why_not():
        pytest.skip(why)
    said = tests_in_machine(
        *(f"{name}={os.environ[name]}" for name in TAKEN_ALONG if name in os.environ), of="tests/vm"
    )
    print(said[-20000:])


def test_a_phone_reaches_the_table_in_its_own_network_on_virtual_radios() -> None:
    if why := why_not():
        pytest.skip(why)
    said = tests_in_machine(with_radios(prepared()), of="tests/vm/inside/test_own_network.py")
    print(*(line for line in said.splitlines() if line.startswith("SECONDS")), sep="\n")


def tests_in_machine(*settings: str, of: str) -> str:
    """Run those tests in the emulated machine; return what it said."""
    pytest_ = [sys.executable, "-m", "pytest", "-m", "vm", "-p", "no:cacheprovider", "-v", "-rA", "--tb=short", of]
    # each plugin takes seconds to load
    status, said = run(prepared(), ["env", "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1", *settings, *pytest_], PATIENCE)
    assert status == 0, said[-20000:]
    return said
