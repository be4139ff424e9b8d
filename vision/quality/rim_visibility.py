"""Measures how much of the tray's rim is visible."""

from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.types import Bytes, Floats

_REACH = 16.0
"""Distance to both sides of the floor's edge that is sampled, mm: more than the rim's width."""
_STEP = 1.5
_ALONG = 15
"""Samples along each side."""
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
