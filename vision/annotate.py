"""Drawing a reading into its picture, so that a person sees at a glance what was read."""

import cv2
import numpy as np

from vision.agreement import size_px
from vision.picture import Image, checked
from vision.reading import Die, Flag, Reading, Zone
from vision.tray import Tray

Paint = tuple[int, int, int]
"""(blue, green, red), as OpenCV draws."""

_BRASS: Paint = (75, 162, 201)
_AMBER: Paint = (30, 150, 255)
_RED: Paint = (60, 60, 220)
_INK: Paint = (38, 24, 16)
_IVORY: Paint = (225, 240, 245)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def annotate(image: Image, reading: Reading, tray: Tray | None = None) -> Image:
    """A copy of the picture, (h, w, 3) uint8 BGR, with each die's upper face outlined and its value beside it.

    Brass is a die that was read, amber with a question mark and the reason one that was not; a die on the rail has a
    double outline. The tray's floor and rail are drawn thinly where a tray is given. What is wrong as a whole stands
    in the bottom left corner. Raises BadImage for what is not a picture.
    """
    canvas = checked(image).copy()
    height, width = canvas.shape[:2]
    pen = _Pen(canvas, max(height, width) / 1280)
    if tray is not None:
        _draw_tray(pen, tray.for_frame(width, height))
    for die in reading.dice:
        _draw_outline(pen, die)
    taken = [_bounds(die) for die in reading.dice]
    for die in reading.dice:
        _draw_badge(pen, die, taken)
    for line, problem in enumerate(reversed(reading.problems)):
        x, y = 16 * pen.unit, height - (20 + 30 * line) * pen.unit
        pen.text(problem, (x, y), 0.6, _RED)
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
        """Width and height of words in pixels."""
        (width, height), _ = cv2.getTextSize(words, _FONT, scale * self.unit, self._stroke(scale))
        return float(width), float(height)

    def text(self, words: str, at: tuple[float, float], scale: float, paint: Paint, rim: bool = True) -> None:
        """Words with their bottom left corner at a pixel."""
        place = (round(at[0]), round(at[1]))
        stroke = self._stroke(scale)
        if rim:
            width = stroke + max(2, round(3 * self.unit))
            cv2.putText(self.canvas, words, place, _FONT, scale * self.unit, _INK, width, cv2.LINE_AA)
        cv2.putText(self.canvas, words, place, _FONT, scale * self.unit, paint, stroke, cv2.LINE_AA)

    def plate(self, box: _Box, paint: Paint) -> None:
        """A filled plate with round corners."""
        left, top, right, bottom = (round(v) for v in box)
        r = max(1, min(round(5 * self.unit), (right - left) // 2, (bottom - top) // 2))
        cv2.rectangle(self.canvas, (left + r, top), (right - r, bottom), paint, -1)
        cv2.rectangle(self.canvas, (left, top + r), (right, bottom - r), paint, -1)
        for x in (left + r, right - r):
            for y in (top + r, bottom - r):
                cv2.circle(self.canvas, (x, y), r, paint, -1, cv2.LINE_AA)

    def _stroke(self, scale: float) -> int:
        return max(1, round(1.6 * scale * self.unit))


def _draw_tray(pen: _Pen, tray: Tray) -> None:
    size = tray.size
    pen.line(tray.to_px(size.corners), _IVORY, 0.8)
    if size.rail > 0:
        pen.line(tray.to_px([(size.rail, 0), (size.rail, size.height)]), _IVORY, 0.8, closed=False)


def _draw_outline(pen: _Pen, die: Die) -> None:
    paint = _AMBER if die.value is None else _BRASS
    corners = np.array(die.corners)
    pen.line(corners, paint, 2.2)
    if die.zone is Zone.RAIL:
        middle = corners.mean(axis=0)
        pen.line(middle + 1.28 * (corners - middle), paint, 1.0)


def _draw_badge(pen: _Pen, die: Die, taken: list[_Box]) -> None:
    """The value on a plate beside the die, where it covers neither another badge nor leaves the picture."""
    words = "?" if die.value is None else str(die.value)
    paint = _AMBER if die.value is None else _BRASS
    scale = float(np.clip(size_px(die) / 45 / pen.unit, 0.6, 1.4))
    width, height = pen.size(words, scale)
    pad = 5 * pen.unit
    box = _free_place(pen, die, max(width, height) + 2 * pad, height + 2 * pad, taken)
    taken.append(box)
    pen.plate(box, paint)
    left = (box[0] + box[2] - width) / 2
    pen.text(words, (left, box[3] - pad), scale, _INK, rim=False)
    note = die.doubt if die.value is None else ", ".join(sorted(die.flags - {Flag.TOUCHING}))
    if note:
        at = (box[2] + pad, box[3] - pad)
        room = pen.canvas.shape[1] - pen.size(note, 0.5)[0] - pad
        pen.text(note, (max(pad, min(at[0], room)), at[1]), 0.5, paint)


def _free_place(pen: _Pen, die: Die, width: float, height: float, taken: list[_Box]) -> _Box:
    left, top, right, bottom = _bounds(die)
    gap = 4 * pen.unit
    middle = (left + right) / 2 - width / 2
    places = [
        (middle, top - height - gap),
        (right + gap, top - height / 2),
        (middle, bottom + gap),
        (left - width - gap, top - height / 2),
    ]
    high, wide = pen.canvas.shape[:2]
    boxes = [
        (x, y, x + width, y + height)
        for x, y in (
            (float(np.clip(x, 0, max(0, wide - width))), float(np.clip(y, 0, max(0, high - height)))) for x, y in places
        )
    ]
    free = [box for box in boxes if not any(_overlap(box, other) for other in taken)]
    return (free or boxes)[0]


def _bounds(die: Die) -> _Box:
    x, y = zip(*die.corners, strict=True)
    return min(x), min(y), max(x), max(y)


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
