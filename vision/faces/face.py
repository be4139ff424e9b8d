"""An upper face, measured on a view's plane."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.image import Flags, Floats
from vision.reading import Flag

CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Corners of a face, in half edges from its middle."""
AROUND = 1.12
"""Extent of a die round its upper face, in half edges from its middle; another's face that reaches in touches it."""


@dataclass(frozen=True, eq=False)
class Face:
    """One upper face on the view's plane.

    ``centre`` (2,) is its middle, ``axes`` (2, 2) the half edges, ``body`` and ``spot`` (3,) the BGR colours of the
    body and the pips. ``confidence`` is 0–1. A face with a ``doubt`` has no valid value. ``likeliest`` are the values
    1–6, most probable first. ``slope`` (2,) is the horizontal part of the unit normal of a face whose die leans if
    there is something to lean on; None for others.
    """

    value: int
    confidence: float
    centre: Floats
    axes: Floats
    body: Floats
    spot: Floats
    flags: frozenset[Flag] = frozenset()
    doubt: str | None = None
    likeliest: tuple[int, ...] = ()
    slope: Floats | None = None

    @cached_property
    def inverse(self) -> Floats:
        """(2, 2) matrix from places relative to the middle to half edges."""
        (a, b), (c, d) = self.axes
        return np.asarray(np.array([[d, -b], [-c, a]]) / (a * d - b * c))

    @cached_property
    def edge(self) -> float:
        (a, b), (c, d) = self.axes.tolist()
        return 2 * math.sqrt(abs(a * d - b * c))

    @cached_property
    def corners(self) -> Floats:
        """(4, 2) on the plane, in order round the face."""
        return np.asarray(self.centre + CORNERS @ self.axes)

    def doubted(self, why: str) -> "Face":
        """Return the face with a doubt; one that it has already stays."""
        return self if self.doubt else replace(self, doubt=why, confidence=0.0)

    def inside(self, places: Floats, reach: float = 1.0) -> Flags:
        """(n,) which of (n, 2) places lie on the face, or within ``reach`` half edges of its middle."""
        return np.asarray(np.abs((places - self.centre) @ self.inverse).max(axis=1) < reach)
