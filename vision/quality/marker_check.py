"""The tray's markers where they should be: whether each is seen there, how far it has moved, and what lies on it.

This compares the picture with what is printed, which costs little and works where a marker is too dim, bleached or
soft to be deciphered. The edge of a shadow spoils the likeness to the print, but not the order of neighbours: in any
light a white cell is brighter than the black one beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image import Bytes, Flags, Floats, peak_offset

_DICTIONARY = cv2.aruco.DICT_4X4_50
_MARGINS = (0.125, 0.08, 0.18)
"""Widths of the white margin tried, as a share of the marker, the usual one first."""
_PLAIN = 0.75
"""Match from which on no other margin is tried."""
_CELLS = 32
"""Width of a marker in the pictures compared, px."""
_MODULES = 6
"""Width of the black square of a marker, in the squares that it consists of."""
_BRIGHTER, _LEVELS = 1.25, 4.0
"""Minimum ratio, and difference in levels, of a white module and a black one beside it in one light."""
_IN_ORDER, _FEW = 0.75, 8
"""Minimum share of the pairs of neighbours in order where a print is visible, and minimum number of pairs that tell."""
_FACE = 0.9
"""Part of a face that is compared with the print, in half edges from its middle."""
_MARGIN = 10
"""Margin round a marker's `_CELLS` in which it is searched, px."""


@dataclass(frozen=True, eq=False)
class MarkerCheck:
    """The check of marker ``number``: how well the best place ``matches`` the print, up to 1, and its ``shift`` right
    and down from where it should be, mm.

    ``pairs`` (n, 2) mm on the floor are the middles between neighbouring modules of unlike colour, and ``in_order``
    (n,) whether the white one of each is the brighter.
    """

    number: int
    matches: float
    shift: tuple[float, float]
    pairs: Floats
    in_order: Flags

    @property
    def seen(self) -> bool:
        """Whether it is visible and not covered."""
        return self.matches >= 0.6 or (len(self.in_order) > 0 and float(self.in_order.mean()) >= _IN_ORDER)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The smallest and the largest x and y (2,) of the pairs."""
        return np.asarray(self.pairs.min(axis=0)), np.asarray(self.pairs.max(axis=0))

    @property
    def moved(self) -> float:
        """Distance it has moved, mm."""
        return float(np.hypot(*self.shift))


def marks_in_place(grey: Bytes, tray: Tray) -> list[MarkerCheck]:
    """Check the tray's four markers in (h, w) uint8 grey; those outside the picture are left out."""
    marks = []
    for number, first, at in _surroundings(tray):
        there = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        marks.append(_best(number, np.asarray(there, dtype=np.uint8), first, tray.size.marker))
    return marks


def shows_print(marks: Sequence[MarkerCheck], outlines: Floats) -> Flags:
    """(n,) whether the print of a marker is visible where each face would be: ``outlines`` (n, 4, 2) mm are the corners
    of faces as seen on the floor.

    True whatever light falls there. False where a die lies on the marker, since it hides the print.
    """
    low, high = outlines.min(axis=1), outlines.max(axis=1)
    shown = np.zeros(len(outlines), dtype=bool)
    for mark in marks:
        first, last = mark.bounds
        near = ((low < last) & (high > first)).all(axis=1)
        for number in np.flatnonzero(near):
            shown[number] |= _shows_print(mark, outlines[number])
    return shown


def _shows_print(mark: MarkerCheck, outline: Floats) -> bool:
    middle = outline.mean(axis=0)
    inner = middle + _FACE * (outline - middle)
    side = np.roll(inner, -1, axis=0) - inner
    off = mark.pairs[:, None] - inner
    turn = side[:, 0] * off[..., 1] - side[:, 1] * off[..., 0]
    in_order = mark.in_order[(turn >= 0).all(axis=1) | (turn <= 0).all(axis=1)]
    return len(in_order) >= _FEW and float(in_order.mean()) >= _IN_ORDER


@lru_cache(maxsize=4)
def _surroundings(tray: Tray) -> list[tuple[int, Floats, Floats]]:
    """List the markers inside the picture: number, the middle of the first cell (2,) mm, and the middles of the cells
    of marker and margin (n, n, 2) float32 px."""
    width, height = tray.frame
    found = []
    for number, corner in enumerate(tray.size.corners):
        places = _places(tray, corner)
        pixels = tray.to_px(places).reshape(places.shape)
        inner = pixels[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
        if (inner > 0).all() and (inner < (width - 1, height - 1)).all():
            found.append((number, places[_MARGIN, _MARGIN], pixels.astype(np.float32)))
    return found


def _places(tray: Tray, corner: tuple[float, float]) -> Floats:
    """(n, n, 2) mm: the middles of the cells of the marker in that corner of the floor, with `_MARGIN` round it."""
    step = tray.size.marker / _CELLS
    along = (np.arange(-_MARGIN, _CELLS + _MARGIN) + 0.5) * step
    left = min(corner[0], tray.size.width - tray.size.marker)
    top = min(corner[1], tray.size.height - tray.size.marker)
    return np.stack(np.meshgrid(left + along, top + along), axis=2)


def _best(number: int, there: Bytes, first: Floats, width: float) -> MarkerCheck:
    """Find the best match of a marker ``width`` mm wide in the picture of its surroundings; ``first`` (2,) mm is the
    middle of its first cell."""
    best, margin = 0.0, _MARGINS[0]
    moved: Floats = np.zeros(2)
    if float(there.std()) >= 3:
        for tried in _MARGINS:
            likeness = np.asarray(
                cv2.matchTemplate(there, _printed(number, tried), cv2.TM_CCOEFF_NORMED), dtype=np.float32
            )
            _, most, _, (column, row) = cv2.minMaxLoc(likeness)
            if best < most <= 1.01:
                best, margin = min(1.0, most), tried
                right, down = peak_offset(likeness[row], column), peak_offset(likeness[:, column], row)
                moved = np.array([column + right, row + down]) - _MARGIN
            if best > _PLAIN:
                break
    soft = np.asarray(cv2.blur(there, (3, 3)), dtype=np.float32)
    if best <= _PLAIN:
        margin, moved = _by_order(number, soft, margin, moved)
    pairs = _pairs(number, margin)
    step = width / _CELLS
    right, down = (float(far) * step for far in moved)
    places = first + (pairs.mean(axis=1) + moved) * step
    return MarkerCheck(number, best, (right, down), places, _in_order(soft, pairs, moved))


def _by_order(number: int, soft: Floats, margin: float, moved: Floats) -> tuple[float, Floats]:
    """Find the margin and the shift (2,), in cells, at which most pairs of neighbours are in order: those given, or
    none at all with any margin."""
    places = [(margin, moved), *((tried, np.zeros(2)) for tried in _MARGINS)]
    return max(places, key=lambda place: float(_in_order(soft, _pairs(number, place[0]), place[1]).mean()))


def _in_order(soft: Floats, pairs: Floats, moved: Floats) -> Flags:
    """(n,) whether the first, white module of each of the ``pairs`` (n, 2, 2) is brighter than the second, ``moved``
    (2,) cells from its place, in a blurred picture of the surroundings."""
    at = np.rint(pairs + moved + _MARGIN).astype(int)
    white, black = soft[at[..., 1], at[..., 0]].T
    return np.asarray(white > np.maximum(_BRIGHTER * black, black + _LEVELS))


@cache
def _pairs(number: int, margin: float) -> Floats:
    """(n, 2, 2) cells: the middles of a white and a black module beside each other, the white margin included."""
    cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(_DICTIONARY), number, _MODULES)
    white = np.pad(np.asarray(cells) > 0, 1, constant_values=True)
    edge = margin * _CELLS
    along = edge + (np.arange(-1, _MODULES + 1) + 0.5) * (_CELLS - 2 * edge) / _MODULES
    along[[0, -1]] = edge / 2, _CELLS - edge / 2
    at = np.stack(np.meshgrid(along - 0.5, along - 0.5), axis=-1)
    found = []
    for (one, other), (here, there) in zip(
        ((white[:, :-1], white[:, 1:]), (white[:-1], white[1:])),
        ((at[:, :-1], at[:, 1:]), (at[:-1], at[1:])),
        strict=True,
    ):
        found += [np.stack([here[one & ~other], there[one & ~other]], axis=1)]
        found += [np.stack([there[other & ~one], here[other & ~one]], axis=1)]
    return np.concatenate(found)


@cache
def _printed(number: int, margin: float) -> Bytes:
    """Draw a marker as printed, slightly blurred, (`_CELLS`, `_CELLS`) uint8; ``margin`` is a share of its width."""
    fine = 4 * _CELLS
    edge = round(margin * fine)
    black = fine - 2 * edge
    inner = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(_DICTIONARY), number, black)
    sheet = np.full((fine, fine), 255, np.uint8)
    sheet[edge : edge + black, edge : edge + black] = inner
    small = cv2.resize(sheet, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), dtype=np.uint8)
