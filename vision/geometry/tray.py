"""The tray: its size, and its place in the picture.

A `Tray` maps pixels to millimetres and back, on the floor or at any height above it. The camera's pose follows from the
four floor corners and the lens. An approximate lens is enough: a wrong bend costs at most half a millimetre between the
corners.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from vision.errors import BadTray
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.i18n import gettext as _
from vision.image import Floats
from vision.reading import Point, Zone

Corners = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left."""
_GRID = 5
"""Grid size for fitting a plane."""
RIM = (-4.0, 22.0)
"""Inner and outer edge of the rim, mm outwards from the floor's edge: its rows differ in any light."""
INSET = 3.0
"""Width of the floor along the rim that is left out, mm: its shadow moves with the lamp."""


@dataclass(frozen=True, slots=True)
class TraySize:
    """Inner measures of the tray in millimetres.

    The four markers (DICT_4X4_50; ids 0 top-left, 1 top-right, 2 bottom-right, 3 bottom-left) are in the floor's
    corners: each is ``marker`` mm wide with its white margin, and the outer corner of that margin is the corner of the
    floor. The hold rail is the strip of ``rail`` mm along the left side.
    """

    width: float = 300.0
    height: float = 200.0
    rail: float = 50.0
    marker: float = 20.0

    @property
    def corners(self) -> Corners:
        """The floor's corners in mm."""
        return (0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)

    def outline(self, grow: float) -> Floats:
        """(4, 2) mm corners of the floor with ``grow`` mm added on each side; a negative number shrinks it."""
        return np.asarray(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * grow + np.array(self.corners))

    def marker_at(self, x: float, y: float) -> int | None:
        """Return the number of the marker at the point (x, y) mm on the floor, or None where there is no marker."""
        for number, (left, top) in enumerate(self.corners):
            away = max(abs(x - left), abs(y - top))
            if away < self.marker and self.zone(x, y) is not Zone.OUTSIDE:
                return number
        return None

    def zone(self, x: float, y: float) -> Zone:
        """Return the zone of the point (x, y) mm on the floor."""
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return Zone.OUTSIDE
        return Zone.RAIL if x < self.rail else Zone.ROLLING


@dataclass(frozen=True)
class Tray:
    """The place of the tray in pictures of ``frame`` = (width, height) pixels.

    ``corners_px`` are the floor's inner corners (top-left, top-right, bottom-right, bottom-left), which may be outside
    the picture. ``marked`` is true where its markers are known to be in place. Created by `find_tray` or
    `Tray.from_corners`.
    """

    corners_px: Corners
    frame: tuple[int, int]
    size: TraySize = TraySize()
    lens: Lens = CAMERA_MODULE_3
    marked: bool = False

    @classmethod
    def from_corners(
        cls,
        corners_px: Sequence[Sequence[float]],
        frame: tuple[int, int],
        size: TraySize = TraySize(),
        lens: Lens = CAMERA_MODULE_3,
        marked: bool = False,
    ) -> Self:
        """Create a tray from its four floor corners in a picture of ``frame`` = (width, height) pixels.

        Raises BadTray unless the corners, in the order top-left, top-right, bottom-right, bottom-left, form a convex
        quadrilateral, clockwise.
        """
        points = np.asarray(corners_px, dtype=float)
        if points.shape != (4, 2) or not np.isfinite(points).all():
            raise BadTray(_("A tray needs four corners, each an x and a y in pixels."))
        sides = np.roll(points, -1, axis=0) - points
        after = np.roll(sides, -1, axis=0)
        turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
        if (turns <= 1.0).any():
            raise BadTray(
                _(
                    "These corners don’t outline a tray. Mark them in the order top left, top right, bottom right, "
                    "bottom left."
                )
            )
        a, b, c, d = ((float(x), float(y)) for x, y in points)
        return cls((a, b, c, d), frame, size, lens, marked)

    @cached_property
    def projection(self) -> Floats:
        """(3, 4) camera matrix: homogeneous mm (x, y, height, 1) to homogeneous slopes, height being upwards."""
        pose = homography(self.size.corners, self.lens.straight(self.corners_px, self.frame))
        if pose[2, 2] < 0:
            pose = -pose
        scale = math.sqrt(float(np.linalg.norm(pose[:, 0]) * np.linalg.norm(pose[:, 1])))
        up = -np.cross(pose[:, 0], pose[:, 1]) / scale
        return np.column_stack([pose[:, 0], pose[:, 1], up, pose[:, 2]])

    @cached_property
    def camera_mm(self) -> tuple[float, float, float]:
        """The camera's place: x, y of the point straight below it, and its height above the floor, in mm."""
        p = self.projection
        place = np.linalg.solve(p[:, :3], -p[:, 3])
        return float(place[0]), float(place[1]), float(place[2])

    @cached_property
    def mm_per_px(self) -> float:
        """Millimetres per pixel in the middle of the floor."""
        middle = (self.size.width / 2, self.size.height / 2)
        step = self.to_px(np.array([(0, 0), (1, 0), (0, 1)]) + middle)
        across, down = step[1] - step[0], step[2] - step[0]
        return 1 / math.sqrt(abs(float(across[0] * down[1] - across[1] * down[0])))

    def plane(self, height_mm: float = 0.0) -> Floats:
        """(3, 3) homography from mm on the plane ``height_mm`` above the floor to pixels, the best fit to the lens.

        It keeps lines straight and is off by up to a millimetre: use it to crop one place, not to measure between two.
        """
        size = self.size
        across, down = np.meshgrid(np.linspace(0, size.width, _GRID), np.linspace(0, size.height, _GRID))
        there = np.column_stack([across.ravel(), down.ravel()])
        return homography(there, self.to_px(there, height_mm))

    def to_px(self, points_mm: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Map (n, 2) mm, ``height_mm`` above the floor, to (n, 2) pixels."""
        p = self.projection
        to_slopes = np.column_stack([p[:, 0], p[:, 1], p[:, 3] + height_mm * p[:, 2]])
        flat = np.asarray(points_mm, dtype=float).reshape(-1, 2)
        moved = np.column_stack([flat, np.ones(len(flat))]) @ to_slopes.T
        return self.lens.bent(moved[:, :2] / moved[:, 2:], self.frame)

    def to_mm(self, points_px: ArrayLike, height_mm: ArrayLike = 0.0) -> Floats:
        """Map (n, 2) pixels, ``height_mm`` above the floor, one number or (n,), to (n, 2) mm."""
        flat = np.asarray(points_px, dtype=float).reshape(-1, 2)
        slopes = self.lens.straight(flat, self.frame)
        rays = np.column_stack([slopes, np.ones(len(slopes))]) @ self._to_rays.T
        x, y, height = self.camera_mm
        far = (np.asarray(height_mm, dtype=float) - height) / rays[:, 2]
        return np.asarray(rays[:, :2] * far[..., None] + (x, y))

    @cached_property
    def _to_rays(self) -> Floats:
        """(3, 3) homogeneous slopes to directions in the tray's mm."""
        return np.asarray(np.linalg.inv(self.projection[:, :3]))

    def for_frame(self, width: int, height: int) -> "Tray":
        """Return the tray in pictures of another resolution of the same camera.

        Raises BadTray for a picture of another shape, since its crop is not known.
        """
        if (width, height) == self.frame:
            return self
        factor = width / self.frame[0]
        if abs(height - factor * self.frame[1]) > 1 + 0.005 * height:
            raise BadTray(
                _(
                    "The tray was found in pictures of {frame} × {frame_2} pixels, but this one has {width} × "
                    "{height}: find the tray again.",
                    frame=self.frame[0],
                    frame_2=self.frame[1],
                    width=width,
                    height=height,
                )
            )
        a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in self.corners_px)
        return replace(self, corners_px=(a, b, c, d), frame=(width, height))


def homography(source: ArrayLike, target: ArrayLike) -> Floats:
    """(3, 3) homography from points (n, 2) to others (n, 2): exact for four, else least squares.

    Both are normalized first (Hartley, "In defense of the eight-point algorithm", 1997).
    """
    (start, before), (end, after) = _centred(source), _centred(target)
    rows = []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    between: Floats = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    solution = np.linalg.solve(after, between @ before)
    return np.asarray(solution / solution[2, 2])


def _centred(points: ArrayLike) -> tuple[Floats, Floats]:
    """Centre points (n, 2) at 0 and scale them to size 1; return them and the (3, 3) matrix that does so."""
    flat = np.asarray(points, dtype=float)
    middle = flat.mean(axis=0)
    factor = 1 / float(np.abs(flat - middle).mean())
    matrix = np.array([[factor, 0, -factor * middle[0]], [0, factor, -factor * middle[1]], [0, 0, 1]])
    return (flat - middle) * factor, matrix
