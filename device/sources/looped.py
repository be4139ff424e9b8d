"""Recording or folder of stills as a live camera, repeated without end at its own pace."""

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitches
from device.cameras.source import Shot
from device.errors import CameraLost
from device.recording.format import load
from device.recording.image_files import load_picture
from device.sources.recorded import LampFilm, RecordedSource, Shutter
from vision.i18n import gettext as _

STEP = 0.1
"""Seconds between frames of a still."""

SHOWN = 5.0
"""Seconds for which each still is shown."""

ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}


class PlayingSource:
    """Frames that come when their time has come; their time is that of a clock that runs ``speed`` times as fast.

    ``frames`` gives the frames of one round, with seconds from its beginning.
    """

    def __init__(
        self,
        frames: Callable[[], Iterator[Frame]],
        speed: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed = speed
        self._clock = clock
        self._sleep = sleep
        self._began = clock()
        self._frames = self._rounds(frames)
        self._now: Shot | None = None

    def _rounds(self, frames: Callable[[], Iterator[Frame]]) -> Iterator[Shot]:
        """Yield the frames of round after round, each one step after the previous round."""
        self._offset = self._began
        for _round in count():
            last = 0.0
            for frame in frames():
                last = frame.time
                yield Shot(frame.image, self._offset + frame.time)
            self._offset += last + STEP

    def advance(self, pause: float) -> bool:
        """Wait for the next frame, which is shown however often frames are wanted."""
        del pause
        self._now = next(self._frames)
        due = self._began + (self._now.time - self._began) / self._speed
        self._sleep(max(0.0, due - self._clock()))
        return True

    def shot(self) -> Shot | None:
        """Return the present frame."""
        return self._now

    def news(self) -> list[str]:
        """Return an empty list."""
        return []

    def locked(self) -> None:
        """Do nothing: the settings are fixed."""


class LitSource(PlayingSource):
    """A recording with lamp pictures, at the full rate of a camera, each picture under the light of its exposure.

    ``switches`` returns what the lamps do, on the clock of the pictures.
    """

    def __init__(
        self,
        frames: Callable[[], Iterator[Frame]],
        speed: float,
        film: LampFilm,
        switches: Callable[[], LampSwitches],
        *,
        shutter: Shutter = Shutter(),  # noqa: B008 - a frozen value
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(frames, speed, clock=clock, sleep=sleep)
        self._film = film
        self._switches = switches
        self._shutter = shutter
        self._time = self._began
        self._next = next(self._frames)
        self._lit: Shot | None = None

    def advance(self, pause: float) -> bool:
        """Wait for the next picture, and show it as the lamps light it."""
        self._time += max(self._shutter.period, pause)
        self._sleep(max(0.0, self._began + (self._time - self._began) / self._speed - self._clock()))
        while self._next.time <= self._time:
            self._now, self._next = self._next, next(self._frames)
        if self._now is None:
            return False
        begin = self._time - self._shutter.taking
        light = self._switches().during(begin, self._time)
        image = self._film.picture(self._now.image, self._time - self._offset, light)
        exposed = {"began": begin, "ended": self._time, "period": self._shutter.period}
        shown = {"shown": self._clock(), "speed": self._speed}
        self._lit = Shot(image, self._time, settings=exposed | shown)
        return True

    def shot(self) -> Shot | None:
        return self._lit


def recording_source(folder: Path, speed: float, switches: Callable[[], LampSwitches] = LampSwitches) -> PlayingSource:
    """Return the recording in that folder, under what its lamps do.

    Raises :class:`~device.errors.BadRecording` if there is none.
    """
    recording = load(folder)

    def frames() -> Iterator[Frame]:
        with RecordedSource(folder, recording, speed=None) as camera:
            yield from camera.frames()

    if recording.lamps:
        return LitSource(frames, speed, LampFilm(folder, recording), switches)
    return PlayingSource(frames, speed)


def stills_source(folder: Path, speed: float) -> PlayingSource:
    """Return the images in that folder, sorted by name. Raises :class:`CameraLost` if there are none."""
    files = sorted(file for file in folder.glob("*") if file.suffix.lower() in ENDINGS)
    if not files:
        raise CameraLost(
            _("There are no pictures in {folder}: set [camera] path to a folder of JPEG or PNG files.", folder=folder)
        )

    def frames() -> Iterator[Frame]:
        for place, file in enumerate(files):
            image, _depth = load_picture(file)
            for step in range(round(SHOWN / STEP)):
                yield Frame(image, place * SHOWN + step * STEP, step)

    return PlayingSource(frames, speed)
