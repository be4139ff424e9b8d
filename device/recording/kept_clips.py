"""Clips as files: the pictures of one in one JPEG, and those that are kept, within limits of size and age."""

import json
import re
import struct
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from threading import Lock
from typing import Literal

import cv2
import msgspec
import numpy as np

from device.cameras.camera import Image
from device.files.durable_write import PRIVATE, write_durably
from engine.games.shake import KEPT_DAYS
from web.services.device import CLIP_FRAMES, CLIP_SECONDS, Clip, ClipDie

AREA = 400 * 225
"""Pixels of one picture at most: 400 wide where the camera's picture is 16:9. Without JPEG a clip takes 6.5 MB."""

WIDEST = 400
QUALITY = 70
LARGEST = 4 << 20
"""Bytes of the largest file that is read."""

_START, _COMMENT, _END = b"\xff\xd8", b"\xff\xfe", b"\xff\xd9"
_LONGEST = 65_000


class NoClip(ValueError):
    """The bytes are no clip: damaged, cut off, or of another program."""


def small_size(width: int, height: int) -> tuple[int, int]:
    """Return width and height of a clip's pictures for a camera's picture of that size."""
    scale = min(1.0, WIDEST / width, (AREA / (width * height)) ** 0.5)
    return max(1, int(width * scale)), max(1, int(height * scale))


def small(image: Image, *, well: bool = False) -> Image:
    """Return a small copy of the picture. ``well`` averages all pixels, which takes ten times as long."""
    height, width = image.shape[:2]
    how = cv2.INTER_AREA if well else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, small_size(width, height), interpolation=how), dtype=np.uint8)


def strip_of(frames: list[tuple[float, Image]]) -> bytes:
    """Return these pictures with their times (s), the latest last, as a JPEG of :data:`CLIP_FRAMES` evenly spaced ones.

    ``frames`` is empty afterwards, so that its memory is free while the JPEG is made.
    """
    end = frames[-1][0]
    times = [end - CLIP_SECONDS * (CLIP_FRAMES - 1 - number) / (CLIP_FRAMES - 1) for number in range(CLIP_FRAMES)]
    shown, at = [], 0
    for moment in times:
        while at + 1 < len(frames) and frames[at + 1][0] <= moment + 1e-6:
            at += 1
        shown.append(frames[at][1])
    strip = np.vstack(shown)
    frames.clear()
    shown.clear()
    return cv2.imencode(".jpg", strip, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def with_comment(strip: bytes, clip: Clip) -> bytes:
    """Return the file of a clip: its pictures, with what is known of it as their comment."""
    said = json.dumps({"quarterdeck": 1, **asdict(clip)}, ensure_ascii=False).encode()
    if len(said) > _LONGEST:
        raise ValueError(f"the comment of a clip has {len(said)} bytes")
    return _START + _COMMENT + struct.pack(">H", len(said) + 2) + said + strip[2:]


def clip_in(data: bytes, *, whole: bool = True) -> Clip:
    """Return what the file of a clip says of it. Raises :class:`NoClip`.

    Without ``whole`` the data may be the beginning of the file alone.
    """
    if data[:4] != _START + _COMMENT or (whole and data[-2:] != _END):
        raise NoClip("no JPEG of a clip")
    try:
        (length,) = struct.unpack_from(">H", data, 4)
        said = data[6 : 4 + length]
        msgspec.json.decode(said, type=_ClipHead)
        clip = msgspec.json.decode(said, type=Clip)
    except (struct.error, msgspec.DecodeError, RecursionError) as error:
        raise NoClip("no comment of a clip") from error
    is_sound = 0 < clip.width <= WIDEST and 0 < clip.height <= AREA and len(clip.dice) <= 40
    values = [*clip.rolled, *(die.value for die in clip.dice if die.value is not None)]
    if not is_sound or clip.game is None or clip.roll is None or not set(values) <= set(range(1, 7)):
        raise NoClip("not what a clip says")
    return replace(clip, dice=tuple(map(_within, clip.dice)), is_kept=True)


class _ClipHead(msgspec.Struct):
    quarterdeck: Literal[1]


def _within(die: ClipDie) -> ClipDie:
    if len(die.corners) != 4:
        raise NoClip("no die")
    corners = tuple((min(2.0, max(-1.0, x)), min(2.0, max(-1.0, y))) for x, y in die.corners)
    return ClipDie(corners, die.value)


FOLDER = "clips"
DAY = 86_400.0
HEAD = 66_000
"""Bytes at the beginning of a file that have what is known of its clip."""

MOST_THAT_STAY = 300_000_000
"""Bytes of the clips that stay: of ten a day for :data:`KEPT_DAYS`."""

_NAME = re.compile(r"(\d{1,15})-(\d{1,9})\.jpg")


class KeptClips:
    """The clips in that folder: at most ``most`` bytes in all, none older than ``days``. Thread-safe.

    Those that stay are kept :data:`KEPT_DAYS` at least and have their own bytes, :data:`MOST_THAT_STAY`.
    What a file says is read once. A file that is no clip is skipped and counted.
    """

    def __init__(self, folder: Path, most: int, days: float, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self.most = most
        self._days = days
        self._clock = clock
        self._lock = Lock()
        self._known: dict[Path, tuple[tuple[int, int], Clip | None]] = {}
        """Of each file its size and time of change (ns), and its clip; None for a file that is none."""

    def all(self, games: Collection[int] | None = None) -> Sequence[Clip]:
        with self._lock:
            self._look()
            found = [clip for _, clip in self._known.values() if clip and (games is None or clip.game in games)]
        return sorted((clip for clip in found if not self._is_old(clip)), key=lambda clip: -clip.clock)

    def unreadable(self) -> int:
        with self._lock:
            self._look()
            return sum(clip is None for _, clip in self._known.values())

    def find(self, name: str) -> Clip | None:
        return next((clip for clip in self.all() if clip.id == name), None)

    def pictures(self, name: str) -> bytes | None:
        """Return the file of that clip, a JPEG; None if there is none or it is damaged."""
        file = self._folder / f"{name}.jpg"
        if not _NAME.fullmatch(file.name) or not file.is_file():
            return None
        try:
            data = _content(file, LARGEST)
            clip_in(data)
        except (OSError, NoClip):
            return None
        return data

    def put(self, clip: Clip, strip: bytes) -> None:
        """Write a clip. The oldest ones are removed for it. Raises OSError."""
        data = with_comment(strip, clip)
        with self._lock:
            self._look()
            self._make_room(len(data), stays=clip.stays)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_durably(self._folder / f"{clip.id}.jpg", data, mode=PRIVATE)

    def remove(self, name: str) -> bool:
        """Remove a clip; return whether it was there. Raises OSError."""
        if not _NAME.fullmatch(f"{name}.jpg"):
            return False
        try:
            (self._folder / f"{name}.jpg").unlink()
        except FileNotFoundError:
            return False
        return True

    def prune(self) -> None:
        """Remove what is too old, and the oldest ones while there are too many, as far as the disk allows it."""
        with self._lock:
            self._look()
            self._make_room(0)
            self._make_room(0, stays=True)
            for left in self._folder.glob("*.jpg.new"):  # a write that a power cut ended
                with suppress(OSError):
                    left.unlink()

    def _is_old(self, clip: Clip) -> bool:
        days = max(self._days, KEPT_DAYS) if clip.stays else self._days
        return clip.clock < self._clock() - days * DAY

    def _make_room(self, needed: int, *, stays: bool = False) -> None:
        """Remove files until ``needed`` bytes fit: those that are no clips first, then the oldest."""
        files = [one for one in self._known.items() if bool(one[1][1] and one[1][1].stays) is stays]
        files.sort(key=lambda one: one[1][1].clock if one[1][1] else 0.0)
        size, most = sum(found[0] for _, (found, _) in files), MOST_THAT_STAY if stays else self.most
        for file, ((length, _), clip) in files:
            if size + needed <= most and not (clip and self._is_old(clip)):
                continue
            with suppress(OSError):
                file.unlink()
                size -= length

    def _look(self) -> None:
        there = {}
        with suppress(OSError):
            for file in self._folder.iterdir():
                with suppress(OSError):
                    if _NAME.fullmatch(file.name) and file.is_file():
                        state = file.stat()
                        there[file] = state.st_size, state.st_mtime_ns
        before = self._known
        self._known = {
            file: before[file] if before.get(file, (None,))[0] == state else (state, _clip_of(file))
            for file, state in there.items()
        }


def _clip_of(file: Path) -> Clip | None:
    try:
        clip = clip_in(_content(file, HEAD), whole=False)
        with file.open("rb") as source:
            source.seek(-2, 2)
            whole = source.read() == b"\xff\xd9"
    except (OSError, NoClip):
        return None
    return clip if whole and file.name == f"{clip.id}.jpg" == f"{clip.game}-{clip.roll}.jpg" else None


def _content(file: Path, most: int) -> bytes:
    with file.open("rb") as source:
        return source.read(most)
