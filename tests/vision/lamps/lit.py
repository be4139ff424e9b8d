"""Drawn trays under four lamps: each lamp's light falls off towards the opposite side."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.vision.drawn import DrawnDie, Picture, draw_tray, overhead_tray
from vision import LampPictures, LampSide
from vision.lamps.pictures import levels, linear

TRAY = overhead_tray()


def screen(light: NDArray[np.floating], chance: np.random.Generator | None = None) -> Picture:
    """Levels of linear light, by the curve of sRGB, with a sensor's noise where there is ``chance``."""
    clipped = np.clip(light, 0, 1)
    levels = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
    noise = 0.0 if chance is None else chance.standard_normal(levels.shape, dtype=np.float32)
    return np.asarray(np.rint(np.clip(255 * levels + noise, 0, 255)), dtype=np.uint8)


def falloff(side: LampSide) -> NDArray[np.float64]:
    """(h, w, 1) the light of one lamp on the floor; four of them make about 0.8 in the middle."""
    width, height = TRAY.frame
    across, down = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    near = {LampSide.LEFT: 1 - across, LampSide.RIGHT: across, LampSide.FAR: 1 - down, LampSide.NEAR: down}[side]
    return (0.1 + 0.2 * near)[..., None]


def lit(dice: Sequence[DrawnDie] = (), broken: Sequence[LampSide] = (), room: float = 0.2) -> LampPictures:
    """Lamp pictures of a drawn tray, with that much other light."""
    chance = np.random.default_rng(1)
    colours = linear(draw_tray(dice, TRAY, noise=0))
    lights = {side: np.zeros(1) if side in broken else falloff(side) for side in LampSide}

    def picture(factors: Mapping[LampSide, float]) -> Picture:
        return screen(colours * (room + sum(lights[side] * factors[side] for side in LampSide)), chance)

    return LampPictures(picture(dict.fromkeys(LampSide, 1.0)), {side: picture(levels(side)) for side in LampSide})
