"""The file of a clip: its pictures below one another in one JPEG, and what is known of it in the JPEG's comment."""

import json
import struct
from dataclasses import asdict
from typing import Any

import cv2
import numpy as np

from device.cameras.camera import Image
from web.ports.clips import FRAMES, SECONDS, Clip, ClipDie

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
    """Return these pictures with their times (s), the latest last, as a JPEG of :data:`FRAMES` evenly spaced ones.

    ``frames`` is empty afterwards, so that its memory is free while the JPEG is made.
    """
    end = frames[-1][0]
    times = [end - SECONDS * (FRAMES - 1 - number) / (FRAMES - 1) for number in range(FRAMES)]
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
        return _clip(json.loads(data[6 : 4 + length]))
    except (struct.error, ValueError, TypeError, KeyError, RecursionError) as error:
        raise NoClip("no comment of a clip") from error


def _clip(said: Any) -> Clip:
    match said:
        case {
            "quarterdeck": 1,
            "id": str(name),
            "width": int(width),
            "height": int(height),
            "dice": list(dice),
            "clock": int() | float() as clock,
            "game": int(game),
            "roll": int(roll),
            "player": str(player),
            "rolled": list(rolled),
            "word": str(word),
        } if (
            0 < width <= WIDEST and 0 < height <= AREA and len(dice) <= 40 and all(one in range(1, 7) for one in rolled)
        ):
            begun = said.get("begun")
            known = float(begun) if isinstance(begun, int | float) else None
            lie = tuple(map(_die, dice))
            return Clip(
                name, width, height, lie, float(clock), game, roll, known, player, tuple(rolled), word, is_kept=True
            )
    raise NoClip("not what a clip says")


def _die(said: Any) -> ClipDie:
    corners = tuple((min(2.0, max(-1.0, float(x))), min(2.0, max(-1.0, float(y)))) for x, y in said["corners"])
    value = said["value"]
    if len(corners) != 4 or not (value is None or value in range(1, 7)):
        raise NoClip("no die")
    return ClipDie(corners, value)
