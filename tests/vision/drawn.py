"""Drawn trays and dice for quick tests: flat colours, round pips, a little blur and noise.

Nothing here was photographed or rendered. The pictures are simpler than any real one, so they show that the reader
does what it should, and nothing of how well it reads real dice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import Lens, Tray, TraySize
from vision.geometry.lens import CAMERA_MODULE_3

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""(red, green, blue)."""

IVORY: Colour = (235, 225, 200)
INK: Colour = (25, 22, 20)
RED: Colour = (165, 25, 30)
WHITE: Colour = (240, 240, 236)
BLACK: Colour = (32, 31, 34)
NAVY: Colour = (30, 45, 105)
GOLD: Colour = (215, 175, 70)
GREEN_FELT: Colour = (28, 92, 54)
BLUE_FELT: Colour = (44, 84, 150)

SIZE = TraySize()
FRAME = (1280, 720)
_FINE = 2
"""Everything is drawn at this many times its size and then scaled down."""

_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class DrawnDie:
    """A die with its foot's centre at (x, y) mm, turned by ``yaw`` degrees, ``size`` mm wide."""

    value: int
    x: float
    y: float
    yaw: float = 0.0
    size: float = 16.0
    body: Colour = IVORY
    pips: Colour = INK
    pip_share: float = 0.2
    six_columns: float = 0.9
    without: int = 0
    """How many of its pips are left out, the last first."""


@dataclass(frozen=True)
class DrawnCup:
    """A dice cup, open end down, its middle at (x, y) mm; its ``shade`` falls ``beside`` it, mm."""

    x: float
    y: float
    mouth: float = 80.0
    bottom: float = 66.0
    height: float = 90.0
    body: Colour = (92, 52, 30)
    shade: float = 0.3
    beside: tuple[float, float] = (20.0, 12.0)


def overhead_tray(
    size: TraySize = SIZE, height_mm: float = 450.0, frame: tuple[int, int] = FRAME, lens: Lens = CAMERA_MODULE_3
) -> Tray:
    slopes = (np.array(size.corners) - (size.width / 2, size.height / 2)) / height_mm
    return Tray.from_corners(lens.bent(slopes, frame).tolist(), frame, size, lens)


def draw_tray(
    dice: Sequence[DrawnDie] = (),
    tray: Tray | None = None,
    felt: Colour = GREEN_FELT,
    markers: Sequence[int] = (0, 1, 2, 3),
    margin: float = 2.5,
    noise: float = 2.0,
    light: float = 1.0,
    cup: DrawnCup | None = None,
) -> Picture:
    """A picture (h, w, 3) uint8 BGR of a tray with dice; the same arguments always draw the same picture."""
    tray = overhead_tray() if tray is None else tray
    width, height = tray.frame
    canvas = np.full((height * _FINE, width * _FINE, 3), (30, 38, 52), np.uint8)
    _fill(canvas, tray.to_px(tray.size.corners), felt)
    for number in markers:
        _draw_marker(canvas, tray, number, margin)
    for die in dice:
        _draw_die(canvas, tray, die)
    if cup is not None:
        _draw_cup(canvas, tray, cup)
    return _finished(canvas, noise, light)


def draw_table(
    dice: Sequence[DrawnDie], size: tuple[int, int] = (640, 480), table: Colour = (196, 190, 178), noise: float = 2.0
) -> Picture:
    """A picture without a tray, straight from above; a die's place and size are then in pixels."""
    canvas = np.full((size[1] * _FINE, size[0] * _FINE, 3), table[::-1], np.uint8)
    for die in dice:
        corners, pips, radius = _face(die)
        _fill(canvas, corners, die.body)
        for pip in pips:
            _fill(canvas, pip + _circle(radius), die.pips)
    return _finished(canvas, noise, 1.0)


def grainy(picture: Picture, seed: int, amount: float = 1.5) -> Picture:
    """The picture with a sensor's noise, another one for each of eight seeds."""
    grain = (_grain(picture.shape, seed % 8).astype(np.float32) * (amount / 16)).astype(np.int16)
    return np.asarray(np.clip(picture + grain, 0, 255), dtype=np.uint8)


@cache
def _grain(shape: tuple[int, ...], seed: int) -> NDArray[np.int8]:
    """Noise of a standard deviation of 16."""
    return np.clip(np.random.default_rng(seed).normal(0, 16, shape), -127, 127).astype(np.int8)


def _draw_die(canvas: Picture, tray: Tray, die: DrawnDie) -> None:
    corners, pips, radius = _face(die)
    dark: Colour = (int(die.body[0] * 0.55), int(die.body[1] * 0.55), int(die.body[2] * 0.55))
    whole = np.concatenate([tray.to_px(corners), tray.to_px(corners, die.size)])
    _fill(canvas, cv2.convexHull(whole.astype(np.float32)).reshape(-1, 2).astype(float), dark)
    _fill(canvas, tray.to_px(corners, die.size), die.body)
    for pip in pips:
        _fill(canvas, tray.to_px(pip + _circle(radius), die.size), die.pips)


def _draw_cup(canvas: Picture, tray: Tray, cup: DrawnCup) -> None:
    """Its soft shade on the tray, its side in three steps of light, its bead, and its bottom with an edge."""
    at = np.array([cup.x, cup.y])
    mouth, bottom = at + _circle(cup.mouth / 2), at + _circle(cup.bottom / 2)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    shaded = cv2.convexHull(tray.to_px(np.concatenate([mouth, mouth + cup.beside])).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round((shaded + 0.5) * _FINE - 0.5).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 5.0 * _FINE).astype(np.float32)[..., None] / 255
    canvas[:] = (canvas * (1 - cup.shade * soft)).astype(np.uint8)
    for share, light in ((0.0, 0.6), (0.03, 0.75), (0.3, 0.7), (0.9, 0.85)):
        low = at + _circle((cup.mouth + (cup.bottom - cup.mouth) * share) / 2)
        side = np.concatenate([tray.to_px(low, share * cup.height), tray.to_px(bottom, cup.height)])
        _fill(canvas, cv2.convexHull(side.astype(np.float32)).reshape(-1, 2).astype(float), _lit(cup.body, light))
    _fill(canvas, tray.to_px(bottom, cup.height), _lit(cup.body, 1.15))
    _fill(canvas, tray.to_px(at + _circle(cup.bottom / 2 - 4), cup.height - 3), cup.body)


def _lit(colour: Colour, light: float) -> Colour:
    red, green, blue = (min(255, int(channel * light)) for channel in colour)
    return red, green, blue


def _face(die: DrawnDie) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Corners (4, 2) and pips (n, 2) of the upper face as seen from straight above, and the pips' radius."""
    angle = math.radians(die.yaw)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    offset = 0.26 * die.size
    places = np.array(_PLACES[die.value][: len(_PLACES[die.value]) - die.without], dtype=float).reshape(-1, 2) * offset
    if die.value == 6:
        places[:, 0] *= die.six_columns
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * die.size / 2
    middle = np.array([die.x, die.y])
    return corners @ turn + middle, places @ turn + middle, die.pip_share * die.size / 2


def _circle(radius: float) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _draw_marker(canvas: Picture, tray: Tray, number: int, margin: float) -> None:
    size = tray.size
    left = 0.0 if number in (0, 3) else size.width - size.marker
    top = 0.0 if number in (0, 1) else size.height - size.marker
    square = np.array([(left, top), (left, top), (left, top), (left, top)]) + size.marker * _UNIT
    _fill(canvas, tray.to_px(square), WHITE)
    cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6)
    step = (size.marker - 2 * margin) / 6
    for row in range(6):
        for column in range(6):
            if cells[row, column] == 0:
                corner = np.array([left + margin + column * step, top + margin + row * step])
                _fill(canvas, tray.to_px(corner + step * _UNIT), INK)


_UNIT = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])


def _fill(canvas: Picture, pixels: NDArray[np.floating], colour: Colour) -> None:
    fine = np.round(((np.asarray(pixels) + 0.5) * _FINE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(canvas, fine, (colour[2], colour[1], colour[0]), cv2.LINE_AA, 4)


def _finished(canvas: Picture, noise: float, light: float) -> Picture:
    size = (canvas.shape[1] // _FINE, canvas.shape[0] // _FINE)
    small = cv2.GaussianBlur(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    lit = np.clip(small * light, 0, 255).astype(np.uint8)
    return grainy(lit, 7, noise) if noise else lit
