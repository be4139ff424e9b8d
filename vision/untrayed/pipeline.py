"""Face pipeline for any photograph, with neither a tray nor a scale known.

It finds the size of the dice first, and needs more evidence for a face than on a tray, where the ground is plain.
"""

import numpy as np

from vision.faces import detector
from vision.faces.background import without_background
from vision.faces.candidates import CLOSELY, MOST, candidates, rechecked
from vision.faces.classifier import FaceClassification
from vision.faces.face import Face
from vision.faces.verdict import Candidate, apart, fused
from vision.geometry.view import View
from vision.untrayed.oblique import reclassified_obliquely
from vision.untrayed.reread import WarpedView, voted, warped_views

_EDGES, _SHARE = (14.0, 320.0), 0.6
"""Smallest and largest edge searched, px; and the largest as a share of the view's shorter side."""
_AT_FIRST = 200
"""Detections classified at most while the size of the dice is not known."""
_LIKELIER = 2.0
"""How many times as likely as none a face must be."""
_ALIKE = np.log(1.4)
"""Maximum difference between dice of one size, as a logarithm."""
_TINY = 0.4
"""Maximum edge of a die that lies on a face which is the ground under it, as a share of that face's edge."""


def find_faces_anywhere(view: View) -> list[Face]:
    """Find the upper faces in a view without a tray, doubtful ones included, highest confidence first.

    The view is searched at many scales, and again at the one with the most evidence. Faces that stay in doubt are read
    again in warped copies of the view.
    """
    height, width = view.pixels.shape[:2]
    every_size = detector.scales(width, height, _EDGES[0], min(_EDGES[1], _SHARE * min(width, height)))
    seen = _without_grounds(_searched(view, every_size, _AT_FIRST))
    edge = _usual_edge(seen)
    if edge:
        again = _searched(view, [detector.USUAL / edge], MOST)
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


def _searched(view: View, factors: list[float], most: int) -> list[Candidate]:
    """Search a view scaled by each of the ``factors``, up to ``most`` detections."""
    return candidates(view, detector.detect(view.pixels, factors)[:most], _is_face, most)


def _is_face(found: FaceClassification, sure: float) -> bool:
    """Whether a face is likely enough, by classifier and detector together."""
    none = float(found.shares[0])
    return not _LIKELIER * none * (1 - sure) > (1 - none) * sure


def _fused(view: View, seen: list[Candidate]) -> list[Face]:
    """Recheck the candidates, reject those like their background, and fuse the rest into faces."""
    seen = [*reclassified_obliquely(view, rechecked(view, seen[:CLOSELY])), *seen[CLOSELY:]]
    return apart(fused(view, without_background(view, seen)))


def _without_grounds(seen: list[Candidate]) -> list[Candidate]:
    """Drop candidates that dice lie on: a tray with one die in its middle looks like a huge one.

    A one on a face does not count as such a die, since it may be the face's pip.
    """
    dice = [one.classification for one in seen if one.doubt is None and one.classification.value > 1]
    left = []
    for one in seen:
        ground = one.classification
        tiny = [die for die in dice if die.edge <= _TINY * ground.edge]
        if not any(np.abs((die.at - ground.at) @ np.linalg.inv(ground.axes)).max() < 1 for die in tiny):
            left.append(one)
    return left


def _missed(one: Candidate, again: list[Candidate], edge: float) -> bool:
    """Whether a face of about that size was not read again in its place with the same value."""
    if abs(np.log(one.classification.edge / edge)) > _ALIKE:
        return False
    at = np.array(
        [other.classification.at for other in again if other.classification.value == one.classification.value]
    ).reshape(-1, 2)
    return not bool((np.linalg.norm(at - one.classification.at, axis=1) < 0.3 * edge).any())


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
