"""Tilt of a die: whether it leans or lies on another, and the slope of its upper face.

The classifier tells it by comparing a face on a known tray with the outline of a flat die.
"""

from dataclasses import dataclass

import numpy as np

from vision.image.patch import PATCH, REACH
from vision.image.types import Floats

_STEPS = 8
"""Number of squares from the upper face to the foot that make up an outline."""

_UNDOUBTED = (0.3, 0.6)
"""Probabilities of leaning and of lying on another below which one crop is enough."""

_QUARTER, _MIRROR = np.array([[0.0, 1.0], [-1.0, 0.0]]), np.diag([-1.0, 1.0])
_BACK = np.stack(
    [
        np.linalg.inv(change @ np.linalg.matrix_power(_QUARTER, quarter))
        for quarter in range(4)
        for change in (np.eye(2), _MIRROR)
    ]
)
"""(8, 2, 2) matrices that map a direction in each crop of `vision.image.patch.all_round` to that in the first."""


@dataclass(frozen=True, eq=False)
class Tilt:
    """Probabilities 0–1 that a die leans and that it lies on another, and the ``slope`` (2,) of its upper face.

    The slope is the horizontal part of the face's unit normal, right and down the crop.
    """

    leaning: float
    stacked: float
    slope: Floats

    @classmethod
    def of(cls, output: Floats) -> "Tilt":
        """Return the tilt of which ``output`` (4,) is the logits of leaning and of lying on another, and the slope."""
        leaning, stacked = (1 / (1 + np.exp(-output[:2]))).tolist()
        return cls(leaning, stacked, output[2:])

    @property
    def undoubted(self) -> bool:
        """Whether it is so probable that the die lies flat on the floor that one crop is enough."""
        return self.leaning <= _UNDOUBTED[0] and self.stacked <= _UNDOUBTED[1]


def averaged(output: Floats) -> Floats:
    """(4,) mean of the ``output`` (8, 4) for the crops of `vision.image.patch.all_round`, along those of the first."""
    slopes = np.einsum("kij,kj->ki", _BACK, output[:, 2:])
    return np.asarray(np.concatenate([output[:, :2], slopes], axis=1).mean(axis=0))


def outlines(leans: Floats) -> Floats:
    """(n, PATCH, PATCH) outlines of flat dice: 1 on the upper face, 0.5 on the visible sides, 0 elsewhere.

    ``leans`` (n, 2) is the lean of the camera's ray at each, right and down the crop.
    """
    across = (np.arange(PATCH) + 0.5) * 2 * REACH / PATCH - REACH
    share = np.linspace(0, 1, _STEPS)[:, None]
    middles = -2 * share * leans.T[:, :, None, None]
    columns, rows = (np.abs(across - middle) < 1 - 0.035 * share for middle in middles)
    body = np.matmul(rows.transpose(0, 2, 1).astype(np.float32), columns.astype(np.float32)) > 0
    top = np.abs(across) < 1
    return np.asarray(np.where(top[:, None] & top[None, :], 1.0, 0.5 * body))
