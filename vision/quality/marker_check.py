"""The tray's markers where they should be: whether each is seen there, and how far it has moved.

This compares the picture with what is printed, which costs little and works where a marker is too dim, bleached or
soft to be deciphered.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.peak import peak_offset
from vision.image.types import Bytes, Floats

DICTIONARY = cv2.aruco.DICT_4X4_50
_MARGINS = (0.125, 0.08, 0.18)
"""Widths of the white margin tried, as a share of the marker, the usual one first."""
_PLAIN = 0.75
"""Match from which on no other margin is tried."""
_CELLS = 32
"""Width of a marker in the pictures compared, px."""


@dataclass(frozen=True, slots=True)
class MarkerCheck:
    """The check of marker ``number``: how well the best place ``matches`` the print, up to 1, and its ``shift`` right
    and down from where it should be, mm."""

    number: int
    matches: float
    shift: tuple[float, float]

    @property
    def seen(self) -> bool:
        """Whether it is visible and not covered."""
        return self.matches >= 0.6

    @property
    def moved(self) -> float:
        """Distance it has moved, mm."""
        return float(np.hypot(*self.shift))


def marks_in_place(grey: Bytes, tray: Tray) -> list[MarkerCheck]:
    """Check the tray's four markers in (h, w) uint8 grey; those outside the picture are left out."""
    width, height = tray.frame
    marks = []
    for number, corner in enumerate(tray.size.corners):
        places = _places(tray, corner)
        pixels = tray.to_px(places).reshape(places.shape)
        inner = pixels[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
        if (inner > 0).all() and (inner < (width - 1, height - 1)).all():
            at = pixels.astype(np.float32)
            there = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            marks.append(_best(number, np.asarray(there, dtype=np.uint8), tray.size.marker / _CELLS))
    return marks


_MARGIN = 10
"""Margin round a marker's `_CELLS` in which it is searched, px."""


def _places(tray: Tray, corner: tuple[float, float]) -> Floats:
    """(n, n, 2) mm: the middles of the cells of the marker in that corner of the floor, with `_MARGIN` round it."""
    step = tray.size.marker / _CELLS
    along = (np.arange(-_MARGIN, _CELLS + _MARGIN) + 0.5) * step
    left = min(corner[0], tray.size.width - tray.size.marker)
    top = min(corner[1], tray.size.height - tray.size.marker)
    return np.stack(np.meshgrid(left + along, top + along), axis=2)


def _best(number: int, there: Bytes, step: float) -> MarkerCheck:
    """Find the best match of a marker in the picture of its surroundings; a cell is ``step`` mm wide."""
    best = MarkerCheck(number, 0.0, (0.0, 0.0))
    if float(there.std()) < 3:
        return best
    for margin in _MARGINS:
        likeness = np.asarray(
            cv2.matchTemplate(there, _printed(number, margin), cv2.TM_CCOEFF_NORMED), dtype=np.float32
        )
        _, most, _, (column, row) = cv2.minMaxLoc(likeness)
        if best.matches < most <= 1.01:
            right = (column + peak_offset(likeness[row], column) - _MARGIN) * step
            down = (row + peak_offset(likeness[:, column], row) - _MARGIN) * step
            best = MarkerCheck(number, min(1.0, most), (right, down))
        if best.matches > _PLAIN:
            break
    return best


@cache
def _printed(number: int, margin: float) -> Bytes:
    """Draw a marker as printed, slightly blurred, (`_CELLS`, `_CELLS`) uint8; ``margin`` is a share of its width."""
    fine = 4 * _CELLS
    edge = round(margin * fine)
    black = fine - 2 * edge
    inner = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, black)
    sheet = np.full((fine, fine), 255, np.uint8)
    sheet[edge : edge + black, edge : edge + black] = inner
    small = cv2.resize(sheet, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), dtype=np.uint8)
