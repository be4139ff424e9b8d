"""Decision fusion: accepts a value where classifier and pip count agree, else gives the reason why not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.faces.classifier import WRONGS, FaceClassification
from vision.faces.face import Face
from vision.faces.pip_counter import PipCount
from vision.faces.tilt import Tilt
from vision.geometry.view import View
from vision.i18n import gettext as _
from vision.image.image import Image
from vision.image.types import Floats
from vision.reading import Flag

SURE = 0.65
"""Minimum probability of a value."""
_ACCEPTED = ((0.65, 0.35, 0.2), (0.85, 0.12, 0.1), (0.95, 0.05, 0.0))
"""Alternatives for accepting a value: minimum probability, fit of its pip pattern, and lead over the patterns of other
values."""
_ACCEPTED_BY_MARKS = ((0.5, 0.42, 0.3), (0.65, 0.35, 0.2), (0.85, 0.2, 0.1), (0.95, 0.15, 0.05))
"""The same for patterns counted by the pip heat map. The first does not accept a one: any spot may look like it."""
_MAYBE_NONE, _OF_FACES, _PLAIN = 0.8, 0.75, 0.4
"""Acceptance of a value where no face is likeliest: maximum no-face probability, minimum share among the six values,
and minimum fit and lead in both colours and heat map."""
_WRONG = 0.5
"""Minimum probability for reporting what is wrong with a die."""
_LEANS, _LEANS_ALONE, _STACKED = 0.65, 0.97, 0.94
"""Minimum probability for reporting a die as leaning, beside something or alone, and as lying on another."""
_WALL, _NEIGHBOUR = 1.0, 1.4
"""Maximum distance of a wall, and of the middle of another die, that a die may lean on, in edges from its middle."""

NO_FACE = _("not recognizable")
"""Doubt of a candidate that is probably no face."""
DISAGREE, _NO_VALUE, _NO_PIPS = _("readings disagree"), _("unclear value"), _("unclear pips")
UNCLEAR = frozenset({NO_FACE, DISAGREE, _NO_VALUE, _NO_PIPS})
"""Doubts about a face's value; all others are about the die."""
_DOUBTS = {
    "covered": (Flag.HIDDEN, _("covered")),
    "smeared": (Flag.BLURRED, _("moving or out of focus")),
    "faint": (None, _("low-contrast pips")),
}
"""Flag and doubt for each of the classifier's `WRONGS`."""


@dataclass(frozen=True)
class Candidate:
    """One candidate face: classification, crop, pip count, and where measured the pip count by the heat map and the
    tilt."""

    classification: FaceClassification
    patch: Image
    pip_count: PipCount
    marks: PipCount | None = None
    tilt: Tilt | None = None

    @property
    def doubt(self) -> str | None:
        """Reason for rejecting the value, tilt and `WRONGS` left aside; None where it is accepted."""
        return doubt_of(self.classification, self.pip_count, self.marks)


def fused(view: View, seen: list[Candidate]) -> list[Face]:
    """Fuse candidates into faces, each with a value or a doubt."""
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
    """Whether the die is close enough to another one, the rim or the lip of the hold rail to lean on it."""
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
    """List what is wrong with a die as doubt and flag, worst first."""
    found: list[tuple[str, Flag | None]] = []
    if seen.tilt is not None and seen.tilt.stacked > _STACKED:
        found.append((_("on top of another die"), Flag.STACKED))
    if seen.tilt is not None and seen.tilt.leaning > leans:
        found.append((_("not flat"), Flag.COCKED))
    for name, share in zip(WRONGS, seen.classification.wrongs, strict=True):
        if share > _WRONG:
            flag, words = _DOUBTS[name]
            found.append((words, flag))
    return found


def doubt_of(classification: FaceClassification, pip_count: PipCount, marks: PipCount | None = None) -> str | None:
    """Return the reason for rejecting a value, or None if classifier and pip count, or those and the heat map, agree
    clearly enough."""
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
    """Whether both pip counts show the classifier's likeliest value so clearly that there must be a face."""
    none, value = classification.shares[0], classification.likeliest[0]
    plain = all(one.value == value and min(one.fit, one.lead) >= _PLAIN for one in (pip_count, marks))
    return bool(plain and none <= _MAYBE_NONE and classification.shares[value] >= _OF_FACES * (1 - none))
