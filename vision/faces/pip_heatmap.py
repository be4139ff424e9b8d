"""Where the pips of a face are: a small network marks them, whatever they are printed on."""

import cv2
import numpy as np

from vision.faces.onnx import run_network
from vision.image.types import Bytes, Floats

MARKS = 32
"""Width and height of what the network says of a close patch, in cells."""


def heatmaps(patches: Bytes) -> Floats:
    """(n, side, side) how likely the middle of a pip is at each pixel of close patches (n, side, side, 3), 0–1."""
    shares = 1 / (1 + np.exp(-run_network("spotter", heatmap_planes(patches))[:, 0]))
    return np.stack([cv2.resize(one, patches.shape[1:3], interpolation=cv2.INTER_LINEAR) for one in shares])


def heatmap_planes(patches: Bytes) -> Floats:
    """(n, 3, side, side) float32: colours 0–1 of patches (n, side, side, 3)."""
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
