"""Crops straightened faces for the networks."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Floats, Image

PATCH = 48
"""Width and height of a wide crop, px."""
REACH = 1.8
"""Extent of a wide crop from the middle of a face, in half edges."""


@dataclass(frozen=True)
class CropSize:
    """Size of a crop: ``side`` px wide, reaching ``reach`` half edges from the face's middle."""

    side: int
    reach: float

    @property
    def unit(self) -> float:
        """Half edge of the face, px of the crop."""
        return self.side / 2 / self.reach


WIDE = CropSize(PATCH, REACH)
"""Crop with much of the surroundings, to detect a face."""
CLOSE = CropSize(64, 1.35)
"""Crop with little of the surroundings at nearly twice the scale, to read a value."""


def straightened(picture: Image, at: Floats, axes: Floats, cut: CropSize = WIDE) -> Image:
    """Crop the face at ``at`` (2,) px to (side, side, 3) uint8 BGR of the size ``cut``.

    ``axes`` (2, 2) are the half edges, px, that run right and down in the crop. A large face is blurred first, against
    aliasing. Pixels outside the picture repeat its border.
    """
    step = 1 / cut.unit
    reach = cut.reach - step / 2
    (a, b), (c, d) = axes.tolist()
    x, y = at.tolist()
    coarse = math.hypot(a, b) * step
    source, (left, top) = (picture, (0, 0)) if coarse < 1.5 else _softened(picture, at, axes * cut.reach, coarse)
    matrix = np.array(
        [(a * step, c * step, x - (a + c) * reach - left), (b * step, d * step, y - (b + d) * reach - top)]
    )
    size, how = (cut.side, cut.side), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(source, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, dtype=np.uint8)


def along(axes: Floats, direction: Floats) -> Floats:
    """Convert a direction (2,) of the picture to one of a crop with the half edges ``axes`` (2, 2)."""
    return np.asarray(axes / np.hypot(axes[:, 0], axes[:, 1])[:, None] @ direction)


def all_round(patch: Image, lean: Floats, quarters: int = 4) -> tuple[Image, Floats]:
    """Return the first ``quarters`` of a crop's four rotations and their mirror images, (2 × quarters, side, side, 3),
    with their leans (2 × quarters, 2)."""
    patches, leans = [], []
    for quarter in range(quarters):
        turned = np.rot90(patch, quarter)
        patches += [turned, turned[:, ::-1]]
        leans += [lean, lean * (-1.0, 1.0)]
        lean = np.array([lean[1], -lean[0]])
    return np.stack(patches), np.stack(leans)


def _softened(picture: Image, at: Floats, reaches: Floats, coarse: float) -> tuple[Image, tuple[int, int]]:
    """Blur the part of the picture that ``reaches`` (2, 2) px to either side; return it and its corner's pixel."""
    (a, b), (c, d) = reaches.tolist()
    reach = max(abs(a) + abs(c), abs(b) + abs(d)) + 3 * coarse + 2
    height, width = picture.shape[:2]
    x, y = at.tolist()
    left, top = (int(min(max(low, 0), side - 1)) for low, side in ((x - reach, width), (y - reach, height)))
    right, bottom = (int(min(max(high, 1), side)) for high, side in ((x + reach, width), (y + reach, height)))
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 0.35 * coarse), dtype=np.uint8), (left, top)
