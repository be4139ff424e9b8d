"""The plane in which dice are measured: that of their upper faces, in mm, or the picture itself."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.image.types import Floats


@dataclass(frozen=True)
class Plane:
    """A plane in a view: ``matrix`` (3, 3) maps homogeneous places on the plane to pixels."""

    matrix: Floats

    def to_view(self, places: Floats) -> Floats:
        """Map (…, 2) places on the plane to pixels of the view."""
        return _through(self.matrix, places)

    def from_view(self, pixels: Floats) -> Floats:
        """Map (…, 2) pixels of the view to places on the plane."""
        return _through(self._inverse, pixels)

    @cached_property
    def _inverse(self) -> Floats:
        return np.asarray(np.linalg.inv(self.matrix))

    def pixels(self, pixels: Floats) -> Floats:
        """(n,) pixels of the view per unit of the plane, at each of the (n, 2) pixels."""
        there = self.from_view(pixels)
        across = self.to_view(there + np.array([1.0, 0.0])) - pixels
        down = self.to_view(there + np.array([0.0, 1.0])) - pixels
        return np.asarray(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])))


def _through(matrix: Floats, points: Floats) -> Floats:
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:])
