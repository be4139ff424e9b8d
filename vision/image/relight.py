"""Normalizes pictures taken in dim or coloured light.

The networks are trained on well lit pictures, and the thresholds of contrast are absolute levels.
"""

import cv2
import numpy as np

from vision.image.types import Bytes

_LIGHTEST, _WELL_LIT = 0.002, 180.0
"""Share of pixels in a well lit picture that are at least of that level."""
_COLOURED = 2.0
"""Minimum ratio between two channels in the light of a coloured lamp."""
_MOST = 8.0
"""Maximum factor for dim light, and again for coloured light: it amplifies noise."""
_HARDLY = 1.1
"""Factor below which a picture is not changed."""
_THIN = 3
"""Sampling step in pixels, both ways."""


def relit(picture: Bytes, thin: Bytes | None = None) -> Bytes:
    """Multiply the levels of each channel of a dim or coloured picture, (h, w) or (h, w, 3) uint8; return others
    unchanged. ``thin`` is the picture `thinned`, where it is there already."""
    levels = np.array([_lightest(channel) for channel in cv2.split(thinned(picture) if thin is None else thin)])
    dim = min(_MOST, _WELL_LIT / levels.max())
    factors = np.clip(levels.max() / _COLOURED / levels, 1.0, _MOST) * (dim if dim > _HARDLY else 1.0)
    if factors.max() < _HARDLY:
        return picture
    table = np.minimum(255, np.rint(factors * np.arange(256)[:, None, None])).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)


def thinned(picture: Bytes) -> Bytes:
    """Sample one pixel in nine of a picture (h, w) or (h, w, 3) uint8."""
    height, width = picture.shape[:2]
    size = (max(1, width // _THIN), max(1, height // _THIN))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def _lightest(channel: cv2.typing.MatLike) -> int:
    """Return the level, 1–255, of the lightest parts of a channel (h, w) uint8, specks left out."""
    counts = np.cumsum(cv2.calcHist([channel], [0], None, [256], [0, 256]).ravel())
    return max(1, int(np.searchsorted(counts, (1 - _LIGHTEST) * counts[-1])))
