"""Checks and converts pictures."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.image.types import Bytes

Image = Bytes
"""(h, w, 3) uint8, blue, green, red."""


def checked(image: NDArray[Any]) -> Image:
    """Convert a picture to (h, w, 3) uint8 BGR from grey (h, w), alpha (h, w, 4) or 16 bits.

    Raises BadImage for anything else.
    """
    if not isinstance(image, np.ndarray):
        raise BadImage(f"A picture is an array of pixels, not {type(image).__name__}.")
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (3, 4)) or 0 in image.shape:
        raise BadImage(f"A picture has a height, a width and one, three or four channels, not the shape {image.shape}.")
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    if image.dtype != np.uint8:
        raise BadImage(f"A picture has 8 or 16 bits a channel (uint8 or uint16), not {image.dtype}.")
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if image.shape[2] == 4:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image


def grey_of(picture: Image) -> Image:
    """Convert (h, w, 3) uint8 BGR to (h, w) uint8 grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def halved(picture: Image) -> Image:
    """Halve the size of a picture, (h, w) or (h, w, 3) uint8; an odd last row or column is left out."""
    height, width = (max(2, side // 2 * 2) for side in picture.shape[:2])
    even = picture[:height, :width]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)
