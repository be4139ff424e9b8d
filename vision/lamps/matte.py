"""A face without glare: what most lamps show of it."""

import cv2
import numpy as np

from vision.image.image import Image
from vision.image.patch import PATCH, REACH
from vision.image.types import Floats
from vision.lamps.pictures import LampPictures, lamp_lights, linear
from vision.reading import Die

_FULL = 0.95
"""Linear light from which a pixel is clipped: its lamps cannot be told apart, and it gets the colour of the body."""
_SMOOTH = 0.8
"""Blur against noise, pixels of a crop."""


def matte_patch(pictures: LampPictures, die: Die) -> Image | None:
    """Crop a die's upper face, (PATCH, PATCH, 3) uint8 BGR, as the median of its looks under each lamp.

    Glare moves with the lamp and is gone; pips stay. None where the lamps hardly light the face.
    """
    base = _crop(pictures.base, die)
    crops = {side: _crop(picture, die) for side, picture in pictures.lamps.items()}
    lights = lamp_lights(base, crops)
    if not lights:
        return None
    inner = np.s_[PATCH // 4 : -PATCH // 4, PATCH // 4 : -PATCH // 4]
    levels = {side: float(light[inner].mean()) for side, light in lights.items()}
    if min(levels.values()) < 0.002:
        return None
    full = np.max([base.max(axis=2), *(crop.max(axis=2) for crop in crops.values())], axis=0) > _FULL
    clipped = cv2.dilate(full.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    whole = ~clipped[inner]
    evened = []
    for side, light in lights.items():
        even = light / levels[side]
        if clipped.any() and whole.any():
            even[clipped] = np.median(even[inner][whole], axis=0)
        evened.append(cv2.GaussianBlur(even, (0, 0), _SMOOTH))
    matte = np.clip(np.median(np.stack(evened), axis=0) * 0.35, 0, 1)
    return np.asarray(np.rint(255 * matte ** (1 / 2.2)), dtype=np.uint8)


def _crop(picture: Image, die: Die) -> Floats:
    """(PATCH, PATCH, 3) linear light round a die's upper face."""
    a, b, c, d = np.array(die.corners)
    middle = (a + b + c + d) / 4
    across, down = (b + c - a - d) / 4, (c + d - a - b) / 4
    step = 2 * REACH / PATCH
    matrix = np.column_stack([across * step, down * step, middle - (across + down) * (REACH - step / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(picture, matrix, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return linear(np.asarray(patch, dtype=np.uint8))
