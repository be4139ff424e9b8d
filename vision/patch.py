"""Cutting a face out of a picture, straightened, as the judge looks at it."""

import cv2
import numpy as np

from vision.arrays import Floats
from vision.picture import Image

PATCH = 48
"""Width and height of a patch, px."""

REACH = 1.8
"""How far a patch reaches from the middle of a face, in half edges."""


def straightened(picture: Image, at: Floats, axes: Floats) -> Image:
    """The face at ``at`` (2,) px as a patch, (PATCH, PATCH, 3) uint8 BGR.

    ``axes`` (2, 2) are the half edges, px, that run right and down in the patch. A large face is blurred first, so that
    its texture does not turn into specks. Beyond the border the picture's last pixels go on.
    """
    step = 2 * REACH / PATCH
    matrix = np.column_stack([axes[0] * step, axes[1] * step, at - (axes[0] + axes[1]) * (REACH - step / 2)])
    coarse = float(np.hypot(*axes[0])) * step
    source, shift = (picture, np.zeros(2)) if coarse < 1.5 else _softened(picture, at, axes, coarse)
    matrix[:, 2] -= shift
    patch = cv2.warpAffine(
        source, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
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


def _softened(picture: Image, at: Floats, axes: Floats, coarse: float) -> tuple[Image, Floats]:
    """The part of the picture round a face, blurred, and the pixel (2,) of its corner."""
    reach = float(np.abs(axes).sum(axis=0).max()) * REACH + 3 * coarse + 2
    height, width = picture.shape[:2]
    left, top = (int(np.clip(c - reach, 0, side - 1)) for c, side in zip(at, (width, height), strict=True))
    right, bottom = (int(np.clip(c + reach, 1, side)) for c, side in zip(at, (width, height), strict=True))
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 0.35 * coarse), dtype=np.uint8), np.array([left, top])
