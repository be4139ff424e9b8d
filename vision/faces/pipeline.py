"""The upper faces in a view: a scout finds them, and each is read twice, by a judge and by counting its pips."""

from dataclasses import replace

import numpy as np

from vision.faces import detector
from vision.faces.candidate import inspected, judgements, leans_of
from vision.faces.classifier import FaceClassification, thought_over
from vision.faces.face import Face
from vision.faces.fusion import DISAGREE, NO_FACE, Candidate, weighed
from vision.faces.recheck import appealed
from vision.faces.tilt import stances
from vision.geometry.view import View
from vision.image.patch import along
from vision.image.types import Floats
from vision.quality.markers import on_markers
from vision.untrayed.background import standing_out
from vision.untrayed.reread import from_elsewhere, seen_twice

_GLIMPSE = 0.15
"""How sure the scout must be of a face before anybody looks closer."""
_EDGES, _SHARE = (14.0, 320.0), 0.6
"""The edges, px, of dice that are looked for where the scale is not known; and how much of the view's shorter side they
may have."""
_ALIKE = np.log(1.4)
"""By how much dice of one size may differ from each other, as a logarithm."""
_MOST, _AT_FIRST, _CLOSELY = 250, 200, 40
"""Squares that are looked at, those while the size of the dice is still sought, and those that are looked at again
where they leave a doubt, the surest first: nobody waits for a picture that is full of spots."""
_HARDLY = 0.95
"""The judge's share for no face at which nobody looks again."""
_PERHAPS, _SIZES = 0.2, (0.8, 1.25)
"""The judge's share for no face from which on it looks at other sizes as well, and at which."""
_ASTRAY, _MORE_LOOKS = 0.08, 2
"""How far astray a detection may lie for one look (`FaceClassification.astray`), and how many looks it may get."""
_VERY_SURE = 0.85
"""The judge's share from which on it need not look from other sides."""
_NO_ROOM = 1.9
"""Half edges from the middle of a die within which no other's middle can lie: dice that touch are two apart."""
_TINY = 0.4
"""The share of a face's edge that a die on it has at the most where the face is no die, but what dice lie on."""
_CERTAIN, _LARGER = 0.95, 1.25
"""How sure, and how much larger, a face must be for a one that lies on it to be one of its pips."""


def find_faces(look: View) -> list[Face]:
    """The upper faces in a view, doubtful ones among them, those without a doubt first.

    Where the scale is not known the view is looked over in many sizes, and then once more in that for which most
    speaks. More is asked about what is left in doubt, and what still is in doubt then is read once more from elsewhere.
    """
    if look.tray is not None:
        fine = float(look.plane.pixels(np.array([look.pixels.shape[1::-1]]) / 2.0)[0])
        seen = _searched(look, [detector.FINE / fine], _MOST)
    else:
        seen = _without_grounds(_searched(look, _every_size(look), _AT_FIRST))
        edge = _usual_edge(seen)
        if edge:
            again = _searched(look, [detector.USUAL / edge], _MOST)
            sound = [one for one in again if one.doubt is None]
            seen = again + [one for one in seen if _missed(one, sound, edge)]
    faces = _told(look, seen)
    looks = [
        _told(other.view, _searched(other.view, [detector.USUAL / other.edge], _MOST, other.places))
        for other in from_elsewhere(look, faces)
    ]
    return _apart(seen_twice(look, faces, looks)) if looks else faces


def _told(look: View, seen: list[Candidate]) -> list[Face]:
    """What was seen, with all that is asked about doubts, as faces apart from each other."""
    return _apart(weighed(look, _upright(look, standing_out(look, appealed(look, seen, _CLOSELY)))))


def _without_grounds(seen: list[Candidate]) -> list[Candidate]:
    """What was seen, but for what dice lie on: a tray with one die in the midst of it looks like a huge one.

    A one that is read on a face may be its pip, so that it takes two pips to tell.
    """
    dice = [one.opinion for one in seen if one.doubt is None and one.opinion.value > 1]
    return [one for one in seen if not any(_lies_on(die, one.opinion) for die in dice)]


def _lies_on(die: FaceClassification, ground: FaceClassification) -> bool:
    """Whether a die is far smaller than another face, and lies on it."""
    if die.edge > _TINY * ground.edge:
        return False
    return bool(np.abs((die.at - ground.at) @ np.linalg.inv(ground.axes)).max() < 1)


def _missed(one: Candidate, again: list[Candidate], edge: float) -> bool:
    """Whether a face of about that size is not among those read a second time, as the same value, where it was."""
    if abs(np.log(one.opinion.edge / edge)) > _ALIKE:
        return False
    at = np.array([other.opinion.at for other in again if other.opinion.value == one.opinion.value]).reshape(-1, 2)
    return not bool((np.linalg.norm(at - one.opinion.at, axis=1) < 0.3 * edge).any())


def _usual_edge(seen: list[Candidate]) -> float:
    """The edge, px, of the dice for which most speaks among those of all sizes; 0 where none is read.

    The smaller, the more places there are in a picture that look like a die by chance.
    """
    sound = [one for one in seen if one.doubt is None]
    if not sound:
        return 0.0
    edges = np.log([one.opinion.edge for one in sound])
    speaks = np.array([one.opinion.shares[one.opinion.value] ** 2 * max(one.tally.fit, 0.0) ** 2 for one in sound])
    speaks *= np.exp(edges)
    near = np.abs(edges[:, None] - edges) < _ALIKE
    best = near[int((near @ speaks).argmax())]
    return float(np.exp(np.average(edges[best], weights=speaks[best] + 1e-9)))


def _searched(look: View, factors: list[float], most: int, about: Floats | None = None) -> list[Candidate]:
    """The faces that scout and judge find in a view that is looked over in those sizes, of so many at most; ``about``
    (n, 2) px, only those less than an edge from one of the places.

    Where there are as many places as that, each is looked at once.
    """
    squares = detector.squares(look.pixels, factors, _GLIMPSE)[:most]
    if about is not None:
        squares = [one for one in squares if np.linalg.norm(about - one.at, axis=1).min() < one.edge]
    printed = on_markers(look, np.array([one.at for one in squares]).reshape(-1, 2))
    squares = [one for one, marker in zip(squares, printed, strict=True) if not marker]
    closely, more_looks = (_CLOSELY, _MORE_LOOKS) if len(squares) < most else (0, 0)
    found = [(one, square.sure) for one, square in zip(judgements(look, squares), squares, strict=True)]
    found = [(one, sure) for one, sure in found if one.shares[0] < _HARDLY]
    judged, sures = [one for one, _ in found], [sure for _, sure in found]
    judged = _in_other_sizes(look, judged, closely)
    for _ in range(more_looks):
        again = iter(judgements(look, [one for one in judged if one.astray > _ASTRAY]))
        judged = [next(again) if one.astray > _ASTRAY else one for one in judged]
    judged = _thought_over(look, judged, closely)
    kept = [one for one, sure in zip(judged, sures, strict=True) if not _nothing(look, one, sure)]
    return [inspected(look, one, closely=number < closely) for number, one in enumerate(kept)]


def _in_other_sizes(look: View, judged: list[FaceClassification], many: int) -> list[FaceClassification]:
    """The opinions, where there may be no face those of a larger or a smaller square there if more speaks for one.

    So ``many`` are looked at again, the first ones."""
    doubted = [number for number, one in enumerate(judged[:many]) if one.shares[0] > _PERHAPS]
    chosen = list(judged)
    for size in _SIZES:
        others = [replace(judged[number], axes=judged[number].axes * size) for number in doubted]
        for number, other in zip(doubted, judgements(look, others), strict=True):
            chosen[number] = min(chosen[number], other, key=lambda one: float(one.shares[0]))
    return chosen


def _nothing(look: View, opinion: FaceClassification, sure: float) -> bool:
    """Whether there is likelier no face than one: on a tray by the judge alone, elsewhere by judge and scout together.

    A tray is bare felt but for what was thrown, and a die that goes unseen there costs a roll.
    """
    none = float(opinion.shares[0])
    return none > 0.5 if look.tray is not None else none * (1 - sure) > (1 - none) * sure


def _thought_over(look: View, judged: list[FaceClassification], many: int) -> list[FaceClassification]:
    """What the judge thinks after looking from all sides at those of the first ``many`` that it is in doubt about."""
    if not judged:
        return judged
    leans = leans_of(look, np.stack([one.at for one in judged]))
    return [
        one
        if number >= many or (one.shares.max() > _VERY_SURE and one.wrongs.max() < 1 - _VERY_SURE)
        else thought_over(look.pixels, one, None if leans is None else leans[number])
        for number, one in enumerate(judged)
    ]


def _every_size(look: View) -> list[float]:
    """The factors in which a view whose scale is not known is looked over."""
    height, width = look.pixels.shape[:2]
    smallest, largest = _EDGES
    return detector.copies(width, height, smallest, min(largest, _SHARE * min(width, height)))


def _upright(look: View, seen: list[Candidate]) -> list[Candidate]:
    """The faces, with how their dice stand where that can be told."""
    if not seen:
        return seen
    leans = leans_of(look, np.stack([one.opinion.at for one in seen]))
    if leans is None:
        return seen
    turned = np.stack([along(one.opinion.axes, lean) for one, lean in zip(seen, leans, strict=True)])
    told = stances(np.stack([one.patch for one in seen]), turned)
    return [replace(one, stance=stance) for one, stance in zip(seen, told, strict=True)]


def _apart(faces: list[Face]) -> list[Face]:
    """The faces whose middles lie on no other face that comes before them, the surest first.

    What is read as two values in one place has none, but for a one that is a pip of a larger face. What is likelier no
    face, and so near one that is read that there is no room for two dice, is a side of that die.
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
    """Whether a one is but a pip, with some of its body round it, of a larger face that is read for sure."""
    return face.value == 1 and larger.confidence > _CERTAIN and larger.edge > _LARGER * face.edge
