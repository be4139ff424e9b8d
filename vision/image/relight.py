"""Pictures taken in dim or coloured light, made as they would look in good light before dice are looked for in them.

The networks have learned from well lit pictures, and what counts as a pip or as nothing is a matter of levels.
"""

import cv2
import numpy as np

from vision.image.types import Bytes

_LIGHTEST, _WELL_LIT = 0.002, 180.0
"""In a well lit picture so many of the pixels, as a share, are at least of that level."""
_COLOURED = 2.0
"""How many times as light as another channel one is only in the light of a coloured lamp."""
_MOST = 8.0
"""The factor at most for the dim and again for the coloured: noise grows with it."""
_HARDLY = 1.1
"""The factor below which a picture is left as it is."""
_THIN = 3
"""One pixel in so many, each way, is looked at."""


def relit(picture: Bytes) -> Bytes:
    """The picture, (h, w) or (h, w, 3) uint8, with the levels of each channel multiplied where it is dim, or hardly has
    that colour; else itself."""
    levels = np.array([_lightest(channel) for channel in cv2.split(thinned(picture))])
    dim = min(_MOST, _WELL_LIT / levels.max())
    factors = np.clip(levels.max() / _COLOURED / levels, 1.0, _MOST) * (dim if dim > _HARDLY else 1.0)
    if factors.max() < _HARDLY:
        return picture
    table = np.minimum(255, np.rint(factors * np.arange(256)[:, None, None])).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)


def thinned(picture: Bytes) -> Bytes:
    """One pixel in nine of a picture (h, w) or (h, w, 3) uint8, for counting."""
    height, width = picture.shape[:2]
    size = (max(1, width // _THIN), max(1, height // _THIN))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def _lightest(channel: cv2.typing.MatLike) -> int:
    """The level, 1–255, of the lightest parts of a channel (h, w) uint8, but for specks."""
    counts = np.cumsum(cv2.calcHist([channel], [0], None, [256], [0, 256]).ravel())
    return max(1, int(np.searchsorted(counts, (1 - _LIGHTEST) * counts[-1])))
