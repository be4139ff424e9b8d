"""Measures of a picture that tell whether it can be read: light, flicker, sharpness, and how much of the rim shows."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.geometry.tray import RIM, Tray
from vision.geometry.view import floor_mask
from vision.image import CLIPPED, SHADE, Bytes, Flags, Floats, Image, Ints

_COARSE = (64, 36)
"""Width and height of the copy in which contrast is measured: a sensor's noise averages out."""
_RIM = 14.0
"""Width of the rim that counts as the tray here, mm: it is visible whatever covers the floor."""
_ROWS = 72
"""Height of the copy in which bands are searched; a picture has at most a tenth as many bands."""
_GAP = 3
_WAVES = np.arange(1.25, 7.01, 0.25)


@dataclass(frozen=True, slots=True)
class Light:
    """Light on the tray: ``full`` is the share of it where a channel is clipped, and a second one not dark as under a
    lamp of one colour; ``brightest`` the 99th percentile of levels, ``contrast`` how far that is above the 1st."""

    full: float
    brightest: float
    contrast: float


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands of a flickering lamp: ``depth`` is their amplitude (natural logarithm of the level), ``share`` the share
    0–1 of the rows' differences that they explain."""

    depth: float
    share: float


def light_on(thin: Image, tray: Tray | None) -> Light:
    """Measure the light on the tray, or in the whole picture, in a `thinned` picture (h, w, 3) uint8 BGR."""
    coarse = np.asarray(cv2.resize(thin, _COARSE, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    darkest, brightest = np.quantile(_on(coarse, tray).max(axis=1), (0.01, 0.99)).tolist()
    _, middle, high = np.sort(_on(thin, tray), axis=1).T
    full = (high >= CLIPPED) & (middle >= CLIPPED // 2)
    return Light(float(np.mean(full)), brightest, brightest - darkest)


def _on(picture: Image, tray: Tray | None) -> Bytes:
    """(n, 3) pixels of the tray and its rim; all where it is not in the picture."""
    here = None if tray is None else floor_mask(tray, (picture.shape[0], picture.shape[1]), _RIM) > 0
    return picture.reshape(-1, 3) if here is None or not here.any() else picture[here]


def bands_in(grey: Bytes, tray: Tray) -> Bands:
    """Measure the horizontal bands over the tray and its surroundings in (h, w) uint8 grey.

    A lamp changes a row as a whole: the median difference between two rows is the lamp's, whatever lies there. Smooth
    changes are falloff and shadow.
    """
    height, width = grey.shape
    size = (max(8, round(_ROWS * width / height)), _ROWS)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    level = np.log(small.astype(np.float32) + SHADE)
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


@lru_cache(maxsize=4)
def _off_the_rim(tray: Tray, width: int) -> tuple[Flags, Ints, Ints]:
    """Return where rows `_GAP` apart may not be compared, since the rim is there, in a copy of that width, (n, w); how
    many pixels are left in each row (n,); and the rows with enough of them."""
    rim = cv2.subtract(floor_mask(tray, (_ROWS, width), RIM[1]), floor_mask(tray, (_ROWS, width), RIM[0])) > 0
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


_EVERY = 4
"""Sampling step of rows."""
_CALM = 0.6
_AGAIN = 2.5
"""Standard deviations of the blur against noise, and of the one for measuring, px."""
_STEEPEST = 0.985
"""Quantile of gradients above which a step is an edge."""
_SHARPEST = 0.25
"""Quantile of the edges' widths returned: most edges are soft at any focus."""


def edge_width(grey: Bytes) -> float | None:
    """Return the width of the sharper edges in (h, w) uint8 grey: the standard deviation of their blur in pixels.

    Returns None where there are too few edges.
    """
    rows = np.ascontiguousarray(grey[::_EVERY])
    if min(rows.shape) < 8:
        return None
    calm = cv2.GaussianBlur(rows.astype(np.float32), (0, 1), _CALM, sigmaY=0.01)
    sharp_step = _steepness(calm)
    least = max(6.0, _quantile(sharp_step[::2, ::4].ravel(), _STEEPEST))
    peak = (sharp_step >= least) & (sharp_step >= cv2.dilate(sharp_step, np.ones((1, 5), np.uint8)))
    sharp = sharp_step[peak]
    del sharp_step
    soft = _steepness(cv2.GaussianBlur(calm, (0, 1), _AGAIN, sigmaY=0.01))[peak]
    ratio = sharp / np.maximum(soft, 1e-3)
    ratio = ratio[ratio > 1.0005]
    if len(ratio) < 30:
        return None
    width = _AGAIN / np.sqrt(ratio**2 - 1)
    return _quantile(width, _SHARPEST)


def _quantile(values: Floats, share: float) -> float:
    """Return the value below which that share of (n,) values lies."""
    place = round(share * (len(values) - 1))
    return float(np.partition(values, place)[place])


def _steepness(rows: MatLike) -> Floats:
    """(h, w) float32 absolute gradient along the rows."""
    steps = cv2.Sobel(rows, cv2.CV_32F, 1, 0, ksize=1)
    return np.asarray(np.abs(steps, out=steps))


_REACH = 16.0
"""Distance to both sides of the floor's edge that is sampled, mm: more than the rim's width."""
_STEP = 1.5
_ALONG = 15
_PLAIN = 10.0
"""Minimum contrast for anything to be visible, levels."""


def rim_hidden(grey: Bytes, tray: Tray) -> float:
    """Return the share of the floor's edge, 0–1, that shows no contrast in (h, w) uint8 grey.

    Parts outside the picture do not count.
    """
    at = _samples(tray)
    if not len(at):
        return 0.0
    seen = cv2.remap(cv2.blur(grey, (3, 3)), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    contrast = seen.max(axis=1).astype(int) - seen.min(axis=1)
    return float(np.mean(contrast < _PLAIN))


@lru_cache(maxsize=4)
def _samples(tray: Tray) -> Floats:
    """(n, m, 2) float32 px: m places across the floor's edge at n places along it, those inside the picture."""
    width, height = tray.frame
    across = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    corners = np.array(tray.size.corners)
    share = np.linspace(0.1, 0.9, _ALONG)[:, None]
    rows = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        ahead = (end - start) / np.linalg.norm(end - start)
        outward = np.array([ahead[1], -ahead[0]])
        rows.append((start + share * (end - start))[:, None] + across[:, None] * outward)
    places = np.concatenate(rows)
    pixels = tray.to_px(places).reshape(*places.shape)
    inside = ((pixels > 0) & (pixels < np.array([width, height]) - 1)).all(axis=(1, 2))
    return np.asarray(pixels[inside], dtype=np.float32)
