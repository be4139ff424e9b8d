"""Recorder of a real tray. Frames and presses are saved continuously, so a power cut leaves a valid recording."""

import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Self

import cv2

from device.cameras.camera import Camera, Frame, Image
from device.errors import BadRecording
from device.files.durable_write import make_durable
from device.files.os_errors import not_written
from device.recording.auto_label import Labels
from device.recording.format import (
    FILE,
    SCHEMA,
    LabelledFrame,
    LampShots,
    Quad,
    RecordedGame,
    RecordedPress,
    RecordedTray,
    Recording,
    TrueResult,
    picture_name,
    save,
)
from engine.i18n import gettext as _
from engine.i18n import number
from table.panel import Panel, Press
from vision import LampPictures, TraySize, find_tray

PICTURES = "pictures"
QUALITY = 90
"""JPEG quality: about 100 kB for a frame of 1280 × 720."""

LAMPS = "lamps"
LAMP_QUALITY = 97
"""JPEG quality of lamp pictures, of which small differences of brightness count: about 250 kB each."""

CLOSEST = 0.001
"""Minimum seconds between two frames. Times are stored in milliseconds and must be distinct."""

SAVED_EVERY = 2.0
"""Maximum seconds of recording lost in a power cut, for short recordings."""

CHEAP = 3000
"""Frames in one second more between two savings: the list grows, and must not take the time away from the camera."""

RESERVE = 256 << 20
"""Bytes kept free on the disk, for the journal among others."""


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class Recorder:
    """Keeps a frame ``every`` so many seconds, and all presses, in a new folder.

    ``recording.json`` is rewritten every two seconds and at the end, always after the pictures that it names.
    Raises :class:`BadRecording` where the folder already holds a recording, cannot be written, its disk is nearly full,
    or ``most`` bytes of pictures are kept; what was kept until then can be played.
    """

    def __init__(
        self,
        folder: Path,
        size: TraySize,
        game: RecordedGame | None,
        *,
        every: float = 0.1,
        most: float = math.inf,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        if (folder / FILE).exists() or (folder / PICTURES).exists():
            raise BadRecording(_("{folder} already holds a recording: name a new folder.", folder=folder))
        self._folder = folder
        self._size = size
        self._game = game
        self._every = every
        self._most = most
        self._free = free
        self._began = math.nan
        self._newest: Image | None = None
        self._corners: Quad | None = None
        self._times: list[float] = []
        self._presses: list[RecordedPress] = []
        self._lamps: list[LampShots] = []
        self._unsynced: list[Path] = []
        self._bytes = 0
        self._durable = 0
        self._saved = 0.0
        self.slower = 0.0
        """Present minimum seconds between two frames, if above ``every``."""
        self.lamp_maps: str | None = None
        """Name of the file with the maps of the lamps, if it lies in the folder."""
        self.labels: Labels | None = None
        """Labels collected while frames are recorded."""
        self.result: Callable[[], TrueResult | None] = lambda: None
        """Callback that returns the state of the game."""

    @property
    def frames(self) -> int:
        return len(self._times)

    @property
    def seconds(self) -> float:
        return self._times[-1] if self._times else 0.0

    @property
    def left(self) -> int:
        return max(0, self._free(self._folder) - RESERVE)

    @property
    def room(self) -> float | None:
        """Return the seconds of recording that fit on the disk at the present rate. None if not yet known."""
        return self.left * self.seconds / self._bytes if self.seconds else None

    def keep(self, frame: Frame) -> None:
        """Record the frame, unless the last one is too recent."""
        if not self._times:
            self._began = frame.time
        moment = round(frame.time - self._began, 3)
        if self._times and round(moment - self.seconds, 3) < max(self._every, self.slower, CLOSEST):
            return
        self._newest = frame.image
        self._encode(frame.image, self._folder / PICTURES / picture_name(self.frames), QUALITY)
        self._times.append(moment)
        if moment - self._saved >= max(SAVED_EVERY, self.frames / CHEAP):
            self.save()
            if self._bytes >= self._most:
                raise BadRecording(
                    _(
                        "{folder} holds {size} MB: the recording ends after {seconds} seconds.",
                        folder=self._folder,
                        size=number(self._bytes / 1e6),
                        seconds=number(moment),
                    )
                )
            if not self.left:
                raise BadRecording(
                    _(
                        "The disk of {folder} is nearly full: the recording ends after {seconds} seconds, "
                        "free up space for more.",
                        folder=self._folder,
                        seconds=number(moment),
                    )
                )

    def keep_lamps(self, pictures: LampPictures, time: float) -> None:
        """Record the lamp pictures of dice at rest. Those before the first frame are ignored."""
        moment = self.moment_of(time)
        if not self._times or moment < 0:
            return
        names = {
            side: self._write_beside(Path(LAMPS, f"{len(self._lamps):06}-{side}.jpg"), picture)
            for side, picture in pictures.lamps.items()
        }
        if names:
            self._lamps.append(LampShots(moment, names))

    def press(self, press: Press) -> None:
        if self._times and press.time >= self._began:
            self._presses.append(RecordedPress(round(press.time - self._began, 3), press.button))

    def moment_of(self, time: float) -> float:
        return round(time - self._began, 3)

    def pressed_at(self, moment: float) -> bool:
        return any(press.t == moment for press in self._presses)

    def save(self) -> None:
        """Sync the recorded data: first the images, then their list."""
        if self._newest is None:
            return
        try:
            for frame in range(self._durable, self.frames):
                make_durable(self._folder / PICTURES / picture_name(frame))
            make_durable(self._folder / PICTURES)
            for file in self._unsynced:
                make_durable(file)
            if self._unsynced:
                make_durable(self._folder / LAMPS)
            self._unsynced = []
        except OSError as error:
            raise self._unwritable(error) from None
        height, width = self._newest.shape[:2]
        recording = Recording(
            schema=SCHEMA,
            name=self._folder.resolve().name,
            rendered=False,
            made_by="quarterdeck record",
            pictures=PICTURES,
            size=(width, height),
            tray=self._tray(self._newest),
            game=self._game,
            frames=tuple(map(self.labels.frame if self.labels else LabelledFrame, self._times)),
            presses=tuple(press for press in self._presses if press.t <= self.seconds),
            lamps=tuple(self._lamps),
            lamp_maps=self.lamp_maps,
            result=self.result(),
            **(self.labels.fields(self.seconds) if self.labels else {}),
        )
        save(recording, self._folder)
        self._durable, self._saved = self.frames, self.seconds

    def _tray(self, image: Image) -> RecordedTray:
        if self._corners is None and (found := find_tray(image, self._size)):
            a, b, c, d = ((round(x, 2), round(y, 2)) for x, y in found.corners_px)
            self._corners = (a, b, c, d)
        size = self._size
        return RecordedTray(size.width, size.height, size.rail, size.marker, self._corners)

    def _write_beside(self, name: Path, image: Image) -> str:
        file = self._folder / name
        self._encode(image, file, LAMP_QUALITY)
        self._unsynced.append(file)
        return str(name)

    def _encode(self, image: Image, file: Path, quality: int) -> None:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._bytes += file.write_bytes(data)
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> BadRecording:
        return BadRecording(not_written(self._folder, error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.save()


def keep_recording(
    camera: Camera, panel: Panel, recorder: Recorder, kept: Callable[[], None], seconds: float = math.inf
) -> None:
    """Record until the camera ends, or for so many seconds; ``kept`` is called after each frame.

    Raises :class:`~device.errors.CameraLost` when the camera is lost.
    """
    for frame in camera.frames():
        for press in panel.presses(frame.time if frame else math.inf):
            recorder.press(press)
        if frame:
            recorder.keep(frame)
            kept()
        if recorder.seconds >= seconds:
            return
