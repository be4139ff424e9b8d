"""Face detector: a fully convolutional network that locates upper faces in a downscaled view. It reads no values."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.faces.network import run_network
from vision.image import Floats, Image

CELL = 4
"""Pixels per cell of the network's output."""
USUAL = 18.0
"""Edge, px, to which the network's sizes are relative."""
FINE = 1.1
"""Pixels per millimetre at which a known tray is searched."""
APART = 0.45
"""Minimum distance between two detections, in edges of the smaller one."""
_COPIES = 1.7
"""Ratio of the scales of a picture without a tray."""
_LEAST_SURE = 0.15
"""Confidence below which a detection is ignored."""


class Placed(Protocol):
    """A square in a view: middle ``at`` (2,) px, half edges ``axes`` (2, 2) px."""

    @property
    def at(self) -> Floats: ...
    @property
    def axes(self) -> Floats: ...
    @property
    def edge(self) -> float: ...


@dataclass(frozen=True)
class Detection:
    """One detected face: middle ``at`` (2,) px, half edges ``axes`` (2, 2) px of the view, confidence ``sure`` 0–1."""

    at: Floats
    axes: Floats
    sure: float

    @property
    def edge(self) -> float:
        return 2 * float(np.hypot(*self.axes[0]))


def detect(picture: Image, factors: list[float], least: float = _LEAST_SURE) -> list[Detection]:
    """Detect faces in a picture scaled by each of the ``factors``: those of at least confidence ``least``, highest
    first.

    Overlapping detections are merged into the one of highest confidence.
    """
    found = [square for factor in factors for square in _detected_at(picture, factor, least)]
    found.sort(key=lambda square: -square.sure)
    at = np.array([square.at for square in found]).reshape(-1, 2)
    edge = np.array([square.edge for square in found])
    free = np.ones(len(found), dtype=bool)
    for number in range(len(found)):
        if free[number]:
            away = np.linalg.norm(at[number + 1 :] - at[number], axis=1)
            free[number + 1 :] &= away > APART * np.minimum(edge[number + 1 :], edge[number])
    return [square for square, kept in zip(found, free, strict=True) if kept]


def scales(width: int, height: int, smallest: float, largest: float) -> list[float]:
    """Return the scale factors that cover edges from ``smallest`` to ``largest`` px in a picture of that size."""
    factors = [min(1.6, 12.0 / smallest)]
    while largest * factors[-1] > 28 and min(width, height) * factors[-1] > 60:
        factors.append(factors[-1] / _COPIES)
    return factors


def _detected_at(picture: Image, factor: float, least: float) -> list[Detection]:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=how)
    down, right = (-side % 8 for side in small.shape[:2])
    whole = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=tuple(cv2.mean(small)[:3]))
    planes = np.multiply(whole.transpose(2, 0, 1), np.float32(1 / 255), dtype=np.float32)
    output = run_network("detector", planes[None])[0]
    heat = output[0]
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > math.log(least / (1 - least)))
    rows, columns = np.nonzero(peak)
    found = zip(output[:, rows, columns].T.tolist(), columns.tolist(), rows.tolist(), strict=True)
    return [_detection(numbers, x, y, factor) for numbers, x, y in found]


def _detection(output: Sequence[float], x: int, y: int, factor: float) -> Detection:
    """Convert the network's numbers in the cell at column ``x`` and row ``y``."""
    heat, across, down, size, cos, sin = output
    at = (np.array([x + 0.5 + across, y + 0.5 + down])) * CELL / factor - 0.5
    half = USUAL * math.exp(min(max(size, -1.2), 1.2)) / factor / 2
    angle = math.atan2(sin, cos) / 4
    a, b = half * math.cos(angle), half * math.sin(angle)
    return Detection(at, np.array([(a, b), (-b, a)]), 1 / (1 + math.exp(-heat)))
