"""Finds the tray by the markers in its corners."""

from functools import cache

import cv2
import numpy as np

from vision.errors import BadTray
from vision.geometry.lens import CAMERA_MODULE_3, Lens
from vision.geometry.tray import Tray, TraySize, homography
from vision.geometry.view import View
from vision.image import Bytes, Flags, Floats, Image, checked, grey_of, relit, scaled

_LARGEST = 1600
"""Longer side above which pictures are scaled down, px."""
_SMALLEST = 900
"""Longer side up to which pictures with missing markers are searched again at twice the size, px."""
_LARGER = (2.0, 1.5, 1.0)
"""Scale factors tried for a corner: a view is coarser than a camera's picture, and may be noisier."""
_TINY, _NO_SMALLER = 0.02, 0.5
"""Minimum perimeter of a marker, as a share of the longer side of a picture, and of an enlarged corner, where a larger
minimum is faster."""
_ROUND, _WITH_MARGIN = 2.0, 1.3
"""Search margin round a marker, mm; and the ratio of its size to that of its black square."""


def find_tray(
    image: Image,
    size: TraySize = TraySize(),  # noqa: B008 - a frozen value
    lens: Lens = CAMERA_MODULE_3,
) -> Tray | None:
    """Find the tray by its markers in a picture, (h, w, 3) or (h, w) uint8 BGR or grey, or return None.

    Four markers are used where visible; three are enough, since their twelve corners fix the camera's pose. The width
    of the white margin need not be known: a marker's middle is half of ``size.marker`` from both sides, whatever the
    margin. Raises BadImage for what is not a picture.
    """
    picture = checked(image)
    height, width = picture.shape[:2]
    squares = visible_markers(picture)
    if len(squares) < 3:
        return None
    frame = (width, height)
    straight = {number: lens.straight(square, frame) for number, square in squares.items()}
    corners = lens.bent(_floor_corners(straight, size), frame)
    try:
        tray = Tray.from_corners(corners.tolist(), frame, size, lens, marked=True)
    except BadTray:
        return None
    return tray if _plausible(tray, squares) else None


def visible_markers(image: Image) -> dict[int, Floats]:
    """Find the corners (4, 2) of each tray marker in a picture as for :func:`find_tray`, in pixels, by id.

    The ids are 0 to 3 from the top left corner of the tray, clockwise. Raises BadImage for what is not a picture.
    """
    picture = checked(image)
    longer, grey = max(picture.shape[:2]), grey_of(picture)
    factor = min(1.0, _LARGEST / longer)
    squares = marker_corners(relit(scaled(grey, factor)), factor)
    if len(squares) < 4 and longer <= _SMALLEST:
        squares = marker_corners(relit(scaled(grey, 2.0)), 2.0) | squares
    return squares


def marker_corners(grey: Bytes, factor: float = 1.0, least: float = _TINY) -> dict[int, Floats]:
    """Find the corners (4, 2) of each tray marker in (h, w) uint8 grey, in pixels of the unscaled picture, by id.

    ``factor`` is the scale of the picture, ``least`` the minimum perimeter of a marker as a share of the picture's
    longer side. Duplicate ids are ignored as ambiguous.
    """
    if min(grey.shape) < 32:
        return {}
    try:
        found, ids, _ = _detector(cv2.aruco.CORNER_REFINE_CONTOUR, least).detectMarkers(grey)
    except cv2.error:
        # a marker with a side of a pixel or two, which has no contour to go by
        found, ids, _ = _detector(cv2.aruco.CORNER_REFINE_SUBPIX, least).detectMarkers(grey)
    if ids is None:
        return {}
    numbers = [int(i) for i in np.asarray(ids).ravel()]
    return {
        number: (np.asarray(square, dtype=np.float64).reshape(4, 2) + 0.5) / factor - 0.5
        for number, square in zip(numbers, found, strict=True)
        if 0 <= number <= 3 and numbers.count(number) == 1
    }


def on_markers(view: View, tray: Tray, at: Floats) -> Flags:
    """(n,) which of the (n, 2) pixels of a view of the ``tray`` are on one of its markers.

    Each corner with pixels near it is searched at up to three scales.
    """
    on = np.zeros(len(at), dtype=bool)
    if not len(at):
        return on
    size, places = tray.size, view.plane.from_view(at)
    floor = tray.to_mm(view.to_picture(places))
    middle = np.array([size.width, size.height]) / 2
    corner = (floor > middle) @ (1, 2)
    to_edge = middle - np.abs(floor - middle)
    near = ((to_edge > -_ROUND) & (to_edge < size.marker + _ROUND)).all(axis=1)
    for one in np.unique(corner[near]):
        there = np.flatnonzero(near & (corner == one))
        on[there] = _on_one_of_them(view, places[there], size.marker + _ROUND)
    return on


def _on_one_of_them(view: View, places: Floats, reach: float) -> Flags:
    """Which of the (n, 2) places on the view's plane are on a marker within that distance of one."""
    (x, y), (right, bottom) = places.min(axis=0) - reach, places.max(axis=0) + reach
    round_them = view.plane.to_view(np.array([(x, y), (right, y), (right, bottom), (x, bottom)]))
    left, top = np.maximum(round_them.min(axis=0), 0).astype(int)
    beyond, below = np.maximum(round_them.max(axis=0), -1).astype(int) + 1
    pixels = view.pixels[top:below, left:beyond]
    at = view.plane.to_view(places) - (left, top)
    for factor in _LARGER if pixels.size else ():
        squares = marker_corners(scaled(grey_of(pixels), factor), factor, _NO_SMALLER)
        if squares:
            return np.asarray(np.any([_inside(at, square) for square in squares.values()], axis=0))
    return np.zeros(len(places), dtype=bool)


def _inside(places: Floats, square: Floats) -> Flags:
    """Which of the (n, 2) places are on a marker whose black square has these corners, (4, 2)."""
    middle = square.mean(axis=0)
    outline = (middle + _WITH_MARGIN * (square - middle)).astype(np.float32)
    return np.array([cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0 for x, y in places.tolist()])


@cache
def _detector(refinement: int, least: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = refinement
    parameters.cornerRefinementWinSize = 3
    parameters.minMarkerPerimeterRate = least
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.2
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def _floor_corners(squares: dict[int, Floats], size: TraySize) -> Floats:
    """(4, 2) slopes of the floor's corners, from those of the corners of three or four markers.

    Four markers give the plane directly; for three, the camera's pose is fitted to their twelve corners. The width of
    the printed squares is measured on that plane, and the fit repeated.
    """
    half = size.marker / 2
    right, bottom = size.width - half, size.height - half
    middles = np.array([[half, half], [right, half], [right, bottom], [half, bottom]])
    ids = sorted(squares)
    seen = np.concatenate([squares[i] for i in ids])
    quarter = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    side = 0.75 * size.marker
    plane: Floats = np.eye(3)
    for _ in range(3):
        there = np.concatenate([middles[i] + quarter * side for i in ids])
        plane = homography(there, seen) if len(ids) == 4 else _posed(there, seen)
        back = _moved(seen, np.linalg.inv(plane)).reshape(-1, 4, 2)
        side = float(np.mean(np.linalg.norm(back - np.roll(back, 1, axis=1), axis=2)))
    return _moved(np.array(size.corners, dtype=np.float64), plane)


def _posed(there: Floats, seen: Floats) -> Floats:
    """(3, 3) homography from mm (n, 2) on the floor to slopes (n, 2), limited to poses of a camera."""
    flat = np.column_stack([there, np.zeros(len(there))])
    pinhole, unbent = np.eye(3), np.zeros(4)
    _, turn, shift = cv2.solvePnP(flat, seen, pinhole, unbent, flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(flat, seen, pinhole, unbent, turn, shift)
    across = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)[:, :2]
    return np.column_stack([across, np.asarray(shift, dtype=np.float64).reshape(3, 1)])


def _moved(points: Floats, matrix: Floats) -> Floats:
    """Map (n, 2) points by a (3, 3) homography."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix), dtype=np.float64).reshape(-1, 2)


def _plausible(tray: Tray, squares: dict[int, Floats]) -> bool:
    """Whether the markers, mapped to the floor, are squares of a plausible size."""
    for square in squares.values():
        sides = np.linalg.norm(np.diff(tray.to_mm(square), axis=0, append=tray.to_mm(square[:1])), axis=1)
        if not 0.4 * tray.size.marker < sides.min() <= sides.max() < 1.15 * tray.size.marker:
            return False
        if sides.max() > 1.35 * sides.min():
            return False
    return True
