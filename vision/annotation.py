"""Draws a reading into its picture."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image import Image, checked
from vision.reading import Die, Flag, Point, Reading, ThingOutline, Zone

Paint = tuple[int, int, int]
"""(blue, green, red), as OpenCV draws."""
_BRASS: Paint = (75, 162, 201)
_AMBER: Paint = (30, 150, 255)
_RED: Paint = (60, 60, 220)
_INK: Paint = (38, 24, 16)
_IVORY: Paint = (225, 240, 245)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_NOTE = 0.5
"""Size of the letters beside a badge."""
_MARK = 0.8
"""Size of the mark beside a thing."""
_DASH = 7.0
"""Length of a dash and of the gap after it, as widths of a line."""


def annotate(image: Image, reading: Reading, tray: Tray | None = None) -> Image:
    """Return a copy of the picture, (h, w, 3) uint8 BGR, with each die's upper face outlined and its value beside it.

    Read dice are brass; others are amber with a question mark and the reason. Dice on the rail have a double outline;
    flags and dice outside the tray are labelled. Things that are not dice have a dashed red outline. The tray's floor
    and rail are drawn as thin lines where a ``tray`` is given. Problems are at the bottom. Raises BadImage for what is
    not a picture.
    """
    canvas = checked(image).copy()
    height, width = canvas.shape[:2]
    pen = _Pen(canvas, max(height, width) / 1280)
    if tray is not None:
        _draw_tray(pen, tray.for_frame(width, height))
    for thing in reading.things:
        _draw_thing(pen, thing)
    for die in reading.dice:
        _draw_outline(pen, die)
    taken = [_bounds(die.corners) for die in reading.dice] + [_bounds(thing.corners) for thing in reading.things]
    for thing in reading.things:
        _draw_mark(pen, thing, taken)
    for die in reading.dice:
        _draw_badge(pen, die, taken)
    _draw_problems(pen, reading)
    return canvas


_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class _Pen:
    """Draws on a canvas in a thickness and size of letters that suit its size."""

    def __init__(self, canvas: Image, unit: float) -> None:
        self.canvas = canvas
        self.unit = unit

    def line(self, points: object, paint: Paint, width: float, closed: bool = True) -> None:
        """A smooth line through (n, 2) pixels, with a dark rim that keeps it visible on any ground."""
        flat = [np.round(np.asarray(points, dtype=float) * 16).astype(np.int32)]
        for colour, extra in ((_INK, 1.6), (paint, 0.0)):
            thickness = max(1, round((width + extra) * self.unit))
            cv2.polylines(self.canvas, flat, closed, colour, thickness, cv2.LINE_AA, 4)

    def size(self, words: str, scale: float) -> tuple[float, float]:
        (width, height), _ = cv2.getTextSize(words, _FONT, scale * self.unit, self._stroke(scale))
        return float(width), float(height)

    def text(self, words: str, at: tuple[float, float], scale: float, paint: Paint) -> None:
        """Words with their bottom left corner at a pixel."""
        place = (round(at[0]), round(at[1]))
        cv2.putText(self.canvas, words, place, _FONT, scale * self.unit, paint, self._stroke(scale), cv2.LINE_AA)

    def label(self, words: str, box: _Box, scale: float, paint: Paint, ground: Paint) -> None:
        """Words in the middle of a plate."""
        left, top, right, bottom = (round(v) for v in box)
        cv2.rectangle(self.canvas, (left, top), (right, bottom), ground, -1)
        width, height = self.size(words, scale)
        at = ((box[0] + box[2] - width) / 2, (box[1] + box[3] + height) / 2)
        self.text(words, at, scale, paint)

    def _stroke(self, scale: float) -> int:
        return max(1, round(1.6 * scale * self.unit))


def _draw_tray(pen: _Pen, tray: Tray) -> None:
    size = tray.size
    corners = np.array(size.corners)
    sides = np.linspace(corners, np.roll(corners, -1, axis=0), 12, endpoint=False)
    pen.line(tray.to_px(sides.swapaxes(0, 1).reshape(-1, 2)), _IVORY, 0.8)
    if size.rail > 0:
        pen.line(tray.to_px(np.linspace((size.rail, 0), (size.rail, size.height), 12)), _IVORY, 0.8, closed=False)


def _draw_thing(pen: _Pen, thing: ThingOutline) -> None:
    """Draw the outline of a thing in dashes, which no die's outline has."""
    around = np.array([*thing.corners, thing.corners[0]])
    far = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(around, axis=0), axis=1)))
    dashes = max(4, round(float(far[-1]) / (2 * _DASH * pen.unit)))
    for start in np.linspace(0, far[-1], dashes, endpoint=False):
        along = np.linspace(start, start + far[-1] / dashes / 2, 4)
        places = np.column_stack([np.interp(along, far, around[:, 0]), np.interp(along, far, around[:, 1])])
        pen.line(places, _RED, 2.6, closed=False)


def _draw_mark(pen: _Pen, thing: ThingOutline, taken: list[_Box]) -> None:
    width, height = pen.size("!", _MARK)
    high = height + 10 * pen.unit
    box = _free_place(pen, _bounds(thing.corners), max(high, width), high, taken)
    taken.append(box)
    pen.label("!", box, _MARK, _IVORY, _RED)


def _draw_outline(pen: _Pen, die: Die) -> None:
    paint = _AMBER if die.value is None else _BRASS
    corners = np.array(die.corners)
    pen.line(corners, paint, 2.2)
    if die.zone is Zone.RAIL:
        middle = corners.mean(axis=0)
        pen.line(middle + 1.28 * (corners - middle), paint, 1.0)


def _draw_badge(pen: _Pen, die: Die, taken: list[_Box]) -> None:
    """Draw the value on a plate beside the die, and its label on another, where they cover nothing else."""
    words = "?" if die.value is None else str(die.value)
    paint = _AMBER if die.value is None else _BRASS
    scale = float(np.clip(die.size_px / 45 / pen.unit, 0.6, 1.4))
    width, height = pen.size(words, scale)
    pad = 5 * pen.unit
    badge, high = max(width, height) + 2 * pad, height + 2 * pad
    note = _note(die)
    beside = pen.size(note, _NOTE)[0] + 2 * pad if note else 0.0
    left, top, right, bottom = _free_place(pen, _bounds(die.corners), badge + beside, high, taken)
    taken.append((left, top, right, bottom))
    badge_middle, size = np.array([left + badge / 2, (top + bottom) / 2]), die.size_px
    if np.linalg.norm(badge_middle - die.center) > 0.8 * size + high:
        towards = (badge_middle - die.center) / np.linalg.norm(badge_middle - die.center)
        pen.line([die.center + 0.45 * size * towards, badge_middle], paint, 1.0, closed=False)
    if note:
        tall = pen.size(note, _NOTE)[1] + 2 * pad
        middle = (top + bottom) / 2
        pen.label(note, (left + badge - pad, middle - tall / 2, right, middle + tall / 2), _NOTE, paint, _INK)
    pen.label(words, (left, top, left + badge, bottom), scale, _INK, paint)


def _note(die: Die) -> str:
    """Return the label of a die: why it has no value, its flags, and whether it is outside the tray."""
    flags = sorted(die.flags - {Flag.TOUCHING})
    outside = ["outside"] if die.zone is Zone.OUTSIDE else []
    return ", ".join([*([die.doubt] if die.value is None and die.doubt else []), *flags, *outside])


def _draw_problems(pen: _Pen, reading: Reading) -> None:
    """Draw the problems from the bottom upwards, a plate each."""
    width, height = pen.canvas.shape[1], pen.canvas.shape[0]
    gap, pad = 12 * pen.unit, 7 * pen.unit
    low = height - gap
    for problem in reversed(reading.problems):
        across, tall = pen.size(problem, 1.0)
        scale = float(np.clip((width - 2 * gap - 2 * pad) / max(across, 1.0), 0.3, 0.62))
        across, tall = pen.size(problem, scale)
        box = (gap, low - tall - 2 * pad, gap + across + 2 * pad, low)
        pen.label(problem, box, scale, _IVORY, _RED)
        low = box[1] - pad / 2


def _free_place(pen: _Pen, around: _Box, width: float, height: float, taken: list[_Box]) -> _Box:
    """Find a place for a box that covers nothing: above, right of, below or left of another, or farther away."""
    left, top, right, bottom = around
    gap = 4 * pen.unit
    middle = (left + right) / 2 - min(width, right - left) / 2
    level = (top + bottom - height) / 2
    places = [(middle, top - height - gap), (right + gap, level), (middle, bottom + gap), (left - width - gap, level)]
    away = 1.6 * (bottom - top)
    places += [(x + away * dx, y + away * dy) for x, y in places[:4] for dx, dy in _AROUND]
    high, wide = pen.canvas.shape[:2]
    boxes = [
        (x, y, x + width, y + height)
        for x, y in (
            (float(np.clip(x, 0, max(0, wide - width))), float(np.clip(y, 0, max(0, high - height)))) for x, y in places
        )
    ]
    return min(boxes, key=lambda box: sum(_shared(box, other) for other in taken))


_AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def _bounds(corners: Sequence[Point]) -> _Box:
    x, y = zip(*corners, strict=True)
    return min(x), min(y), max(x), max(y)


def _shared(one: _Box, other: _Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)
