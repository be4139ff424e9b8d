"""Pip heat map: a network that marks the pips of a crop, whatever they are printed on."""

import cv2
import numpy as np

from vision.faces.network import run_network
from vision.image.types import Bytes, Floats

MARKS = 32
"""Width and height of the network's output for a close crop, in cells."""


def heatmaps(patches: Bytes) -> Floats:
    """(n, side, side) heat maps 0–1 of the pips' middles in close crops (n, side, side, 3)."""
    shares = 1 / (1 + np.exp(-run_network("pip_heatmap", heatmap_planes(patches))[:, 0]))
    return np.stack([cv2.resize(one, patches.shape[1:3], interpolation=cv2.INTER_LINEAR) for one in shares])


def heatmap_planes(patches: Bytes) -> Floats:
    """(n, 3, side, side) float32 network input: colours 0–1 of crops (n, side, side, 3)."""
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
