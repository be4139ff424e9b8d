"""A recording as a camera: its video or pictures, frame by frame, at the pace they were taken or as fast as it goes."""

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Protocol, Self

import cv2
import numpy as np

from device.cameras.camera import Frame, Image, Shot
from device.cameras.lamp_switches import LampSwitches, Light
from device.errors import BadRecording, CameraLost
from device.recording.format import Recording, load, picture_name
from device.recording.image_files import load_picture
from vision.i18n import gettext as _

SAME_REST = 1.5
"""Maximum seconds between lamp pictures and the frames of the same rest."""


PERIOD, TAKING = 0.025, 0.028
"""Timing of the camera that a recording stands for, in seconds: from one frame to the next, and from the beginning of a
frame's exposure to the end of its readout."""


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
        return self._capture.grab()

    def picture(self) -> Image | None:
        ok, image = self._capture.retrieve()
        return np.asarray(image, np.uint8) if ok else None

    def close(self) -> None:
        self._capture.release()


class PictureFolder:
    """A folder of JPEGs, numbered from 000000.jpg."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = -1

    def wind(self) -> bool:
        self._number += 1
        return self._file.is_file()

    def picture(self) -> Image | None:
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


class LampFilm:
    """The lamp pictures of a recording, in the times of its frames."""

    def __init__(self, folder: Path, recording: Recording) -> None:
        self._folder = folder
        self._shots = recording.lamps
        self._kept: tuple[str, Image] | None = None

    def picture(self, base: Image, moment: float, light: Light) -> Image:
        """Return the picture at that moment under that light. Under a change the upper half still shows the base.

        ``base`` is the picture under all lamps at base level, which is also that of a lamp of which there is none.
        Raises :class:`BadRecording` if a file is damaged.
        """
        if light == "base":
            return base
        near = [shots for shots in self._shots if abs(shots.t - moment) <= SAME_REST]
        shots = min(near, key=lambda one: abs(one.t - moment), default=None)
        if shots is None:
            return base
        if light == "mixed":
            name = next(iter(shots.pictures.values()), None)
            return base if name is None else _half_and_half(base, self._load(name))
        name = shots.pictures.get(light)
        return base if name is None else self._load(name)

    def _load(self, name: str) -> Image:
        if self._kept is None or self._kept[0] != name:
            file = self._folder / name
            image = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
            if image is None:
                raise BadRecording(_("{file} is damaged: copy or make it again.", file=file))
            self._kept = name, np.asarray(image, np.uint8)
        return self._kept[1]


def _half_and_half(upper: Image, lower: Image) -> Image:
    mixed = lower.copy()
    mixed[: len(mixed) // 2] = upper[: len(mixed) // 2]
    return mixed


class RecordedSource:
    """Replays the frames of a recording, from the first one later than ``after`` seconds.

    At a ``speed`` of 1 each frame comes at its time (at 2, twice as fast). Frames that the reader was too slow for come
    late, until the pace is reached again: recorded presses do not wait for a slow reader. Without a speed the frames
    come one right after the other.

    ``switches`` returns what the recording's lamps do. While they are in use frames come at the full rate of a camera,
    each under the light of its exposure; recorded frames of that time are left out.
    """

    def __init__(
        self,
        folder: Path,
        recording: Recording,
        *,
        speed: float | None,
        after: float = -1.0,
        switches: Callable[[], LampSwitches] = LampSwitches,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._place = folder / (recording.video or recording.pictures or "")
        self._times = [frame.t for frame in recording.frames]
        self._first = sum(moment <= after for moment in self._times)
        self._speed = speed
        self._switches = switches
        self._is_lit = bool(recording.lamps)
        self._lamps = LampFilm(folder, recording)
        self._clock = clock
        self._sleep = sleep
        self._film: Film = Video(self._place) if recording.video else PictureFolder(self._place)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames. Raises :class:`BadRecording` if frames are missing or damaged."""
        began, latest = self._clock(), float("-inf")
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
            if number < self._first or moment <= latest:
                continue
            self._wait(began, moment)
            image = self._film.picture()
            if image is None:
                raise BadRecording(
                    _("{file} is damaged at frame {number}: copy or make it again.", file=self._place, number=number)
                )
            latest = moment
            yield Frame(image, moment, number, self._settings(moment))
            while self._is_lit and self._switches().end > latest - TAKING:
                latest += PERIOD
                self._wait(began, latest)
                light = self._switches().during(latest - TAKING, latest)
                yield Frame(self._lamps.picture(image, latest, light), latest, number, self._settings(latest))

    def _wait(self, began: float, moment: float) -> None:
        if self._speed:
            due = began + (moment - self._times[self._first]) / self._speed
            self._sleep(max(0.0, due - self._clock()))

    def _settings(self, moment: float) -> dict[str, float]:
        if not self._is_lit:
            return {}
        return {"began": moment - TAKING, "ended": moment, "period": PERIOD}

    def calm(self, still: bool) -> None:
        """Do nothing: every frame is yielded."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._film.close()


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
        return self._now

    def news(self) -> list[str]:
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
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(frames, speed, clock=clock, sleep=sleep)
        self._film = film
        self._switches = switches
        self._time = self._began
        self._next = next(self._frames)
        self._lit: Shot | None = None

    def advance(self, pause: float) -> bool:
        """Wait for the next picture, and show it as the lamps light it."""
        self._time += max(PERIOD, pause)
        self._sleep(max(0.0, self._began + (self._time - self._began) / self._speed - self._clock()))
        while self._next.time <= self._time:
            self._now, self._next = self._next, next(self._frames)
        if self._now is None:
            return False
        begin = self._time - TAKING
        light = self._switches().during(begin, self._time)
        image = self._film.picture(self._now.image, self._time - self._offset, light)
        exposed = {"began": begin, "ended": self._time, "period": PERIOD}
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
