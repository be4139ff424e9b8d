"""Face pipeline for any photograph, with neither a tray nor a scale known.

It finds the size of the dice first, and needs more evidence for a face than on a tray, where the ground is plain.
Faces in doubt are read again as seen obliquely, and in warped copies of the view (test-time augmentation): on a tray
doubts are about dim, covered or tilted dice, which warping does not resolve.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.faces import detector
from vision.faces.background import sides_of, without_background
from vision.faces.candidates import CLOSELY, FEW, MOST, candidates, candidates_of, classify_places, rechecked
from vision.faces.classifier import FaceClassification
from vision.faces.detector import Detection
from vision.faces.face import Face
from vision.faces.verdict import NO_FACE, UNCLEAR, Candidate, apart, fused
from vision.geometry.view import Plane, View
from vision.image import Floats

_ROUND = 4.0
"""Margin of the warped part round the doubtful faces, in edges of a die."""
_AGREE = 2


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
    there = [
        [one for one in seen if np.hypot(*(one.centre - face.centre)) < detector.APART * face.edge] for seen in looks
    ]
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


_SQUASHED = (0.77, 0.6, 1.3)
"""Heights of a foreshortened face, as a share of its width: seen 40° and 53° off the vertical, and 40° in a picture
that lies on its side."""
_LIKELY = 0.5
"""Probability of a value from which on a foreshortened face is rechecked."""


def reclassified_obliquely(view: View, seen: list[Candidate]) -> list[Candidate]:
    """Reclassify the candidates in doubt as seen from higher up; keep the results that end the doubt.

    A face seen obliquely is lower than wide, as its pip patterns are. A result of 1 is ignored: any round spot looks
    like one. Nothing is done where no face is read, or where more than `FEW` are in doubt.
    """
    for squash in _SQUASHED:
        read = [one.classification for one in seen if one.doubt is None]
        # A face that is narrower than high and probably no face is mostly the side of a die.
        doubted = [
            number
            for number, one in enumerate(seen)
            if one.doubt is not None
            and (squash < 1 or one.doubt != NO_FACE)
            and not any(_in_one_place(one.classification, other) for other in read)
        ]
        if len(doubted) > FEW or not read:
            return seen
        found = classify_places(
            view, classify_places(view, [_squashed(seen[number].classification, squash) for number in doubted])
        )
        likely = [number for number, one in enumerate(found) if one.value > 1 and one.shares[one.value] > _LIKELY]
        again = rechecked(view, candidates_of(view, [found[number] for number in likely], closely=len(likely)))
        ended = {
            doubted[number]: one
            for number, one in zip(likely, again, strict=True)
            if one.doubt is None and one.classification.value > 1
        }
        seen = [ended.get(number, one) for number, one in enumerate(seen)]
    return seen


def _in_one_place(one: FaceClassification, other: FaceClassification) -> bool:
    return bool(np.hypot(*(one.at - other.at)) < detector.APART * max(one.edge, other.edge))


def _squashed(classification: FaceClassification, squash: float) -> FaceClassification:
    """Replace the half edges by those of a foreshortened square, whose far side is up in the picture."""
    across, down = classification.axes / (1.0, squash)
    ahead = across + np.array([down[1], -down[0]])
    cos, sin = classification.edge / 2 / np.sqrt(squash) * ahead / np.hypot(*ahead)
    return replace(classification, axes=np.array([[cos, sin], [-sin, cos]]) * (1.0, squash))


_EDGES, _SHARE = (14.0, 320.0), 0.6
"""Smallest and largest edge searched, px; and the largest as a share of the view's shorter side."""
_LIKELIER = 2.0
"""How many times as likely as none a face must be."""
_ALIKE = np.log(1.4)
"""Maximum difference between dice of one size, as a logarithm."""


def find_faces_anywhere(view: View) -> list[Face]:
    """Find the upper faces in a view without a tray, doubtful ones included, highest confidence first.

    The view is searched at many scales, and again at the one with the most evidence. Faces that stay in doubt are read
    again in warped copies of the view.
    """
    height, width = view.pixels.shape[:2]
    every_size = detector.scales(width, height, _EDGES[0], min(_EDGES[1], _SHARE * min(width, height)))
    seen = _searched(view, every_size)
    edge = _usual_edge(seen)
    if edge:
        again = _searched(view, [detector.USUAL / edge])
        sound = [one for one in again if one.doubt is None]
        seen = again + [one for one in seen if _missed(one, sound, edge)]
    faces = _fused(view, seen)
    looks = [_reread(other) for other in warped_views(view, faces)]
    return apart(voted(view, faces, looks)) if looks else faces


def _reread(other: WarpedView) -> list[Face]:
    """Read a warped view near its places in doubt only."""
    detections = detector.detect(other.view.pixels, [detector.USUAL / other.edge])[:MOST]
    near = [one for one in detections if np.linalg.norm(other.places - one.at, axis=1).min() < one.edge]
    return _fused(other.view, candidates(other.view, near, _is_face))


def _searched(view: View, factors: list[float]) -> list[Candidate]:
    """Search a view scaled by each of the ``factors``."""
    return candidates(view, detector.detect(view.pixels, factors)[:MOST], _is_face)


def _is_face(found: FaceClassification, sure: float) -> bool:
    """Whether a face is likely enough, by classifier and detector together."""
    none = float(found.shares[0])
    return not _LIKELIER * none * (1 - sure) > (1 - none) * sure


def _fused(view: View, seen: list[Candidate]) -> list[Face]:
    """Recheck the candidates, reject those like their background, and fuse the rest into faces."""
    seen = [*reclassified_obliquely(view, rechecked(view, seen[:CLOSELY])), *seen[CLOSELY:]]
    return apart(fused(view, without_background(view, seen)))


def _missed(one: Candidate, again: list[Candidate], edge: float) -> bool:
    """Whether a face of about that size was not read again in its place with the same value."""
    if abs(np.log(one.classification.edge / edge)) > _ALIKE:
        return False
    at = np.array(
        [other.classification.at for other in again if other.classification.value == one.classification.value]
    ).reshape(-1, 2)
    return not bool((np.linalg.norm(at - one.classification.at, axis=1) < detector.APART * edge).any())


def _usual_edge(seen: list[Candidate]) -> float:
    """Return the edge of the dice, px, that has the most evidence, or 0.0 where no die is read.

    Larger edges weigh more: the smaller the size, the more places look like a die by chance.
    """
    sound = [one for one in seen if one.doubt is None]
    if not sound:
        return 0.0
    edges = np.log([one.classification.edge for one in sound])
    speaks = np.array(
        [one.classification.shares[one.classification.value] ** 2 * max(one.pip_count.fit, 0.0) ** 2 for one in sound]
    )
    speaks *= np.exp(edges)
    near = np.abs(edges[:, None] - edges) < _ALIKE
    best = near[int((near @ speaks).argmax())]
    return float(np.exp(np.average(edges[best], weights=speaks[best] + 1e-9)))
