"""How much of the tray's edge can be seen: the line all round where the floor ends, which no lamp takes away."""

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image.types import Bytes

_REACH = 16.0
"""How far to both sides of the line, in mm, something must show: further than the rim is wide."""
_STEP = 1.5
_ALONG = 15
"""Places along each side."""
_PLAIN = 10.0
"""Levels; where there is no more between the lightest and the darkest, nothing is seen."""


def rim_hidden(grey: Bytes, tray: Tray) -> float:
    """The share of the floor's edge, 0–1, where the picture (h, w) uint8 grey shows nothing at all.

    Parts that lie outside the picture do not count.
    """
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
    if not inside.any():
        return 0.0
    at = pixels[inside].astype(np.float32)
    seen = cv2.remap(cv2.blur(grey, (3, 3)), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    contrast = seen.max(axis=1).astype(int) - seen.min(axis=1)
    return float(np.mean(contrast < _PLAIN))
