"""Pictures as arrays: their types, checks, sizes and light."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.intp]
Flags = NDArray[np.bool_]
"""One boolean per element."""

Bytes = NDArray[np.uint8]
"""Pixels: a mask (255 or 0), a grey picture, or the channels of one."""

Image = Bytes
"""(h, w, 3) uint8, blue, green, red."""


def checked(image: NDArray[Any]) -> Image:
    """Convert a picture to (h, w, 3) uint8 BGR from grey (h, w), alpha (h, w, 4) or 16 bits.

    Raises BadImage for anything else.
    """
    if not isinstance(image, np.ndarray):
        raise BadImage(f"A picture is an array of pixels, not {type(image).__name__}.")
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (3, 4)) or 0 in image.shape:
        raise BadImage(f"A picture has a height, a width and one, three or four channels, not the shape {image.shape}.")
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    if image.dtype != np.uint8:
        raise BadImage(f"A picture has 8 or 16 bits a channel (uint8 or uint16), not {image.dtype}.")
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if image.shape[2] == 4:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image


def grey_of(picture: Image) -> Image:
    """Convert (h, w, 3) uint8 BGR to (h, w) uint8 grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def scaled(picture: Bytes, factor: float) -> Bytes:
    if factor == 1.0:
        return picture
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=how), dtype=np.uint8)


def halved(picture: Image) -> Image:
    """Halve the size of a picture, (h, w) or (h, w, 3) uint8; an odd last row or column is left out."""
    height, width = (max(2, side // 2 * 2) for side in picture.shape[:2])
    even = picture[:height, :width]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


CLIPPED = 250
"""Level from which a channel may be clipped."""
SHADE = 8.0
"""Levels added before a logarithm, against noise in the dark."""
SMALL = 320
"""Approximate width at which pictures are compared, px."""


def small(picture: Bytes) -> Bytes:
    """Scale a picture, (h, w) or (h, w, 3) uint8, to about `SMALL` pixels in width; leave a narrower one unchanged."""
    while picture.shape[1] >= 2 * SMALL and picture.shape[0] > 1:
        picture = halved(picture)
    height, width = picture.shape[:2]
    if width <= SMALL:
        return picture
    size = (SMALL, max(1, round(height * SMALL / width)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


_LIGHTEST, _WELL_LIT = 0.002, 180.0
"""Share of pixels in a well lit picture that are at least of that level."""
_COLOURED = 2.0
"""Minimum ratio between two channels in the light of a coloured lamp."""
_MOST = 8.0
"""Maximum factor for the darker channels of coloured light: it amplifies noise."""
_HARDLY = 1.1
"""Factor below which a picture is not changed."""
_THIN = 3
"""Sampling step in pixels, both ways."""


def relit(picture: Bytes, thin: Bytes | None = None) -> Bytes:
    """Multiply the levels of each channel of a dim or coloured picture, (h, w) or (h, w, 3) uint8; return others
    unchanged. ``thin`` is the picture `thinned`, where it is there already."""
    levels = np.array([_lightest(channel) for channel in cv2.split(thinned(picture) if thin is None else thin)])
    dim = _WELL_LIT / levels.max()
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


def peak_offset(values: Floats, at: int) -> float:
    """Return the offset, -0.5 to 0.5, of a curve's (n,) peak from its highest sample ``at``; 0.0 at the ends.

    The peak is that of the parabola through three samples.
    """
    if not 0 < at < len(values) - 1:
        return 0.0
    before, top, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend
