"""Whether the dice on a known tray lie flat: a small network holds each face against the outline of a die that does."""

from dataclasses import dataclass

import numpy as np

from vision.faces.onnx import run_network
from vision.image.patch import PATCH, REACH, all_round
from vision.image.types import Bytes, Floats

_STEPS = 8
"""Squares between the upper face and the foot that make up an outline."""


_UNDOUBTED = 0.4
"""The share for leaning or lying on another below which one look does."""


@dataclass(frozen=True)
class Tilt:
    """How a die stands: ``leaning`` and ``stacked`` 0–1, how likely it leans or lies on another."""

    leaning: float
    stacked: float


def tilts(patches: Bytes, leans: Floats) -> list[Tilt]:
    """How the dice under the straightened faces (n, PATCH, PATCH, 3) stand.

    ``leans`` (n, 2) is how far the sight of each leans out of the upright, right and down the patch. A die that one
    look leaves in doubt is looked at from all its sides and in the mirror, and the mean of those looks counts.
    """
    if not len(patches):
        return []
    output = _output(patches, leans)
    doubted = np.flatnonzero(output.max(axis=1) > np.log(_UNDOUBTED / (1 - _UNDOUBTED)))
    if len(doubted):
        looks, turned = zip(*(all_round(patches[number], leans[number]) for number in doubted), strict=True)
        output[doubted] = (
            _output(np.concatenate(looks), np.concatenate(turned)).reshape(len(doubted), -1, 2).mean(axis=1)
        )
    return [Tilt(float(leaning), float(stacked)) for leaning, stacked in 1 / (1 + np.exp(-output))]


def _output(patches: Bytes, leans: Floats) -> Floats:
    """(n, 2) the logits for a die that leans and one that lies on another."""
    return run_network("level", tilt_planes(patches, leans))[:, :2].astype(float)


def tilt_planes(patches: Bytes, leans: Floats) -> Floats:
    """(n, 6, PATCH, PATCH) float32: colours 0–1, the outline of a flat die, and the lean of the sight, spread out."""
    colours = patches.astype(np.float32).transpose(0, 3, 1, 2) / 255
    outline = _outlines(leans)[:, None].astype(np.float32)
    spread = np.broadcast_to((leans.astype(np.float32) + 0.5)[:, :, None, None], (len(leans), 2, PATCH, PATCH))
    return np.concatenate([colours, outline, spread], axis=1)


def _outlines(leans: Floats) -> Floats:
    """(n, PATCH, PATCH) 1 on the upper face, 0.5 where the sides of a die that lies flat are seen, 0 elsewhere."""
    across = (np.arange(PATCH) + 0.5) * 2 * REACH / PATCH - REACH
    body = np.zeros((len(leans), PATCH, PATCH), dtype=bool)
    for share in np.linspace(0, 1, _STEPS):
        x, y = (-2 * share * leans).T
        half = 1 - 0.035 * share
        inside = [np.abs(across - middle[:, None]) < half for middle in (x, y)]
        body |= inside[1][:, :, None] & inside[0][:, None, :]
    top = np.abs(across) < 1
    return np.asarray(np.where(top[:, None] & top[None, :], 1.0, 0.5 * body))
