"""The tray's rim: whether something reaches in over it, and how far a tray without markers has moved."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.tray import RIM, Tray
from vision.geometry.view import View, floor_mask
from vision.i18n import gettext as _
from vision.image import SHADE, Bytes, Flags, Floats, peak_offset, small
from vision.quality.checks import MOVED, Condition, PictureTrouble, trusted
from vision.reading import Problem, Reading, Rest
from vision.scene.empty_tray import EmptyTray

_ACROSS = np.arange(-7.0, 16.1, 1.75)
"""Places sampled across the floor's edge, mm outwards from it: to the margin of a view."""
_STEP = 4.0
"""Distance of the places along the edge, mm."""
_MARKER = 3.0
"""Distance from a marker that is not sampled, mm: its white margin is another edge."""
_SCALE = 40.0
"""Levels for each e-fold of brightness, in which light and shade do not change a contrast."""
_LEVELS = np.rint(_SCALE * np.log((np.arange(256) + SHADE) / SHADE)).astype(np.uint8)
_HIDDEN, _CLEAR = 0.4, 0.6
"""Maximum contrast of a hidden edge and minimum contrast of a clear one, as shares of the usual one, the tray's median.
The edge of 240 sound rendered stills, in eleven lights each, is nowhere taken for hidden with these."""
_WIDE = 24.0
"""Minimum length of the hidden stretch, mm."""


def reaches_over(view: View, tray: Tray) -> bool:
    """Whether something reaches over the rim in a view of the tray."""
    quarter = view.quarter
    across, down, sides = _places(tray, (quarter.shape[0], quarter.shape[1]), view.offset, view.factor)
    if not across.size:
        return False
    seen = cv2.LUT(cv2.remap(quarter, across, down, cv2.INTER_LINEAR), _LEVELS)
    contrast = (seen.max(axis=0) - seen.min(axis=0)).max(axis=1)
    usual = float(np.median(contrast))
    hidden, clear = contrast < _HIDDEN * usual, contrast >= _CLEAR * usual
    return any(_crossed(hidden[start:end]) and clear[start:end].any() for start, end in sides)


def _crossed(hidden: Flags) -> bool:
    """Whether a long stretch of a side is hidden."""
    ends = np.flatnonzero(np.diff(hidden, prepend=False, append=False))
    return bool(((ends[1::2] - ends[::2]) * _STEP >= _WIDE).any())


@lru_cache(maxsize=4)
def _places(
    tray: Tray, shape: tuple[int, int], offset: tuple[int, int], factor: float
) -> tuple[Floats, Floats, tuple[tuple[int, int], ...]]:
    """Return columns and rows (m, n) float32 in a view's quarter, of m places across the floor's edge at n places along
    it, those inside; and for each side the first and the end of its n."""
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
        sides.append((sum(map(len, rows)), sum(map(len, rows)) + int(inside.sum())))
        rows.append(pixels[inside])
    found = np.ascontiguousarray(np.concatenate(rows).T, dtype=np.float32)
    return found[0], found[1], tuple(sides)


_REACH = 6
"""Maximum shift searched, px of the small picture."""
_TOO_FAR = 4.0
"""Shift above which the old corners are no use for reading, mm."""
_ALIKE = 0.75
"""Minimum match of the best place, up to 1."""


def rim_shift(reference: EmptyTray, picture: Bytes) -> float | None:
    """Return the distance of the rim in a picture, (h, w, 3) uint8 BGR, from its place in the ``reference``, mm.

    Returns None where too little of the rim is visible or it has moved too far.
    """
    now = small(picture)
    if now.shape != reference.colours.shape:
        return None
    shape = (now.shape[0], now.shape[1])
    band = cv2.subtract(floor_mask(reference.tray, shape, RIM[1]), floor_mask(reference.tray, shape, RIM[0]))
    rows, columns = np.flatnonzero(band.any(axis=1)), np.flatnonzero(band.any(axis=0))
    if not len(rows):
        return None
    top, bottom = max(_REACH, rows[0]), min(shape[0] - _REACH, rows[-1] + 1)
    left, right = max(_REACH, columns[0]), min(shape[1] - _REACH, columns[-1] + 1)
    if bottom - top < 4 * _REACH or right - left < 4 * _REACH:
        return None
    before = _steps(reference.colours)[top:bottom, left:right]
    after = _steps(now)[top - _REACH : bottom + _REACH, left - _REACH : right + _REACH]
    mask = band[top:bottom, left:right].astype(np.float32) / 255
    fit = np.asarray(cv2.matchTemplate(after, before, cv2.TM_CCORR_NORMED, mask=mask), dtype=np.float32)
    _least, best, _where, (column, row) = cv2.minMaxLoc(fit)
    if not _ALIKE <= best <= 1.01 or not (0 < row < 2 * _REACH and 0 < column < 2 * _REACH):
        return None
    across, down = column + peak_offset(fit[row], column), row + peak_offset(fit[:, column], row)
    return float(np.hypot(across - _REACH, down - _REACH)) * reference.mm


def with_shift(reading: Reading, far: float | None) -> Reading:
    """Add a problem to the reading of a tray that has moved ``far`` mm since its corners were set.

    After a large shift no die has a value, since the rail's place is unknown.
    """
    if far is None or far <= MOVED:
        return reading
    sentence = _(
        "The camera or the tray was moved by {far:.0f} mm: put it back, or mark the tray’s corners again.", far=far
    )
    moved = PictureTrouble(Problem.CAMERA_MOVED, sentence, blinds=far > _TOO_FAR)
    told = trusted(reading, Condition((moved,), None))
    rest = Rest.OBSTRUCTED if moved.blinds else told.rest
    return replace(told, rest=rest, named=reading.named | told.named)


def _steps(colours: Bytes) -> Floats:
    """(h, w) float32 gradient of the logarithm of brightness, which does not depend on the light."""
    grey = cv2.GaussianBlur(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    level = np.log(np.asarray(grey, dtype=np.float32) + SHADE)
    across, down = cv2.Sobel(level, cv2.CV_32F, 1, 0), cv2.Sobel(level, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(np.hypot(across, down), 1.5), dtype=np.float32)
