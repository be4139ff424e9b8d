"""Cutting a face out of a picture, straightened, as the networks look at it."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image.image import Image
from vision.image.types import Floats

PATCH = 48
"""Width and height of a patch, px."""

REACH = 1.8
"""How far a patch reaches from the middle of a face, in half edges."""


@dataclass(frozen=True)
class CropSize:
    """How a face is cut out: a square ``side`` px wide that reaches ``reach`` half edges from the face's middle."""

    side: int
    reach: float

    @property
    def unit(self) -> float:
        """Half an edge of the face, px of the patch."""
        return self.side / 2 / self.reach


WIDE = CropSize(PATCH, REACH)
"""A face with much of what lies round it, by which one sees whether it is one."""
CLOSE = CropSize(64, 1.35)
"""A face with little round it and nearly twice as large, by which one sees what it shows."""


def straightened(picture: Image, at: Floats, axes: Floats, cut: CropSize = WIDE) -> Image:
    """The face at ``at`` (2,) px as a patch, (side, side, 3) uint8 BGR of the ``cut``.

    ``axes`` (2, 2) are the half edges, px, that run right and down in the patch. A large face is blurred first, so that
    its texture does not turn into specks. Beyond the border the picture's last pixels go on.
    """
    step = 1 / cut.unit
    matrix = np.column_stack([axes[0] * step, axes[1] * step, at - (axes[0] + axes[1]) * (cut.reach - step / 2)])
    coarse = float(np.hypot(*axes[0])) * step
    source, shift = (picture, np.zeros(2)) if coarse < 1.5 else _softened(picture, at, axes * cut.reach, coarse)
    matrix[:, 2] -= shift
    size, how = (cut.side, cut.side), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(source, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, dtype=np.uint8)


def along(axes: Floats, direction: Floats) -> Floats:
    """(2,) a direction of the picture in those of a patch with the half edges ``axes`` (2, 2)."""
    return np.asarray(axes / np.hypot(axes[:, 0], axes[:, 1])[:, None] @ direction)


def all_round(patch: Image, lean: Floats) -> tuple[Image, Floats]:
    """A patch and its lean (2,) from all sides and in the mirror, (8, PATCH, PATCH, 3) and (8, 2)."""
    patches, leans = [], []
    for quarter in range(4):
        turned = np.rot90(patch, quarter)
        patches += [turned, turned[:, ::-1]]
        leans += [lean, lean * (-1.0, 1.0)]
        lean = np.array([lean[1], -lean[0]])
    return np.stack(patches), np.stack(leans)


def _softened(picture: Image, at: Floats, reaches: Floats, coarse: float) -> tuple[Image, Floats]:
    """The part of the picture that ``reaches`` (2, 2) px to either side, blurred, and the pixel (2,) of its corner."""
    reach = float(np.abs(reaches).sum(axis=0).max()) + 3 * coarse + 2
    height, width = picture.shape[:2]
    left, top = (int(np.clip(c - reach, 0, side - 1)) for c, side in zip(at, (width, height), strict=True))
    right, bottom = (int(np.clip(c + reach, 1, side)) for c, side in zip(at, (width, height), strict=True))
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 0.35 * coarse), dtype=np.uint8), np.array([left, top])
