"""Pip heat map: a network that marks the pips of a crop, whatever they are printed on."""

import cv2
import numpy as np

from vision.faces.network import run_network
from vision.image.types import Bytes, Floats

MARKS = 32
"""Width and height of the network's output for a close crop, in cells."""


def heatmaps(patches: Bytes, *, turned: bool = False) -> Floats:
    """(n, side, side) heat maps 0–1 of the pips' middles in close crops (n, side, side, 3).

    With ``turned``, the mean over the four rotations of each crop and their mirror images.
    """
    shares = _all_round(patches) if turned else _shares(patches)
    return np.stack([cv2.resize(one, patches.shape[1:3], interpolation=cv2.INTER_LINEAR) for one in shares])


def _all_round(patches: Bytes) -> Floats:
    maps = []
    for quarter in range(4):
        around = np.rot90(patches, quarter, axes=(1, 2))
        maps += [
            np.rot90(one, -quarter, axes=(1, 2)) for one in (_shares(around), _shares(around[:, :, ::-1])[:, :, ::-1])
        ]
    return np.asarray(np.mean(maps, axis=0))


def _shares(patches: Bytes) -> Floats:
    return np.asarray(1 / (1 + np.exp(-run_network("pip_heatmap", heatmap_planes(patches))[:, 0])))


def heatmap_planes(patches: Bytes) -> Floats:
    """(n, 3, side, side) float32 network input: colours 0–1 of crops (n, side, side, 3)."""
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
