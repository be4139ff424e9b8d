"""The tests that want libcamera and picamera2, run in a room that has both.

Run with ``pytest -m libcamera -s``; needs root on Debian for amd64, and fetches what it needs the first time.
"""

import pytest

from tests.libcamera.room import furnished, inside, why_not

pytestmark = pytest.mark.libcamera

PYTEST = "/opt/python/bin/python -m pytest -m libcamera -W default -p no:cacheprovider -q -rA tests/libcamera"
"""The warnings there are picamera2's own, and not ours to mend."""

COMMAND = f"cd /opt/quarterdeck && timeout 600 {PYTEST}"


def test_everything_holds_with_the_real_picamera2() -> None:
    if why := why_not():
        pytest.skip(why)
    print(inside(furnished(), "sh", "-c", COMMAND)[-6000:])
