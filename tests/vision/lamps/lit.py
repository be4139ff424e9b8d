"""Drawn trays under four strips of light, with dice that lean: matt faces, and where wanted a spot of glare."""

from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.drawn import DrawnDie, Picture, draw_tray, overhead_tray
from vision import LampMaps, LampPictures, LampSide
from vision.lamps.maps import levels, linear
from vision.lamps.model import LampFrame

TRAY = overhead_tray()
FRAME = LampFrame(130.0, 50.0)
_STEP = 8
"""Pixels between places at which the light is computed."""

Slopes = Mapping[int, tuple[float, float]]
"""Slopes of the upper faces of dice that lean, by their number: x and y of the normal over its upright part."""
NONE: Slopes = {}


def screen(light: NDArray[np.floating], noise: NDArray[np.float32] | float = 0.0) -> Picture:
    """Levels of linear light, by the curve of sRGB, with a sensor's ``noise``."""
    clipped = np.clip(light, 0, 1).astype(np.float32)
    shown = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.asarray(cv2.pow(clipped, 1 / 2.4)) - 0.055)
    return np.asarray(np.rint(np.clip(255 * shown + noise, 0, 255)), dtype=np.uint8)


@cache
def _noise() -> tuple[NDArray[np.float32], ...]:
    """The noise of each of five pictures: that of the base and of four lamps."""
    chance, (width, height) = np.random.default_rng(1), TRAY.frame
    return tuple(chance.standard_normal((height, width, 3), dtype=np.float32) for _ in range(5))


@cache
def vectors(side: LampSide, height: float) -> NDArray[np.float32]:
    """(h, w, 4) light of a strip on faces ``height`` mm above the floor; together about a third in the middle."""
    width, rows = TRAY.frame
    across, down = np.meshgrid(np.arange(0, width + _STEP, _STEP), np.arange(0, rows + _STEP, _STEP))
    places = TRAY.to_mm(np.column_stack([across.ravel(), down.ravel()]), height)
    light = FRAME.light(TRAY.size, side, np.column_stack([places, np.full(len(places), height)]))
    middle = FRAME.light(TRAY.size, side, np.array([TRAY.size.width / 2, TRAY.size.height / 2, 0.0]))[2]
    coarse = (0.09 * light / middle).reshape(*across.shape, 4).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[:rows, :width], dtype=np.float32)


def lit(
    dice: Sequence[DrawnDie] = (),
    broken: Sequence[LampSide] = (),
    room: float = 0.1,
    slopes: Slopes = NONE,
    glare: Mapping[LampSide, tuple[float, float]] | None = None,
) -> LampPictures:
    """Lamp pictures of a drawn tray, with that much other light, and with ``glare`` of lamps at places on faces, mm."""
    colours = linear(draw_tray(dice, TRAY, noise=0))
    lights = {side: _light(side, dice, slopes) * (side not in broken) for side in LampSide}
    spots = {side: _spot(*place) for side, place in (glare or {}).items()}

    def picture(factors: Mapping[LampSide, float], noise: NDArray[np.float32]) -> Picture:
        total = colours * (room + sum(lights[side] * factors[side] for side in LampSide))
        for side, spot in spots.items():
            total = total + spot * factors[side]
        return screen(total, noise)

    first, *others = _noise()
    lamps = {side: picture(levels(side), noise) for side, noise in zip(LampSide, others, strict=True)}
    return LampPictures(picture(dict.fromkeys(LampSide, 1.0), first), lamps)


def _light(side: LampSide, dice: Sequence[DrawnDie], slopes: Slopes) -> NDArray[np.float32]:
    """(h, w, 1) light of one lamp on the floor and the upper faces."""
    light = vectors(side, 0.0)[..., 2].copy()
    for number, die in enumerate(dice):
        normal = np.array([*slopes.get(number, (0.0, 0.0)), 1.0])
        normal /= np.linalg.norm(normal)
        half = die.size / 2 + 1
        corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ _turn(die.yaw)
        face = np.round(TRAY.to_px(corners + np.array([die.x, die.y]), die.size)).astype(np.int32)
        (left, top), (right, bottom) = face.min(axis=0), face.max(axis=0) + 1
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(mask, face - (left, top), 1)
        box = np.s_[top:bottom, left:right]
        light[box] = np.where(mask > 0, vectors(side, die.size)[box][..., :3] @ normal, light[box])
    return np.maximum(light, 0)[..., None]


def _turn(yaw: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[c, s], [-s, c]])


def _spot(x: float, y: float) -> NDArray[np.float64]:
    """(h, w, 1) mirrored light of a lamp at the point (x, y) mm of upper faces."""
    spot = np.zeros(TRAY.frame[::-1])
    [place] = TRAY.to_px([(x, y)], 16.0)
    cv2.circle(spot, tuple(np.round(place).astype(int).tolist()), 3, 0.45, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), 0.8)[..., None], dtype=np.float64)


@cache
def maps(broken: tuple[LampSide, ...] = ()) -> LampMaps:
    return LampMaps.from_pictures(lit(broken=broken), TRAY, films=True)
