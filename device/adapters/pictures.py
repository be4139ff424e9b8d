"""What the pages get of the camera: the preview, crops of dice, and clips of throws.

The preview is the latest frame with its reading drawn in, drawn on request only. The crops of a roll are cut from the
last frame before it was confirmed; only those of the latest rolls are kept. What lies on the tray is cut out of the
latest frame on request.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import dist
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from device.cameras.camera import Frame, Image
from device.config.schema import ReplayConfig
from device.files.os_errors import reason_of
from device.observer import Observer
from device.recording.clip_recorder import ClipRecorder, CurrentGame, named
from device.recording.kept_clips import FOLDER, KeptClips
from engine import Rolled
from engine.i18n import gettext as _
from table.session import ConfirmedEvent
from table.snapshot import Point
from table.table import Table
from vision import Die, Reading, ThingOutline, Zone, annotate
from web.errors import Denied, NotKept
from web.services.device import Clip, Settings

WIDEST = 1280
"""Maximum width of the preview, in pixels."""

QUALITY = 80

EVERY = 0.5
"""Seconds for which a drawn preview is reused."""

OLD = 10.0
"""Age in seconds after which a frame is no longer shown."""


class Preview(Observer):
    """Latest frame and reading. The preview is drawn on the calling thread.

    ``clock`` returns monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: tuple[Image, Reading, float] | None = None
        self._lock = Lock()
        self._drawn: tuple[float, bytes] | None = None

    def observed(self, frame: Frame, reading: Reading) -> None:
        self._seen = frame.image, reading, self._clock()

    def picture(self) -> bytes | None:
        """Return the latest frame with its reading drawn in, as a JPEG; None if there is no recent one."""
        with self._lock:
            now, seen = self._clock(), self._seen
            if seen is None or now - seen[2] > OLD:
                return None
            if self._drawn is None or now - self._drawn[0] >= EVERY:
                self._drawn = now, _small_jpeg(annotate(seen[0], seen[1]))
            return self._drawn[1]

    def plain(self) -> bytes | None:
        """Return the latest frame without drawings, as a JPEG; None if there is no recent one."""
        image = self.image
        return None if image is None else cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    @property
    def frame(self) -> tuple[Image, float] | None:
        """Return the latest frame with the time it came, seconds, monotonic; None if there is no recent one."""
        seen = self._seen
        return None if seen is None or self._clock() - seen[2] > OLD else (seen[0], seen[2])

    @property
    def image(self) -> Image | None:
        """Return the latest frame, (h, w, 3) uint8 BGR; None if there is no recent one."""
        frame = self.frame
        return frame[0] if frame else None


def _small_jpeg(image: Image) -> bytes:
    height, width = image.shape[:2]
    if width > WIDEST:
        small = cv2.resize(image, (WIDEST, round(height * WIDEST / width)), interpolation=cv2.INTER_AREA)
        image = small.astype(np.uint8, copy=False)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


ROLLS = 60
"""Rolls whose crops are kept: a few hundred kilobytes."""

ROOM = 1.7
"""Width of a crop relative to its die."""

AROUND = 6.0
"""Width of the strip around a thing in its crop, in mm."""

SIZE = 160
"""Width and height of an encoded crop, in pixels."""

NEAR = 8.0
"""Maximum distance between a die and the requested position, in mm."""

LINES = (((38, 24, 16), 5), ((60, 60, 220), 2))
"""Colour (BGR) and width in pixels of the two lines of an outline, the lower one first."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """A die's picture, the face that was read, and its candidate faces, the likeliest first."""

    value: int | None
    likeliest: tuple[int, ...]
    image: Image


class DieCrops(Observer):
    """Crops of the dice on the tray and of the latest rolls."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._latest: tuple[Image, Reading] | None = None
        self._rolls: OrderedDict[tuple[int, int], tuple[Cutting, ...]] = OrderedDict()
        """Crops by game and roll."""

    def begin(self, table: Table) -> None:
        self._table = table

    def observed(self, frame: Frame, reading: Reading) -> None:
        """Keep the frame and its reading, unless the camera is switched off on the page."""
        off = self._table is not None and self._table.board.snapshot().camera == "off"
        self._latest = None if off else (frame.image, reading)

    def confirmed(self, event: ConfirmedEvent) -> None:
        if self._table is None or self._latest is None or not isinstance(event.event, Rolled):
            return
        image, reading = self._latest
        thrown = [die for die in reading.dice if die.zone is not Zone.RAIL]
        crops = tuple(Cutting(die.value, die.likeliest, _cut(image, die)) for die in thrown)
        self._rolls[self._table.opened, self._table.rolls] = crops
        while len(self._rolls) > ROLLS:
            self._rolls.popitem(last=False)

    def lying(self, center: Point) -> bytes | None:
        latest = self._latest
        if latest is None:
            return None
        dice = sorted(latest[1].dice, key=lambda die: dist(die.center_mm or die.center, center))
        if not dice or dist(dice[0].center_mm or dice[0].center, center) > NEAR:
            return None
        return _jpeg(_cut(latest[0], dice[0]))

    def thing(self, corners: Sequence[Point]) -> bytes | None:
        latest = self._latest
        found = [thing for thing in latest[1].things if thing.corners_mm == tuple(corners)] if latest else []
        return _outlined(latest[0], found[0]) if latest and found else None

    def rolled(self, roll: int, face: int, which: int) -> bytes | None:
        cutting = self._cutting(roll, face, which)
        return _jpeg(cutting.image) if cutting else None

    def likeliest(self, roll: int, face: int, which: int) -> tuple[int, ...]:
        cutting = self._cutting(roll, face, which)
        return cutting.likeliest if cutting else ()

    def _cutting(self, roll: int, face: int, which: int) -> Cutting | None:
        if self._table is None:
            return None
        cuttings = [cutting for cutting in self._rolls.get((self._table.opened, roll), ()) if cutting.value == face]
        return cuttings[which] if which < len(cuttings) else None


def _cut(image: Image, die: Die) -> Image:
    corners = np.array(die.corners, np.float32)
    half = max(8, round(ROOM * float(np.linalg.norm(corners[0] - corners[2])) / 2 / 2**0.5))
    x, y = (round(part) for part in die.center)
    return _square(image, x, y, half)


def _outlined(image: Image, thing: ThingOutline) -> bytes:
    corners = np.array(thing.corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    longest, longest_mm = float((high - low).max()), float(np.ptp(np.array(thing.corners_mm), axis=0).max())
    half = max(8, round(longest / 2 + AROUND * longest / max(longest_mm, 1.0)))
    x, y = (round(part) for part in ((low + high) / 2).tolist())
    crop = _scaled(_square(image, x, y, half))
    around = ((corners - (x, y) + half + 0.5) * SIZE / (2 * half) - 0.5) * 16
    for colour, width in LINES:
        cv2.polylines(crop, [np.round(around).astype(np.int32)], True, colour, width, cv2.LINE_AA, 4)
    return _encoded(crop)


def _square(image: Image, x: int, y: int, half: int) -> Image:
    height, width = image.shape[:2]
    left, top = max(0, x - half), max(0, y - half)
    piece = image[top : min(height, y + half), left : min(width, x + half)]
    square = np.zeros((2 * half, 2 * half, 3), np.uint8)
    at_y, at_x = top - (y - half), left - (x - half)
    square[at_y : at_y + piece.shape[0], at_x : at_x + piece.shape[1]] = piece
    return square


def _jpeg(image: Image) -> bytes:
    return _encoded(_scaled(image))


def _scaled(image: Image) -> Image:
    way = cv2.INTER_AREA if image.shape[0] > SIZE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (SIZE, SIZE), interpolation=way), dtype=np.uint8)


def _encoded(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


ENCODED_WITHIN = 10.0
"""Seconds that encoding a clip may take."""


class TableClips:
    """The clips of a recorder and of a ``store``, as :class:`~web.services.device.Clips`.

    ``settings`` returns the table's settings.
    """

    def __init__(self, recorder: ClipRecorder, store: KeptClips, settings: Callable[[], Mapping[str, object]]) -> None:
        self.recorder = recorder
        self._store = store
        self._settings = settings

    @property
    def can_keep(self) -> bool:
        return self._store.most > 0

    @property
    def shows_on_tv(self) -> bool:
        return self._settings().get("replays_on_tv") is True

    def latest(self) -> Clip | None:
        made = self.recorder.latest
        return made.clip if made else None

    def find(self, name: str) -> Clip | None:
        latest = self.latest()
        if latest and latest.id == name:
            return latest
        return self._store.find(name)

    def pictures(self, name: str) -> bytes | None:
        made = self.recorder.latest
        if made and made.clip.id == name:
            return made.strip.result(ENCODED_WITHIN)
        return self._store.pictures(name)

    def kept(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        return self._store.all(games)

    def unreadable(self) -> int:
        return self._store.unreadable()

    def keep(self, name: str) -> Clip:
        made = self.recorder.latest
        if not self.can_keep:
            raise Denied(422, "no_clips", _("This table keeps no rolls."))
        if made is None or made.clip.id != name:
            raise Denied(409, "stale", _("There is a newer roll: this one is gone."))
        if made.clip.roll is None:
            raise Denied(409, "not_counted", _("Confirm the roll first, then keep it."))
        clip = replace(named(made.clip), word="")
        try:
            self._store.put(clip, made.strip.result(ENCODED_WITHIN))
        except OSError as error:
            raise NotKept(_("It can’t be written ({strerror}): free up space.", strerror=reason_of(error))) from None
        return clip

    def remove(self, name: str) -> None:
        try:
            if self._store.remove(name):
                return
        except OSError as error:
            raise NotKept(_("It can’t be removed ({strerror}).", strerror=reason_of(error))) from None
        raise Denied(404, "no_such_clip", _("There’s no such roll."))

    def forget_game(self, game: int) -> None:
        for clip in self.kept((game,)):
            with suppress(OSError):
                self._store.remove(clip.id)


def clips_of(folder: Path, config: ReplayConfig, open_game: CurrentGame, settings: Settings | None) -> TableClips:
    store = KeptClips(folder / FOLDER, int(1e6 * config.keep_mb), config.keep_days)

    def known() -> Mapping[str, object]:
        return settings.settings() if settings else {}

    return TableClips(ClipRecorder(open_game, store, lambda: known().get("replays") is not False), store, known)
