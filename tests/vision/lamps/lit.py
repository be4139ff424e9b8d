"""Drawn trays under four strips of light, with dice that lean: matt faces, and where wanted a spot of glare."""

from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.drawn import DrawnDie, Picture, draw_tray, overhead_tray
from vision import LampMaps, LampPictures, LampSide
from vision.lamps.model import LampFrame
from vision.lamps.pictures import levels, linear

TRAY = overhead_tray()
FRAME = LampFrame(130.0, 50.0)
_STEP = 8
"""Pixels between places at which the light is computed."""

Slopes = Mapping[int, tuple[float, float]]
"""Slopes of the upper faces of dice that lean, by their number: x and y of the normal over its upright part."""
NONE: Slopes = {}


def screen(light: NDArray[np.floating], chance: np.random.Generator | None = None) -> Picture:
    """Levels of linear light, by the curve of sRGB, with a sensor's noise where there is ``chance``."""
    clipped = np.clip(light, 0, 1)
    shown = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
    noise = 0.0 if chance is None else chance.standard_normal(shown.shape, dtype=np.float32)
    return np.asarray(np.rint(np.clip(255 * shown + noise, 0, 255)), dtype=np.uint8)


@cache
def vectors(side: LampSide, height: float) -> NDArray[np.float64]:
    """(h, w, 4) light of a strip on faces ``height`` mm above the floor; together about a third in the middle."""
    width, rows = TRAY.frame
    across, down = np.meshgrid(np.arange(0, width + _STEP, _STEP), np.arange(0, rows + _STEP, _STEP))
    places = TRAY.to_mm(np.column_stack([across.ravel(), down.ravel()]), height)
    light = FRAME.light(TRAY.size, side, np.column_stack([places, np.full(len(places), height)]))
    middle = FRAME.light(TRAY.size, side, np.array([TRAY.size.width / 2, TRAY.size.height / 2, 0.0]))[2]
    coarse = (0.09 * light / middle).reshape(*across.shape, 4).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=_STEP, fy=_STEP, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[:rows, :width], dtype=np.float64)


def lit(
    dice: Sequence[DrawnDie] = (),
    broken: Sequence[LampSide] = (),
    room: float = 0.1,
    slopes: Slopes = NONE,
    glare: Mapping[LampSide, tuple[float, float]] | None = None,
) -> LampPictures:
    """Lamp pictures of a drawn tray, with that much other light, and with ``glare`` of lamps at places on faces, mm."""
    chance = np.random.default_rng(1)
    colours = linear(draw_tray(dice, TRAY, noise=0))
    lights = {side: _light(side, dice, slopes) * (side not in broken) for side in LampSide}
    spots = {side: _spot(*place) for side, place in (glare or {}).items()}

    def picture(factors: Mapping[LampSide, float]) -> Picture:
        total = colours * (room + sum(lights[side] * factors[side] for side in LampSide))
        for side, spot in spots.items():
            total = total + spot * factors[side]
        return screen(total, chance)

    return LampPictures(picture(dict.fromkeys(LampSide, 1.0)), {side: picture(levels(side)) for side in LampSide})


def _light(side: LampSide, dice: Sequence[DrawnDie], slopes: Slopes) -> NDArray[np.float64]:
    """(h, w, 1) light of one lamp on the floor and the upper faces."""
    light = vectors(side, 0.0)[..., 2].copy()
    for number, die in enumerate(dice):
        normal = np.array([*slopes.get(number, (0.0, 0.0)), 1.0])
        normal /= np.linalg.norm(normal)
        half = die.size / 2 + 1
        corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ _turn(die.yaw)
        mask = np.zeros(light.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(TRAY.to_px(corners + np.array([die.x, die.y]), die.size)).astype(np.int32), 1)
        light = np.where(mask > 0, vectors(side, die.size)[..., :3] @ normal, light)
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
    """The maps of the empty drawn tray, with films on strips and lens."""
    return LampMaps.from_pictures(lit(broken=broken), TRAY, films=True)
