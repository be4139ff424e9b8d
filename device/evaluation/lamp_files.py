"""Lamp pictures and lamp maps in files beside a picture."""

import io
from pathlib import Path

import numpy as np

from device.cameras.camera import Image
from device.errors import BadLabels
from device.os_errors import reason_of
from device.recording.image_files import load_picture
from engine.i18n import gettext as _
from vision import LampMaps, LampPictures, LampSide


def load_maps(file: Path) -> LampMaps:
    """Load lamp maps (npz, `LampMaps.to_arrays`). Raises :class:`BadLabels` if the file is missing or damaged."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadLabels(_("{file} can’t be read: {why}.", file=file, why=reason_of(error))) from None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return LampMaps.from_arrays(dict(arrays))
    except Exception:  # numpy raises many kinds of errors for a foreign file: of memory, syntax, decompression
        raise BadLabels(_("{file} holds no lamp maps. Copy or make it again.", file=file)) from None


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
