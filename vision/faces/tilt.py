"""Tilt classifier: a network that compares each face on a known tray with the outline of a flat die."""

from dataclasses import dataclass

import numpy as np

from vision.faces.network import run_network
from vision.image.patch import PATCH, REACH, all_round
from vision.image.types import Bytes, Floats

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
"""(8, 2, 2) matrices that map a direction in each crop of `all_round` to that in the first."""


@dataclass(frozen=True, eq=False)
class Tilt:
    """Probabilities 0–1 that a die leans and that it lies on another, and the ``slope`` (2,) of its upper face.

    The slope is the horizontal part of the face's unit normal, right and down the crop.
    """

    leaning: float
    stacked: float
    slope: Floats


def tilts(patches: Bytes, leans: Floats, *, closely: bool = True) -> list[Tilt]:
    """Classify the tilt of the dice under crops (n, PATCH, PATCH, 3).

    ``leans`` (n, 2) is the lean of the camera's ray at each, right and down the crop. With ``closely`` uncertain
    results are averaged over the four rotations and their mirror images.
    """
    if not len(patches):
        return []
    output = _output(patches, leans)
    doubted = np.flatnonzero((1 / (1 + np.exp(-output[:, :2])) > _UNDOUBTED).any(axis=1))
    if closely and len(doubted):
        looks, turned = zip(*(all_round(patches[number], leans[number]) for number in doubted), strict=True)
        again = _output(np.concatenate(looks), np.concatenate(turned)).reshape(len(doubted), -1, 4)
        again[:, :, 2:] = np.einsum("kij,nkj->nki", _BACK, again[:, :, 2:])
        output[doubted] = again.mean(axis=1)
    shares = 1 / (1 + np.exp(-output[:, :2]))
    return [
        Tilt(float(leaning), float(stacked), slope)
        for (leaning, stacked), slope in zip(shares, output[:, 2:], strict=True)
    ]


def _output(patches: Bytes, leans: Floats) -> Floats:
    """(n, 4) logits of leaning and of lying on another die, and the slope."""
    return run_network("tilt", tilt_planes(patches, leans)).astype(float)


def tilt_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 6, PATCH, PATCH) float32 network input: colours 0–1, the outline of a flat die, and the lean as constant
    planes."""
    planes = np.empty((len(patches), 6, PATCH, PATCH), np.float32)
    np.divide(patches.transpose(0, 3, 1, 2), np.float32(255), out=planes[:, :3])
    planes[:, 3] = _outlines(leans)
    planes[:, 4:] = (leans.astype(np.float32) + 0.5)[:, :, None, None]
    return planes


def _outlines(leans: Floats) -> Floats:
    """(n, PATCH, PATCH) outline: 1 on the upper face, 0.5 on the visible sides of a flat die, 0 elsewhere."""
    across = (np.arange(PATCH) + 0.5) * 2 * REACH / PATCH - REACH
    share = np.linspace(0, 1, _STEPS)[:, None]
    middles = -2 * share * leans.T[:, :, None, None]
    columns, rows = (np.abs(across - middle) < 1 - 0.035 * share for middle in middles)
    body = np.matmul(rows.transpose(0, 2, 1).astype(np.float32), columns.astype(np.float32)) > 0
    top = np.abs(across) < 1
    return np.asarray(np.where(top[:, None] & top[None, :], 1.0, 0.5 * body))
