"""Rereads doubtful faces in warped copies of the view (test-time augmentation).

Only for pictures without a tray: on a tray the remaining doubts are about dim, covered or tilted dice, which warping
does not resolve.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.faces.background import sides_of
from vision.faces.candidates import FEW
from vision.faces.detector import Detection
from vision.faces.face import Face
from vision.faces.verdict import NO_FACE, UNCLEAR
from vision.geometry.view import Plane, View
from vision.image import Floats

_ROUND = 4.0
"""Margin of the warped part round the doubtful faces, in edges of a die."""
_SAME = 0.4
"""Maximum distance between two middles of one face, in edges."""
_AGREE = 2
"""Number of warped copies that must agree."""


def _turned(degrees: float) -> Floats:
    """(2, 2) rotation matrix."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin], [sin, cos]])


_CHANGES = (np.diag([1.3, 1.0]), _turned(15), _turned(-8))
"""Warps: stretched in width, and rotated a little either way."""


@dataclass(frozen=True)
class WarpedView:
    """A warped ``view`` round doubtful faces, with the usual ``edge`` of dice in it, px, and the ``places`` (n, 2) px
    in doubt.

    Its plane is that of the first view, so that faces keep their coordinates.
    """

    view: View
    edge: float
    places: Floats


def warped_views(view: View, faces: Sequence[Face]) -> list[WarpedView]:
    """Warp the part of a view round its doubtful faces.

    Returns an empty list without doubtful faces, with more than `FEW` of them, or without a read face that gives the
    size of the dice.
    """
    doubted = np.array([face.centre for face in faces if face.doubt]).reshape(-1, 2)
    edges = [face.edge for face in faces if not face.doubt]
    if not edges or not 0 < len(doubted) <= FEW:
        return []
    edge = float(np.median(edges))
    size = view.pixels.shape[1::-1]
    low = np.clip(np.floor(doubted.min(axis=0) - _ROUND * edge), 0, size).astype(int)
    high = np.clip(np.ceil(doubted.max(axis=0) + _ROUND * edge), 0, size).astype(int)
    views = [(_changed(view, low, high, change), float(np.sqrt(np.linalg.det(change)))) for change in _CHANGES]
    return [WarpedView(view, edge * larger, view.plane.to_view(doubted)) for view, larger in views]


def _changed(view: View, low: Floats, high: Floats, change: Floats) -> View:
    """Warp the part of a view from ``low`` to ``high`` (2,) px."""
    corners = (np.array([low, (high[0], low[1]), high, (low[0], high[1])]) - 0.5) @ change.T
    shift = -corners.min(axis=0) - 0.5
    width, height = np.ceil(np.ptp(corners, axis=0)).astype(int).tolist()
    part = view.pixels[low[1] : high[1], low[0] : high[0]]
    pixels = cv2.warpAffine(
        part,
        np.column_stack([change, shift + change @ low]),
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=cv2.mean(part)[:3],
    )
    matrix = np.vstack([np.column_stack([change, shift]), [0, 0, 1]])
    return View(np.asarray(pixels, dtype=np.uint8), 1.0, (0, 0), Plane(matrix @ view.plane.matrix))


def voted(view: View, faces: Sequence[Face], looks: Sequence[Sequence[Face]]) -> list[Face]:
    """Vote over the ``looks``, the faces read in each warped copy.

    An unclear face takes the value that two copies read, if no other copy contradicts. One that two copies do not see
    is probably no face, and is dropped where a side looks like it. A one is never accepted: any round spot looks like
    it. Doubts about the die itself stay.
    """
    read = [Detection(face.centre, face.axes, face.confidence) for face in faces if not face.doubt]
    again = [_voted(view, face, looks, read) if face.doubt in UNCLEAR else face for face in faces]
    return [face for face in again if face is not None]


def _voted(view: View, face: Face, looks: Sequence[Sequence[Face]], read: Sequence[Detection]) -> Face | None:
    there = [[one for one in seen if np.hypot(*(one.centre - face.centre)) < _SAME * face.edge] for seen in looks]
    alike = _read_alike([one for seen in there for one in seen if not one.doubt])
    if alike is not None or sum(not seen for seen in there) < _AGREE:
        return alike or face
    sides = sides_of(view, Detection(face.centre, face.axes, 0.0), read)
    like_background = sides.all_seen and sides.open > 0
    return None if like_background else replace(face, doubt=NO_FACE)


def _read_alike(read: Sequence[Face]) -> Face | None:
    """Return the face of highest confidence if enough copies read one value and none another."""
    if len(read) < _AGREE or len({face.value for face in read}) > 1 or read[0].value == 1:
        return None
    return max(read, key=lambda face: face.confidence)
