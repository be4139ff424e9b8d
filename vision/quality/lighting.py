"""The light on the tray: too much of it, too little, or a lamp that flickers while the rows are read one by one."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.image import Image
from vision.image.types import Bytes, Flags, Floats, Ints

_FULL = 250
"""Level from which a channel may be clipped."""
_RIM = 14.0
"""Width of the rim that counts as the tray here, mm: it is visible whatever covers the floor."""

_ROWS = 72
"""Height of the copy in which bands are searched; a picture has at most a tenth as many bands."""
_GAP = 3
"""Distance of the rows compared."""
_RIM_EDGE = (-3.0, 22.0)
"""The rim's inner and outer edge, mm outwards from the floor's edge: its rows differ in any light."""
_WAVES = np.arange(1.25, 7.01, 0.25)
"""Numbers of bands per picture that are tried."""
_SHADE = 6.0
"""Levels added before a logarithm, against noise in the dark."""


@dataclass(frozen=True, slots=True)
class Light:
    """Brightness of the tray: ``full`` is the share of it where a channel is clipped, ``brightest`` the 99th
    percentile, 0–255."""

    full: float
    brightest: float


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands of a flickering lamp: ``depth`` is their amplitude (natural logarithm of the level), ``share`` the share
    0–1 of the rows' differences that they explain."""

    depth: float
    share: float


def light_on(thin: Image, tray: Tray | None) -> Light:
    """Measure the brightness of the tray, or of the whole picture, in a `thinned` picture (h, w, 3) uint8 BGR."""
    blue, green, red = cv2.split(thin)
    levels = np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)
    here = None if tray is None else drawn(tray, (levels.shape[0], levels.shape[1]), _RIM)
    if here is not None and not here.any():
        here = None
    counts = np.asarray(cv2.calcHist([levels], [0], here, [256], [0, 256])).ravel()
    total = float(counts.sum())
    brightest = int(np.searchsorted(np.cumsum(counts), 0.99 * total))
    return Light(float(counts[_FULL:].sum()) / total, float(brightest))


def bands_in(grey: Bytes, tray: Tray) -> Bands:
    """Measure the horizontal bands over the tray and its surroundings in (h, w) uint8 grey.

    A lamp changes a row as a whole: the median difference between two rows is the lamp's, whatever lies there. Smooth
    changes are falloff and shadow.
    """
    height, width = grey.shape
    size = (max(8, round(_ROWS * width / height)), _ROWS)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    level = np.log(small.astype(np.float32) + _SHADE)
    out, count, rows = _off_the_rim(tray, size[0])
    ordered = np.sort(np.where(out, np.inf, level[_GAP:] - level[:-_GAP]), axis=1)
    step = ordered[rows, count[rows] // 2]
    if len(rows) < _ROWS / 2:
        return Bands(0.0, 0.0)
    smooth, shapes = _waves(tuple(rows.tolist()))
    left = step - smooth @ (smooth.T @ step)
    explained = np.sum(np.einsum("wrk,r->wk", shapes, left) ** 2, axis=1)
    best = int(np.argmax(explained))
    swing = math.sqrt(2 * float(explained[best]) / len(rows))
    depth = swing / (2 * math.pi * float(_WAVES[best]) * _GAP / _ROWS)
    return Bands(depth, float(explained[best]) / max(float(left @ left), 1e-12))


@lru_cache(maxsize=16)
def drawn(tray: Tray, shape: tuple[int, int], grow: float) -> Bytes:
    """(h, w) uint8, 255 on the floor and ``grow`` mm round it, in a copy of the tray's pictures of that shape.

    It is kept for the next call: do not write to it.
    """
    factor = np.array([shape[1], shape[0]]) / tray.frame
    places = np.clip((tray.to_px(tray.size.outline(grow)) + 0.5) * factor - 0.5, -4 * shape[1], 5 * shape[1])
    canvas = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(canvas, np.round(places * 16).astype(np.int32), 255, shift=4)
    canvas.flags.writeable = False
    return canvas


@lru_cache(maxsize=4)
def _off_the_rim(tray: Tray, width: int) -> tuple[Flags, Ints, Ints]:
    """Return where rows `_GAP` apart may not be compared, since the rim is there, in a copy of that width, (n, w); how
    many pixels are left in each row (n,); and the rows with enough of them."""
    rim = cv2.subtract(drawn(tray, (_ROWS, width), _RIM_EDGE[1]), drawn(tray, (_ROWS, width), _RIM_EDGE[0])) > 0
    out = np.any([rim[shift : len(rim) - _GAP + shift] for shift in range(_GAP + 1)], axis=0)
    count = (~out).sum(axis=1)
    return out, count, np.flatnonzero(count > 0.2 * width)


@lru_cache(maxsize=8)
def _waves(rows: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return bases of smooth changes over the rows, (n, 3), and of waves, (waves, n, 2): orthonormal columns."""
    at = np.array(rows) / _ROWS
    smooth, _ = np.linalg.qr(np.vander(at - at.mean(), 3))
    phase = 2 * np.pi * _WAVES[:, None] * at
    both = np.stack([np.cos(phase), np.sin(phase)], axis=2)
    shapes, _ = np.linalg.qr(both - np.einsum("rk,sk,wsc->wrc", smooth, smooth, both))
    return smooth, shapes
