"""One upper face under the lamps: the light of each on it, and its look without glare."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.patch import PATCH, REACH
from vision.image import CLIPPED, Flags, Floats, Image, Ints
from vision.lamps.maps import LampPictures, lamp_lights, linear
from vision.reading import Die, LampSide

_INNER = 0.7
"""Part of a face that is measured, in half edges: its edges are rounded."""
_LIKE_BODY = (0.6, 1.6)
"""Light of the body's pixels in the base picture, as a share of their median: pips are hollow."""
_ENOUGH = 0.3
"""Minimum share of a face's pixels that must be like its body; else all count, as of a marbled one."""
_LEAST = 25
"""Minimum number of pixels."""
_GLARE = 0.25
"""Maximum difference of a pixel's share of one lamp's light from the face's median, as a share of that."""


@dataclass(frozen=True, eq=False)
class FaceLight:
    """Mean light of each lamp on a face, (3,) BGR in linear units of the picture, and the ``error`` of a colour.

    ``at`` (2,) px is the middle of the pixels measured. Opposite pixels count alike, and each as if the face had one
    colour, so that hollow and domed faces are as level as flat ones. ``uneven`` is the share of its pixels that were
    left out since one lamp lights them otherwise than the rest: glare, a shadow's edge.
    """

    lamps: Mapping[LampSide, Floats]
    error: float
    at: Floats
    uneven: float


def face_light(pictures: LampPictures, die: Die) -> FaceLight | None:
    """Measure the light of the lamps on the upper face of a die; None where too little of it can be measured."""
    corners = np.array(die.corners)
    middle = corners.mean(axis=0)
    inner = middle + _INNER * (corners - middle)
    height, width = pictures.base.shape[:2]
    left, top = np.clip(np.floor(inner.min(axis=0)), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(inner.max(axis=0)) + 1, 0, (width, height)).astype(int)
    if right - left < 3 or bottom - top < 3:
        return None
    box = np.s_[top:bottom, left:right]
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round((inner - (left, top)) * 16).astype(np.int32), 255, shift=4)
    crops = [pictures.base[box], *(picture[box] for picture in pictures.lamps.values())]
    clipped = np.max([crop.max(axis=2) for crop in crops], axis=0) >= CLIPPED
    here = (mask > 0) & ~clipped
    if here.sum() < _LEAST or here.sum() < 0.5 * (mask > 0).sum():
        return None
    body = here.copy()
    body[here] = _body(linear(crops[0])[here].sum(axis=1))
    body &= body[::-1, ::-1]
    if body.sum() < _LEAST:
        return None
    base, *lamps = (linear(crop)[body] for crop in crops)
    brightness = base.sum(axis=1, keepdims=True) + 1e-6
    evened = [light * (brightness.mean() / brightness) for light in (base, *lamps)]
    lights = lamp_lights(evened[0], dict(zip(pictures.lamps, evened[1:], strict=True)))
    places = np.argwhere(body)[:, ::-1] + (left, top)
    return _even(lights, places) if lights else None


def _body(base: Floats) -> Flags:
    """(n,) which pixels of a face are its body, by their light in the base picture."""
    usual = float(np.median(base))
    like = (base > _LIKE_BODY[0] * usual) & (base < _LIKE_BODY[1] * usual)
    return like if like.mean() > _ENOUGH else np.ones(len(base), dtype=bool)


def _even(lights: Mapping[LampSide, Floats], places: Ints) -> FaceLight | None:
    """The mean of ``lights`` (n, 3) over the pixels at ``places`` (n, 2) that all lamps light alike."""
    colours = np.stack(list(lights.values()))
    stacked = colours.sum(axis=2)
    usual = np.median(stacked, axis=1, keepdims=True)
    noise = np.median(np.abs(stacked - usual), axis=1, keepdims=True) * 1.48
    alike = (np.abs(stacked - usual) < np.maximum(_GLARE * np.abs(usual), 4 * noise)).all(axis=0)
    if alike.sum() < _LEAST:
        return None
    kept = colours[:, alike]
    error = float(np.sqrt((kept.var(axis=1) / kept.shape[1]).mean()))
    at = places[alike].mean(axis=0)
    means = {side: np.asarray(mean) for side, mean in zip(lights, kept.mean(axis=1), strict=True)}
    return FaceLight(means, error, at, 1 - float(alike.mean()))


_CLIPPED = 0.95
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
    full = np.max([base.max(axis=2), *(crop.max(axis=2) for crop in crops.values())], axis=0) > _CLIPPED
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
