"""A recording as a camera: its video, frame by frame, at the pace it was taken or as fast as it is read."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from device.cameras.camera import Frame
from device.errors import BadRecording
from device.recording import Recording


class RecordingCamera:
    """Plays the video of a recording, beginning with the first frame later than ``after`` seconds.

    At a ``speed`` of 1 the frames come when their time has come (at 2, twice as fast), and those that nobody had time
    for are dropped, as a camera does it. Without a speed they come one after the other, all of them.
    """

    def __init__(
        self,
        folder: Path,
        recording: Recording,
        *,
        speed: float | None,
        after: float = -1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._video = folder / recording.video
        self._times = [frame.t for frame in recording.frames]
        self._first = sum(moment <= after for moment in self._times)
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._capture = cv2.VideoCapture(str(self._video), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
        if not self._capture.isOpened():
            raise BadRecording(f"{self._video} is not a video that can be played: copy or make the recording again.")

    def frames(self) -> Iterator[Frame]:
        """Frames till the end; :class:`BadRecording` when the video is shorter than its labels say."""
        began = self._clock()
        for number, moment in enumerate(self._times):
            if not self._capture.grab():
                raise BadRecording(f"{self._video} ends after {number} of {len(self._times)} frames: copy it again.")
            if number < self._first:
                continue
            if self._speed:
                due = began + (moment - self._times[self._first]) / self._speed
                if self._clock() > due + self._patience(number) / self._speed:
                    continue
                self._sleep(max(0.0, due - self._clock()))
            ok, image = self._capture.retrieve()
            if not ok:
                raise BadRecording(f"{self._video} is damaged at frame {number}: copy or make the recording again.")
            yield Frame(np.asarray(image, np.uint8), moment, number)

    def _patience(self, number: int) -> float:
        """How many recorded seconds late a frame may come: until the next is due. The last is never dropped."""
        return self._times[number + 1] - self._times[number] if number + 1 < len(self._times) else float("inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._capture.release()
