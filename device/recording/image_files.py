"""Loads and saves images, and those of the lamps with their maps. Damaged or incomplete files are rejected."""

import io
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import Image
from device.errors import BadPicture
from device.files.durable_write import write_durably
from device.files.os_errors import not_written, reason_of
from engine.i18n import gettext as _
from vision import LampMaps, LampPictures, LampSide

LONG_SIDE = 4096
"""Pixels above which a JPEG is decoded at 1/2, 1/4 or 1/8 of its size, to save time and memory."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG's frame header."""

_SEGMENTS = 1000
"""Number of segments searched for a JPEG's frame header, more than any camera writes."""

_REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}


def load_picture(file: Path) -> tuple[Image, int]:
    """Return the image, (h, w, 3) uint8 BGR, turned upright, and the factor by which it was reduced.

    Raises :class:`BadPicture` if the file cannot be read, is not an image, or is incomplete.
    """
    data = _bytes_of(file)
    if not data:
        raise BadPicture(_("{file} is empty.", file=file))
    # OpenCV would fill what is missing after a last scan without an end with grey, without an error
    if data.startswith(b"\xff\xd8") and data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
        raise BadPicture(_("{file} is a JPEG that ends in the middle: copy it again.", file=file))
    long_side = max(_size_of_jpeg(data)) if data.startswith(b"\xff\xd8") else 0
    factor = next((factor for factor in (1, 2, 4) if long_side <= factor * LONG_SIDE), 8)
    image = _decode(data, _REDUCED.get(factor, cv2.IMREAD_COLOR))
    if image is None:
        raise BadPicture(
            _(
                "{file} is not a picture that can be read: a JPEG, PNG, WebP, BMP or TIFF of up to 50 megapixels.",
                file=file,
            )
        )
    return image, factor


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadPicture(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None


def save_picture(file: Path, image: Image) -> None:
    """Write the image as a JPEG, and create its folder. Raises :class:`BadPicture` if it cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(file, cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    except OSError as error:
        raise BadPicture(not_written(file, error)) from None


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    """Return height and width from the frame header (ITU T.81, B.2.2), or zeros if there is none."""
    at = 2
    for _segment in range(_SEGMENTS):
        if at + 9 > len(data) or data[at] != 0xFF:
            break
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if kind in _FRAMES:
            return int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
        at += 1 if kind == 0xFF else 2 + length
    return 0, 0


def _decode(data: bytes, flags: int) -> Image | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def load_maps(file: Path) -> LampMaps:
    """Load lamp maps (npz, `LampMaps.to_arrays`). Raises :class:`BadPicture` if the file is missing or damaged."""
    data = _bytes_of(file)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return LampMaps.from_arrays(dict(arrays))
    except Exception:  # numpy raises many kinds of errors for a foreign file: of memory, syntax, decompression
        raise BadPicture(_("{file} holds no lamp maps. Copy or make it again.", file=file)) from None


def load_lamp_pictures(base: Image, files: dict[LampSide, Path]) -> LampPictures:
    """Load the pictures of the lamps for a base picture. Raises the errors of reading pictures."""
    return LampPictures(base, {side: load_picture(file)[0] for side, file in files.items()})


def lamp_files_of(file: Path) -> dict[LampSide, Path]:
    """Find the lamp pictures of a picture NAME.jpg: NAME.left.jpg and so on, beside it or in ``lamps`` beside it."""
    found = {}
    for side in LampSide:
        name = f"{file.stem}.{side}{file.suffix}"
        for place in (file.parent / "lamps" / name, file.with_name(name)):
            if place.is_file():
                found[side] = place
    return found
