"""Measures how far a tray without markers has moved, by its rim, which looks the same whatever lies on the floor."""

from dataclasses import replace

import cv2
import numpy as np

from vision.i18n import gettext as _
from vision.image.peak import peak_offset
from vision.image.types import Bytes, Floats
from vision.problems import PictureTrouble, Problem
from vision.quality.checks import MOVED, Condition, trusted
from vision.quality.lighting import drawn
from vision.reading import Reading, Rest
from vision.scene.empty_tray import EmptyTray, small

_BAND = (-4.0, 22.0)
"""Inner and outer edge of the rim, mm outwards from the floor's edge."""
_REACH = 6
"""Maximum shift searched, px of the small picture."""
_SHADE = 10.0
"""Levels added before a logarithm, against noise in the dark."""
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
    band = cv2.subtract(drawn(reference.tray, shape, _BAND[1]), drawn(reference.tray, shape, _BAND[0]))
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
    level = np.log(np.asarray(grey, dtype=np.float32) + _SHADE)
    across, down = cv2.Sobel(level, cv2.CV_32F, 1, 0), cv2.Sobel(level, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(np.hypot(across, down), 1.5), dtype=np.float32)
