"""How long a capture takes with the real thread and clock: mock pins, and a camera whose exposures are known.

Run with ``pytest -m long tests/device/lamps/test_real_time.py``.
"""

import time
from collections.abc import Iterator

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.config.schema import LampsConfig
from device.lamps.capture import LampCapture
from device.lamps.gpio import GpioLamps
from tests.device.lamps.lit import LitCamera
from tests.device.lamps.test_capture import LEVELS, PICTURES
from vision import LampSide

CAPTURES = 20


class LiveCamera(LitCamera):
    """The same camera on the machine's clock: each frame comes when it is due, and is seen with what was switched."""

    def frames(self) -> Iterator[Frame]:
        self.began = time.monotonic()
        for number in range(100_000):
            begin = self.began + number / self.rate
            end = begin + self.taking
            time.sleep(max(0.0, end + self.late - time.monotonic()))
            settings = {"began": begin, "ended": end, "period": 1 / self.rate}
            yield Frame(self.image(begin, end), time.monotonic(), number, settings)


@pytest.mark.long
@pytest.mark.usefixtures("pins")
@pytest.mark.parametrize(
    ("rate", "taking"), [(10.0, 0.038), (30.0, 0.028), (30.0, 0.038), (40.0, 0.028), (40.0, 0.038), (60.0, 0.038)]
)
def test_a_capture_on_the_machines_clock(rate: float, taking: float) -> None:
    seconds: list[float] = []
    given_up = 0
    with GpioLamps(LampsConfig(pins=(16, 20, 21, 26))) as lamps:
        capture = LampCapture(lamps, 0.25)
        for frame in LiveCamera(lamps, lambda _: PICTURES, rate=rate, taking=taking).frames():
            if capture.base is None:
                if len(seconds) + given_up == CAPTURES:
                    break
                if frame.number % 7 == 3 and not capture.is_lit(frame):
                    began = time.monotonic()
                    given_up += not capture.begin(frame)
            elif pictures := capture.take(frame):
                seconds.append(time.monotonic() - began)
                assert {side: int(image.min()) for side, image in pictures.lamps.items()} == LEVELS
                assert {side: int(image.max()) for side, image in pictures.lamps.items()} == LEVELS
            elif capture.is_late(frame):
                given_up += 1
    figures = "" if not seconds else f"mean {np.mean(seconds):.3f} s, most {max(seconds):.3f} s, "
    print(
        f"{rate:.0f} frames/s, exposure and readout {1000 * taking:.0f} ms: {figures}given up {given_up} of {CAPTURES}"
    )
    assert set(lamps.sides) <= set(LampSide)
