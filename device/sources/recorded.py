"""A recording as a camera: its video or pictures, frame by frame, at the pace they were taken or as fast as it goes."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, Self

import cv2
import numpy as np

from device.cameras.camera import Frame, Image
from device.errors import BadRecording
from device.recording.format import Recording, picture_name
from vision.i18n import gettext as _


class Film(Protocol):
    """Sequence of the frames of a recording."""

    def wind(self) -> bool:
        """Advance to the next frame. Return False if there is none."""
        ...

    def picture(self) -> Image | None:
        """Return the present frame, (h, w, 3) uint8 BGR, or None if it is damaged."""
        ...

    def close(self) -> None:
        """Close the files."""
        ...


class Video:
    """A video file. Raises :class:`BadRecording` if the file is not a video."""

    def __init__(self, file: Path) -> None:
        self._capture = cv2.VideoCapture(str(file), cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
        if not self._capture.isOpened():
            raise BadRecording(_("{file} is not a video that can be played: copy or make it again.", file=file))

    def wind(self) -> bool:
        """Advance to the next frame. Return False at the end."""
        return self._capture.grab()

    def picture(self) -> Image | None:
        """Return the present frame, decoded."""
        ok, image = self._capture.retrieve()
        return np.asarray(image, np.uint8) if ok else None

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class PictureFolder:
    """A folder of JPEGs, numbered from 000000.jpg."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = -1

    def wind(self) -> bool:
        """Advance to the next file. Return False if it does not exist."""
        self._number += 1
        return self._file.is_file()

    def picture(self) -> Image | None:
        """Return the present image, decoded, or None if it is incomplete."""
        data = self._file.read_bytes()
        if not data.endswith(b"\xff\xd9"):
            return None
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        return None if image is None else np.asarray(image, np.uint8)

    def close(self) -> None:
        """Do nothing: no file is open between two images."""

    @property
    def _file(self) -> Path:
        return self._folder / picture_name(self._number)


class RecordedSource:
    """Replays the frames of a recording, from the first one later than ``after`` seconds.

    At a ``speed`` of 1 each frame comes at its time (at 2, twice as fast). Frames that the reader was too slow for come
    late, until the pace is reached again: recorded presses do not wait for a slow reader. Without a speed the frames
    come one right after the other.
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
        self._place = folder / (recording.video or recording.pictures or "")
        self._times = [frame.t for frame in recording.frames]
        self._first = sum(moment <= after for moment in self._times)
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._film: Film = Video(self._place) if recording.video else PictureFolder(self._place)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames. Raises :class:`BadRecording` if frames are missing or damaged."""
        began = self._clock()
        for number, moment in enumerate(self._times):
            if not self._film.wind():
                raise BadRecording(
                    _(
                        "{file} ends after {number} of {frames} frames: copy it again.",
                        file=self._place,
                        number=number,
                        frames=len(self._times),
                    )
                )
            if number < self._first:
                continue
            if self._speed:
                due = began + (moment - self._times[self._first]) / self._speed
                self._sleep(max(0.0, due - self._clock()))
            image = self._film.picture()
            if image is None:
                raise BadRecording(
                    _(
                        "{file} is damaged at frame {number}: copy or make it again.",
                        file=self._place,
                        number=number,
                    )
                )
            yield Frame(image, moment, number)

    def calm(self, still: bool) -> None:
        """Do nothing: every frame is yielded."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._film.close()
