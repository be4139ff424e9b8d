"""What is the same for all benchmarks: one thread, as on a Pi with other things to do, and frames of a recording."""

from collections.abc import Callable, Iterator
from itertools import islice

import cv2
import pytest

from device.cameras.camera import Image
from device.recording.format import LabelledFrame, load
from device.sources.recorded import RecordedSource
from tests.end_to_end.program import RECORDING


def images_where(holds: Callable[[LabelledFrame], bool], count: int) -> list[Image]:
    """The first pictures of the recording of which that holds, each with its own noise."""
    recording = load(RECORDING)
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        found = (frame.image for frame in camera.frames() if holds(recording.frames[frame.number]))
        return list(islice(found, count))


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
