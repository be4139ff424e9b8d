"""Hand detection: finds what reaches in over the rim, whatever its colour.

A hand, a sleeve or a bag hides the edge of the floor along the stretch where it crosses it, and what it shows there
instead is plain: the same skin or cloth over the floor's margin, the edge and the rim. A shadow, a die or dirt changes
the edge's contrast but does not take it away.
"""

from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.geometry.view import View
from vision.image.types import Flags, Floats

_ACROSS = np.arange(-7.0, 16.1, 1.75)
"""Places sampled across the floor's edge, mm outwards from it: to the margin of a view."""
_STEP = 4.0
"""Distance of the places along the edge, mm."""
_MARKER = 3.0
"""Distance from a marker that is not sampled, mm: its white margin is another edge."""
_SCALE, _SHADE = 40.0, 8.0
"""Levels for each e-fold of brightness, in which light and shade do not change a contrast; and levels added before the
logarithm, against noise in the dark."""
_LEVELS = np.rint(_SCALE * np.log((np.arange(256) + _SHADE) / _SHADE)).astype(np.uint8)
_HIDDEN, _CLEAR = 0.4, 0.6
"""Maximum contrast of a hidden edge and minimum contrast of a clear one, as shares of the usual one, the tray's median.
The edge of 240 sound rendered stills, in eleven lights each, is nowhere taken for hidden with these."""
_USUAL = 0.7
"""Minimum usual contrast, as a natural logarithm; below, the edge of this tray is too faint to tell."""
_WIDE, _BESIDE = 24.0, 20.0
"""Minimum length of the hidden stretch, and maximum distance from one of its ends to a clear place, mm: an outline is
sharp, and the edge of a badly lit side fades."""
_LEFT = 0.15
"""Minimum share of its side that is clear: what hides all of a side is its look."""


def reaches_over(view: View, tray: Tray) -> bool:
    """Whether something reaches over the rim in a view of the tray."""
    small = view.quarter
    across, down, sides = _places(tray, (small.shape[0], small.shape[1]), view.offset, view.factor)
    if not across.size:
        return False
    seen = cv2.LUT(cv2.remap(small, across, down, cv2.INTER_LINEAR), _LEVELS)
    contrast = (seen.max(axis=0) - seen.min(axis=0)).max(axis=1)
    usual = float(np.median(contrast))
    if usual < _USUAL * _SCALE:
        return False
    hidden, clear = contrast < _HIDDEN * usual, contrast >= _CLEAR * usual
    return any(_crossed(hidden[start:end], clear[start:end], length) for start, end, length in sides)


def _crossed(hidden: Flags, clear: Flags, length: int) -> bool:
    """Whether a stretch of a side with ``length`` places is hidden, beside a clear one."""
    if np.count_nonzero(clear) < _LEFT * length:
        return False
    reach = round(_BESIDE / _STEP)
    ends = np.flatnonzero(np.diff(hidden, prepend=False, append=False))
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        beside = clear[max(0, start - reach) : end + reach]
        if (end - start) * _STEP >= _WIDE and beside.any():
            return True
    return False


@lru_cache(maxsize=4)
def _places(
    tray: Tray, shape: tuple[int, int], offset: tuple[int, int], factor: float
) -> tuple[Floats, Floats, tuple[tuple[int, int, int], ...]]:
    """Return columns and rows (m, n) float32 in a view's quarter, of m places across the floor's edge at n places along
    it, those inside; and for each side the first and the end of its n, and how many it has, inside or not."""
    height, width = shape
    corners = np.array(tray.size.corners)
    gap = tray.size.marker + _MARKER
    rows: list[Floats] = []
    sides = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        ahead = (end - start) / length
        along = np.arange(gap, length - gap + 1e-6, _STEP)[:, None]
        places = (start + along * ahead)[:, None] + _ACROSS[:, None] * np.array([ahead[1], -ahead[0]])
        pixels = (tray.to_px(places.reshape(-1, 2)).reshape(places.shape) + 0.5 - offset) * factor / 4 - 0.5
        inside = ((pixels > -0.5) & (pixels < np.array([width, height]) - 0.5)).all(axis=(1, 2))
        sides.append((sum(map(len, rows)), sum(map(len, rows)) + int(inside.sum()), len(along)))
        rows.append(pixels[inside])
    found = np.ascontiguousarray(np.concatenate(rows).T, dtype=np.float32)
    return found[0], found[1], tuple(sides)
