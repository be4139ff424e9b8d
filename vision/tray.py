"""The tray: its measures, and where it lies in the picture.

A `Tray` turns pixels into millimetres and back, on the floor or at any height above it. The camera's pose comes from
the four floor corners and a nominal lens: a pinhole with a known horizontal field of view and its axis through the
middle of the picture. That is good enough to take the parallax of a die's height out of its place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Floats
from vision.errors import BadTray
from vision.reading import Point, Zone

Corners = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left."""

FIELD_OF_VIEW = 66.0
"""Nominal horizontal field of view in degrees (Camera Module 3)."""


@dataclass(frozen=True, slots=True)
class TraySize:
    """Inner measures of the tray in millimetres.

    The four markers (DICT_4X4_50; ids 0 top-left, 1 top-right, 2 bottom-right, 3 bottom-left) sit in the floor's
    corners: each is ``marker`` mm wide with its white margin, and the outer corner of that margin lies in the corner
    of the floor. The hold rail is the strip of ``rail`` mm along the left side.
    """

    width: float = 300.0
    height: float = 200.0
    rail: float = 50.0
    marker: float = 20.0

    @property
    def corners(self) -> Corners:
        """The floor's corners in mm."""
        return (0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)

    def zone(self, x: float, y: float) -> Zone:
        """The zone in which the point (x, y) mm of the floor lies."""
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return Zone.OUTSIDE
        return Zone.RAIL if x < self.rail else Zone.ROLLING


@dataclass(frozen=True)
class Tray:
    """Where the tray lies in pictures of ``frame`` = (width, height) pixels.

    ``corners_px`` are the floor's inner corners (top-left, top-right, bottom-right, bottom-left), which may lie
    outside the picture. Make one with `find_tray` or `Tray.from_corners`.
    """

    corners_px: Corners
    frame: tuple[int, int]
    size: TraySize = TraySize()
    field_of_view: float = FIELD_OF_VIEW

    @classmethod
    def from_corners(
        cls,
        corners_px: Sequence[Sequence[float]],
        frame: tuple[int, int],
        size: TraySize = TraySize(),
        field_of_view: float = FIELD_OF_VIEW,
    ) -> Self:
        """The tray whose four floor corners were pointed out in a picture of ``frame`` = (width, height) pixels.

        Raises BadTray unless the corners, in the order top-left, top-right, bottom-right, bottom-left, go clockwise
        round a four-sided figure without a dent.
        """
        points = np.asarray(corners_px, dtype=float)
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise BadTray("A tray needs four corners, each an x and a y in pixels.")
        sides = np.roll(points, -1, axis=0) - points
        after = np.roll(sides, -1, axis=0)
        turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
        if (turns <= 1.0).any():
            raise BadTray(
                "These corners do not outline a tray. Point them out in the order top left, top right, bottom right, "
                "bottom left."
            )
        a, b, c, d = ((float(x), float(y)) for x, y in points)
        return cls((a, b, c, d), frame, size, field_of_view)

    @cached_property
    def projection(self) -> Floats:
        """(3, 4) camera matrix: homogeneous mm (x, y, height, 1) to homogeneous pixels, height being upwards."""
        plane = _homography(self.size.corners, self.corners_px)
        lens = lens_matrix(self.frame, self.field_of_view)
        pose = np.linalg.solve(lens, plane)
        if pose[2, 2] < 0:
            pose, plane = -pose, -plane
        scale = math.sqrt(float(np.linalg.norm(pose[:, 0]) * np.linalg.norm(pose[:, 1])))
        up = -np.cross(pose[:, 0], pose[:, 1]) / scale
        return np.column_stack([plane[:, 0], plane[:, 1], lens @ up, plane[:, 2]])

    @cached_property
    def camera_mm(self) -> tuple[float, float, float]:
        """The camera's place: x, y of the point straight below it, and its height above the floor, in mm."""
        p = self.projection
        place = np.linalg.solve(p[:, :3], -p[:, 3])
        return float(place[0]), float(place[1]), float(place[2])

    @cached_property
    def mm_per_px(self) -> float:
        """Millimetres to the pixel in the middle of the floor."""
        middle = (self.size.width / 2, self.size.height / 2)
        step = self.to_px(np.array([(0, 0), (1, 0), (0, 1)]) + middle)
        across, down = step[1] - step[0], step[2] - step[0]
        return 1 / math.sqrt(abs(float(across[0] * down[1] - across[1] * down[0])))

    def plane(self, height_mm: float = 0.0) -> Floats:
        """(3, 3) homography from mm on the plane ``height_mm`` above the floor to pixels."""
        p = self.projection
        return np.column_stack([p[:, 0], p[:, 1], p[:, 3] + height_mm * p[:, 2]])

    def to_px(self, points_mm: ArrayLike, height_mm: float = 0.0) -> Floats:
        """(n, 2) mm, ``height_mm`` above the floor, to (n, 2) pixels."""
        return _apply(self.plane(height_mm), points_mm)

    def to_mm(self, points_px: ArrayLike, height_mm: float = 0.0) -> Floats:
        """(n, 2) pixels, known to lie ``height_mm`` above the floor, to (n, 2) mm."""
        return _apply(np.linalg.inv(self.plane(height_mm)), points_px)

    def for_frame(self, width: int, height: int) -> "Tray":
        """The same tray in pictures of another resolution of the same camera.

        Raises BadTray when the picture has another shape, since nobody could tell what was cut off.
        """
        if (width, height) == self.frame:
            return self
        factor = width / self.frame[0]
        if abs(height - factor * self.frame[1]) > 1 + 0.005 * height:
            raise BadTray(
                f"The tray was found in pictures of {self.frame[0]} × {self.frame[1]} pixels, and this one has "
                f"{width} × {height}: find the tray again."
            )
        a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in self.corners_px)
        return replace(self, corners_px=(a, b, c, d), frame=(width, height))


def lens_matrix(frame: tuple[int, int], field_of_view: float = FIELD_OF_VIEW) -> Floats:
    """(3, 3) matrix of a pinhole whose axis goes through the middle of pictures of ``frame`` = (width, height)."""
    width, height = frame
    focal = width / 2 / math.tan(math.radians(field_of_view) / 2)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def _homography(source: ArrayLike, target: ArrayLike) -> Floats:
    """(3, 3) homography that takes four points (4, 2) to four others."""
    rows = []
    for (x, y), (u, v) in zip(np.asarray(source, float), np.asarray(target, float), strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    solution: Floats = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return np.asarray(solution / solution[2, 2])


def _apply(matrix: Floats, points: ArrayLike) -> Floats:
    """(3, 3) homography applied to (n, 2) points."""
    flat = np.asarray(points, dtype=float).reshape(-1, 2)
    moved = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    result: Floats = moved[:, :2] / moved[:, 2:]
    return result
