"""A second look at what is in doubt: the picture round it as it would look from elsewhere, read from the scout on.

Only where nobody knows where a tray lies; on a tray the doubts that are left are about dice that are dim, covered or
askew, and no other look ends those.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.faces.detector import Detection
from vision.faces.face import Face
from vision.faces.fusion import NO_FACE, UNCLEAR
from vision.geometry.plane import Plane
from vision.geometry.view import View
from vision.image.types import Floats
from vision.untrayed.background import sides_of
from vision.untrayed.oblique import FEW

_ROUND = 4.0
"""How far round what is in doubt the picture is made anew, in edges of a die."""
_SAME = 0.4
"""Edges within which two middles are those of one face."""
_AGREE = 2
"""How many of the looks must say the same."""


def _turned(degrees: float) -> Floats:
    """(2, 2) that turns a picture."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin], [sin, cos]])


_CHANGES = (np.diag([1.3, 1.0]), _turned(15), _turned(-8))
"""How a picture is changed: made wider, and turned a little to either side."""


@dataclass(frozen=True)
class WarpedView:
    """The ``view`` round what is in doubt as it would look from elsewhere, the ``edge``, px, that dice have in it, and
    the ``places`` (n, 2) px that are in doubt.

    Its plane is the first view's, so that what is seen in it lies where it lay.
    """

    view: View
    edge: float
    places: Floats


def warped_views(view: View, faces: Sequence[Face]) -> list[WarpedView]:
    """What is in doubt in a view as it would look from elsewhere.

    Nothing where there is no doubt, where nothing is read that says how large dice are, and where all is in doubt.
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
    """The part of a view from ``low`` to ``high`` (2,) px, changed."""
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
    """The faces, with what was seen of them from elsewhere, by look.

    What was unclear has the value that two looks read and none otherwise. What two looks see nothing of is likelier no
    face, and left out where something round it is like it. A doubt is not ended by a one: whatever has a spot in its
    middle looks like one. What is wrong with a die, as that something covers it, is so from elsewhere too.
    """
    read = [Detection(face.centre, face.axes, face.confidence) for face in faces if not face.doubt]
    again = [_voted(view, face, looks, read) if face.doubt in UNCLEAR else face for face in faces]
    return [face for face in again if face is not None]


def _voted(view: View, face: Face, looks: Sequence[Sequence[Face]], read: Sequence[Detection]) -> Face | None:
    there = [[one for one in seen if _same(one, face)] for seen in looks]
    alike = _read_alike([one for seen in there for one in seen if not one.doubt])
    if alike is not None or sum(not seen for seen in there) < _AGREE:
        return alike or face
    return None if _like_background(view, face, read) else replace(face, doubt=NO_FACE)


def _same(one: Face, face: Face) -> bool:
    return bool(np.hypot(*(one.centre - face.centre)) < _SAME * face.edge)


def _read_alike(read: Sequence[Face]) -> Face | None:
    """The surest of the faces that were read in one place, if they are enough and no two differ."""
    if len(read) < _AGREE or len({face.value for face in read}) > 1 or read[0].value == 1:
        return None
    return max(read, key=lambda face: face.confidence)


def _like_background(view: View, face: Face, read: Sequence[Detection]) -> bool:
    """Whether a place is like what lies on one of its sides."""
    sides = sides_of(view, Detection(face.centre, face.axes, 0.0), read)
    return sides.all_seen and sides.open > 0
