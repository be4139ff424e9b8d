"""Face search: detects faces in a view, classifies each of them and counts its pips."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.faces import detector
from vision.faces.candidate import candidates_of, classify_places, leans_of
from vision.faces.classifier import FaceClassification, classify_all_round
from vision.faces.detector import Detection
from vision.faces.face import Face
from vision.faces.fusion import DISAGREE, NO_FACE, Candidate
from vision.geometry.view import View

MOST, CLOSELY = 250, 40
"""Detections classified at most, and candidates rechecked where their value is in doubt, those of highest confidence
first. The limits bound the time that a picture full of spots takes."""
_LEAST_SURE = 0.15
"""Detector confidence below which a detection is ignored."""
_NONE = 0.95
"""No-face probability from which on a candidate is dropped at once."""
_PERHAPS, _SIZES = 0.2, (0.8, 1.25)
"""No-face probability above which a candidate is classified at other scales and places too, and those scales."""
_OUTWARD = 0.75
"""How far out such a place is on a known tray, as a share of the visible length of a die's sides: where the sides look
like the upper face, the detector puts its square between them, on what may look like the pips of another value."""
_ASTRAY, _MORE_LOOKS = 0.08, 2
"""Offset (`FaceClassification.astray`) above which a face is classified again at its corrected place, and how often."""
_VERY_SURE = 0.85
"""Probability above which the classification is not averaged over rotated and mirrored crops."""
_NO_ROOM = 1.9
"""Half edges from the middle of a die within which no other's middle can lie: dice that touch are two apart."""
_CERTAIN, _LARGER = 0.95, 1.25
"""Minimum confidence and size ratio of a face for a one that lies on it to be one of its pips."""

IsFace = Callable[[FaceClassification, float], bool]
"""Whether to keep a candidate, by its classification and the detector's confidence 0–1."""


def detected(view: View, factors: list[float], most: int) -> list[Detection]:
    """Detect faces in a view scaled by each of the ``factors``: the ``most`` of highest confidence, in that order."""
    return detector.detect(view.pixels, factors, _LEAST_SURE)[:most]


def candidates(view: View, detections: Sequence[Detection], is_face: IsFace, *, crowded: bool) -> list[Candidate]:
    """Classify detections and count the pips of those that ``is_face`` keeps.

    Each is classified once where the view is ``crowded``; else uncertain ones are classified at other scales, at their
    corrected place, and rotated and mirrored too.
    """
    closely, more_looks = (0, 0) if crowded else (CLOSELY, _MORE_LOOKS)
    found = [
        (one, detection.sure) for one, detection in zip(classify_places(view, detections), detections, strict=True)
    ]
    found = [(one, sure) for one, sure in found if one.shares[0] < _NONE]
    classified, sures = [one for one, _ in found], [sure for _, sure in found]
    classified = _at_other_places(view, classified, closely)
    for _ in range(more_looks):
        again = iter(classify_places(view, [one for one in classified if one.astray > _ASTRAY]))
        classified = [next(again) if one.astray > _ASTRAY else one for one in classified]
    classified = _all_round(view, classified, closely)
    kept = [one for one, sure in zip(classified, sures, strict=True) if is_face(one, sure)]
    return candidates_of(view, kept, closely=closely)


def _at_other_places(view: View, classified: list[FaceClassification], many: int) -> list[FaceClassification]:
    """Reclassify the uncertain among the first ``many`` at other scales, and farther out on a known tray; keep the
    lowest no-face probability."""
    doubted = [number for number, one in enumerate(classified[:many]) if one.shares[0] > _PERHAPS]
    if not doubted:
        return classified
    first = [classified[number] for number in doubted]
    looks = [[replace(one, axes=one.axes * size) for one in first] for size in _SIZES]
    leans = leans_of(view, np.stack([one.at for one in first]))
    if leans is not None:
        looks.append(
            [replace(one, at=one.at + _OUTWARD * one.edge * lean) for one, lean in zip(first, leans, strict=True)]
        )
    chosen = list(classified)
    for others in looks:
        for number, other in zip(doubted, classify_places(view, others), strict=True):
            chosen[number] = min(chosen[number], other, key=lambda one: float(one.shares[0]))
    return chosen


def _all_round(view: View, classified: list[FaceClassification], many: int) -> list[FaceClassification]:
    """Average the uncertain among the first ``many`` over rotated and mirrored crops."""
    if not classified:
        return classified
    leans = leans_of(view, np.stack([one.at for one in classified]))
    return [
        one
        if number >= many or _plain(one)
        else classify_all_round(view.pixels, one, None if leans is None else leans[number])
        for number, one in enumerate(classified)
    ]


def _plain(one: FaceClassification) -> bool:
    """Whether one crop is enough: value, wrongs and tilt leave no doubt."""
    sure = one.shares.max() > _VERY_SURE and one.wrongs.max() < 1 - _VERY_SURE
    return bool(sure and (one.tilt is None or one.tilt.undoubted))


def apart(faces: Sequence[Face]) -> list[Face]:
    """Drop faces that overlap one of higher confidence; sort by confidence, highest first.

    Two values read in one place give neither, but for a one that is a pip of a larger face. A face that is probably
    none, too near a read die for another to fit between, is a side of that die.
    """
    faces = sorted(faces, key=lambda face: -face.confidence)
    centres = np.array([face.centre for face in faces]).reshape(-1, 2)
    on = np.array([face.inside(centres, 0.9) for face in faces], dtype=bool).reshape(len(faces), len(faces))
    overlap = on | on.T
    for number, face in enumerate(faces):
        if not face.doubt:
            near = face.inside(centres, _NO_ROOM)
            overlap[:, number] |= near & [other.doubt == NO_FACE for other in faces]
    kept: list[int] = []
    for number, face in enumerate(faces):
        under = [other for other in kept if overlap[number, other]]
        for other in under:
            two = not face.doubt and not faces[other].doubt and face.value != faces[other].value
            if two and not _a_pip_of(faces[other], face):
                faces[other] = faces[other].doubted(DISAGREE)
        if not under:
            kept.append(number)
    return [faces[number] for number in kept]


def _a_pip_of(larger: Face, face: Face) -> bool:
    """Whether a one is a pip, with the body round it, of a larger face read with high confidence."""
    return face.value == 1 and larger.confidence > _CERTAIN and larger.edge > _LARGER * face.edge
