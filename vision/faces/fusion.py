"""Whether what was seen of a face is enough for a value, and what is wrong with its die where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.faces.classifier import WRONGS, FaceClassification
from vision.faces.face import Face
from vision.faces.pip_counter import PipCount
from vision.faces.tilt import Tilt
from vision.geometry.view import View
from vision.image.image import Image
from vision.image.types import Floats
from vision.reading import Flag

SURE = 0.65
"""The judge's share below which no value stands."""
_ACCEPTED = ((0.65, 0.35, 0.2), (0.85, 0.12, 0.1), (0.95, 0.05, 0.0))
"""What a value needs to stand, one of these: the judge's share for it, how well its pattern of pips fits, and by how
much better than any other."""
_ACCEPTED_BY_MARKS = ((0.5, 0.42, 0.3), (0.65, 0.35, 0.2), (0.85, 0.2, 0.1), (0.95, 0.15, 0.05))
"""The same where the pattern is one of marks; the first is not enough for a one, which any spot may look like."""
_MAYBE_NONE, _OF_FACES, _PLAIN = 0.8, 0.75, 0.4
"""What a value needs to stand where the judge is not sure of a face at all: its share for none at the most, that of
the value among all values, and how well, and by how much better than any other, its pattern fits colours and marks."""
_WRONG = 0.5
"""The judge's share for something that is wrong with a die."""
_LEANS, _LEANS_ALONE, _STACKED = 0.65, 0.97, 0.94
"""How likely a die must be to lean, near what it could lean on or with nothing there, or to lie on another, for it to
be said."""
_WALL, _NEIGHBOUR = 1.0, 1.4
"""How near a wall, or the middle of another die, must be for a die to lean on it, in its own edges from its middle."""

NO_FACE = "it cannot be made out"
"""The doubt about what is likelier no face than one."""
DISAGREE, _NO_VALUE, _NO_PIPS = "two readings disagree", "its value is not clear", "its pips are not clear"
UNCLEAR = frozenset({NO_FACE, DISAGREE, _NO_VALUE, _NO_PIPS})
"""The doubts about what a face shows; all others are about its die."""
_DOUBTS = {
    "covered": (Flag.HIDDEN, "something covers it"),
    "smeared": (Flag.BLURRED, "it moves, or is out of focus"),
    "faint": (None, "its pips hardly stand out"),
}
"""What the judge may find wrong with a die, with the flag and the doubt that it brings."""


@dataclass(frozen=True)
class Candidate:
    """A face that the judge was asked about, straightened, what was counted on it, and, where that left a doubt, what
    was counted by its marks."""

    classification: FaceClassification
    patch: Image
    pip_count: PipCount
    marks: PipCount | None = None
    tilt: Tilt | None = None

    @property
    def doubt(self) -> str | None:
        """Why a die with which nothing is wrong has no value; None where it has one."""
        return doubt_of(self.classification, self.pip_count, self.marks)


def fused(view: View, seen: list[Candidate]) -> list[Face]:
    """The faces that were seen in a view, each with a value or with a doubt."""
    at = [
        view.plane.from_view(np.stack([one.classification.at, *(one.classification.at + one.classification.axes)]))
        for one in seen
    ]
    centres = np.array([places[0] for places in at]).reshape(-1, 2)
    faces = []
    for number, (one, (centre, *ends)) in enumerate(zip(seen, at, strict=True)):
        axes = np.stack(ends) - centre
        others = np.delete(centres, number, axis=0)
        faces.append(_face(one, centre, axes, propped=_propped(view, centre, axes, others)))
    return faces


def _propped(view: View, centre: Floats, axes: Floats, others: Floats) -> bool:
    """Whether there is something on which a die could lean: another, the rim, or the lip of the hold rail."""
    if view.tray is None:
        return False
    size, (x, y) = view.tray.size, centre
    edge = 2 * float(np.hypot(*axes[0]))
    walls = (x, size.width - x, y, size.height - y, abs(x - size.rail))
    away = np.linalg.norm(others - centre, axis=1)
    return min(walls) < _WALL * edge or bool((away < _NEIGHBOUR * edge).any())


def _face(seen: Candidate, centre: Floats, axes: Floats, *, propped: bool) -> Face:
    classification = seen.classification
    value = classification.likeliest[0]
    counted = seen.marks if seen.marks is not None and seen.pip_count.value != value else seen.pip_count
    wrongs = dict(_wrongs(seen, _LEANS if propped else _LEANS_ALONE))
    flags = frozenset(flag for flag in wrongs.values() if flag)
    doubt = next(iter(wrongs), None) or seen.doubt
    confidence = 0.0 if doubt else max(SURE, float(classification.shares[value]))
    return Face(value, confidence, centre, axes, counted.body, counted.spot, flags, doubt, classification.likeliest)


def _wrongs(seen: Candidate, leans: float) -> list[tuple[str, Flag | None]]:
    """What is wrong with a die, in words, and the flag that each brings, the worst first."""
    found: list[tuple[str, Flag | None]] = []
    if seen.tilt is not None and seen.tilt.stacked > _STACKED:
        found.append(("it lies on another die", Flag.STACKED))
    if seen.tilt is not None and seen.tilt.leaning > leans:
        found.append(("it does not lie flat", Flag.COCKED))
    for name, share in zip(WRONGS, seen.classification.wrongs, strict=True):
        if share > _WRONG:
            flag, words = _DOUBTS[name]
            found.append((words, flag))
    return found


def doubt_of(classification: FaceClassification, pip_count: PipCount, marks: PipCount | None = None) -> str | None:
    """Why a value does not stand; None where two readings agree and are clear, or all three, with marks counted, do."""
    if _agreed(classification, pip_count, _ACCEPTED):
        return None
    by_marks = _ACCEPTED_BY_MARKS[1:] if classification.value == 1 else _ACCEPTED_BY_MARKS
    if marks is not None and (
        _agreed(classification, marks, by_marks) or _all_agreed(classification, pip_count, marks)
    ):
        return None
    if classification.value == 0:
        return NO_FACE
    if classification.value != pip_count.value:
        return DISAGREE
    return _NO_VALUE if classification.shares[classification.value] < SURE else _NO_PIPS


def _agreed(
    classification: FaceClassification, pip_count: PipCount, needs: Sequence[tuple[float, float, float]]
) -> bool:
    share = classification.shares[classification.value]
    clear = any(share >= least and pip_count.fit >= fit and pip_count.lead >= lead for least, fit, lead in needs)
    return clear and classification.value == pip_count.value


def _all_agreed(classification: FaceClassification, pip_count: PipCount, marks: PipCount) -> bool:
    """Whether colours and marks show so plainly what the judge would read that there must be a face."""
    none, value = classification.shares[0], classification.likeliest[0]
    plain = all(one.value == value and min(one.fit, one.lead) >= _PLAIN for one in (pip_count, marks))
    return bool(plain and none <= _MAYBE_NONE and classification.shares[value] >= _OF_FACES * (1 - none))
