"""The verdict on each candidate: a value where classifier and pip count agree, else the reason for a doubt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.faces.classifier import WRONGS, FaceClassification, Tilt
from vision.faces.face import Face
from vision.faces.pip_counter import PipCount
from vision.geometry.view import View
from vision.i18n import gettext as _
from vision.image import Floats
from vision.reading import Flag


class _Evidence(NamedTuple):
    """The least evidence for a value: its ``share`` by the classifier, and the ``fit`` of its pattern and the ``lead``
    over the patterns of other values by one of the pip counts."""

    share: float
    fit: float
    lead: float


_ACCEPTED = (_Evidence(0.7, 0.35, 0.2), _Evidence(0.85, 0.16, 0.12))
"""Alternatives for accepting a value by classifier and a pip count: the surer the one, the less the other must be."""
_CLEARLY_COUNTED = _Evidence(0.45, 0.5, 0.45)
"""One more alternative where no tray is known, for worn dice in arcs of light. On a known tray a dark patch of cork
would pass for a one."""
_TRACE, _WITHOUT_TRACE = 0.05, _Evidence(0.95, 0.35, 0.2)
"""Fit by the pip counter below which the colours show no trace of the pips, and what is needed then by the heat map on
a known tray: patches of cork and dice in motion are read with less, hardly a true value is."""
_ALIKE = {1: 0.6, 5: 0.84, 6: 0.84}
"""Minimum `PipCount.alike`, on a known tray, of values that others look like: two pips that lie close like one, and few
pips like more on a clear die, through which those of its lower face shine. Photographs of small pips have less."""
SURE = _ACCEPTED[0].share
"""Minimum probability of a value, whatever the pips say."""
_WRONG = 0.5
"""Minimum probability for reporting what is wrong with a die: covered, moving, of low contrast, on another."""
_LEANS, _LEANS_ALONE = 0.3, 0.88
"""Minimum probability for reporting a die as leaning, where it slopes away from the nearest thing beside it, and
alone."""
_LEANS_AWAY = 0.06
"""Minimum slope away from the nearest thing for that: the sine of the angle."""
_AWAY = 0.02
"""Minimum slope away from a thing for a die to lean on it."""
_WALL, _NEIGHBOUR, _BESIDE = 1.0, 1.4, 1.0
"""Maximum distance of a wall, of the middle of another die, and of a thing's edge, that a die may lean on, in edges
from its middle."""
_NO_ROOM = 1.9
"""Half edges from the middle of a die within which no other's middle can lie: dice that touch are two apart."""
_WIDTHS = (8.5, 28.0)
"""Minimum and maximum measured width of a die on a tray, mm."""
_DOES_NOT_LIE_FLAT = _("not flat")
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
    """One candidate face: its classification, its pip counts, and whether it is like the floor round it."""

    classification: FaceClassification
    pip_count: PipCount
    marks: PipCount | None = None
    bodiless: bool = False

    @cached_property
    def doubt(self) -> str | None:
        """Reason for rejecting the value, tilt and `WRONGS` left aside; None where it is accepted."""
        return NO_FACE if self.bodiless else doubt_of(self.classification, self.pip_count, self.marks)


def fused(view: View, seen: Sequence[Candidate], things: Sequence[Candidate] = ()) -> list[Face]:
    """Fuse candidates into faces, each with a value or a doubt. They may lean on each other, and on the ``things``."""
    beside = [view.plane.from_view(one.classification.at) for one in things]
    if not seen:
        return []
    at = view.plane.from_view(
        np.stack([(one.classification.at, *(one.classification.at + one.classification.axes)) for one in seen])
    )
    centres = at[:, 0]
    least = min(one.classification.edge for one in seen)
    faces = []
    for number, (one, (centre, *ends)) in enumerate(zip(seen, at, strict=True)):
        axes = np.stack(ends) - centre
        others = np.array([*np.delete(centres, number, axis=0), *beside]).reshape(-1, 2)
        slope = _slope_away(view, one.classification.tilt, centre, axes, others)
        faces.append(_face(one, centre, axes, slope, larger=one.classification.edge > least))
    return faces


def _slope_away(view: View, tilt: Tilt | None, centre: Floats, axes: Floats, others: Floats) -> float | None:
    """Measure the slope of an upper face away from the nearest die, rim or lip of the hold rail on which the die could
    lean; None where nothing is near. A die is higher where it leans on something."""
    if view.tray is None or tilt is None:
        return None
    right, down = _on_plane(tilt, axes)
    size, (x, y) = view.tray.size, centre
    edge = 2 * float(np.hypot(*axes[0]))
    found = [
        (gap - edge / 2, slope)
        for gap, slope in (
            (x, right),
            (size.width - x, -right),
            (y, down),
            (size.height - y, -down),
            (abs(x - size.rail), abs(right)),
        )
        if gap < _WALL * edge
    ]
    for across, along in centre - others:
        away = max(float(np.hypot(across, along)), 1e-6)
        if away < _NEIGHBOUR * edge:
            found.append((away - edge, (across * right + along * down) / away))
    return float(min(found)[1]) if found else None


def _face(seen: Candidate, centre: Floats, axes: Floats, slope: float | None, *, larger: bool) -> Face:
    classification = seen.classification
    value = classification.likeliest[0]
    counted = seen.marks if seen.marks is not None and seen.pip_count.value != value else seen.pip_count
    wrongs = _wrongs(seen, slope, larger=larger)
    flags = frozenset(flag for flag in wrongs.values() if flag)
    doubt = next(iter(wrongs), None) or seen.doubt
    confidence = 0.0 if doubt else max(SURE, float(classification.shares[value]))
    tilt = classification.tilt
    sloped = _on_plane(tilt, axes) if tilt is not None and tilt.leaning > _LEANS else None
    return Face(
        value, confidence, centre, axes, counted.body, counted.spot, flags, doubt, classification.likeliest, sloped
    )


def leaning_on(faces: Sequence[Face], things: Sequence[tuple[Floats, float]]) -> list[Face]:
    """Add a doubt to the read faces that slope away from a thing: ``things`` are their middles (2,) on the plane and
    radii."""
    return [
        replace(face.doubted(_DOES_NOT_LIE_FLAT), flags=face.flags | {Flag.COCKED})
        if face.doubt is None and _leans_on_one(face, things)
        else face
        for face in faces
    ]


def _leans_on_one(face: Face, things: Sequence[tuple[Floats, float]]) -> bool:
    if face.slope is None:
        return False
    for middle, radius in things:
        apart = face.centre - middle
        away = max(float(np.hypot(*apart)), 1e-6)
        if away - radius < _BESIDE * face.edge and float(apart @ face.slope) / away >= _AWAY:
            return True
    return False


def _on_plane(tilt: Tilt, axes: Floats) -> Floats:
    """(2,) slope of a face with the half edges ``axes`` (2, 2), in directions of the plane."""
    return np.asarray(tilt.slope @ (axes / np.linalg.norm(axes, axis=1, keepdims=True)))


def _wrongs(seen: Candidate, slope: float | None, *, larger: bool) -> dict[str, Flag | None]:
    """Return what is wrong with a die, worst first, as doubts and their flags; ``slope`` is away from the nearest
    thing. Only one that looks ``larger`` than another lies on one."""
    found: dict[str, Flag | None] = {}
    tilt = seen.classification.tilt
    if larger and tilt is not None and tilt.stacked > _WRONG and seen.doubt is None:  # else it may be a cap, no die
        found[_("on top of another die")] = Flag.STACKED
    leans = _LEANS if slope is not None and slope >= _LEANS_AWAY else _LEANS_ALONE
    if tilt is not None and tilt.leaning > leans:
        found[_DOES_NOT_LIE_FLAT] = Flag.COCKED
    for name, share in zip(WRONGS, seen.classification.wrongs, strict=True):
        if share > _WRONG:
            flag, words = _DOUBTS[name]
            found[words] = flag
    return found


def doubt_of(classification: FaceClassification, pip_count: PipCount, marks: PipCount | None = None) -> str | None:
    """Return the reason for rejecting a value, or None if classifier and pip count, or those and the heat map, agree
    clearly enough."""
    counted = [one for one in (pip_count, marks) if one and one.value == classification.likeliest[0]]
    alike = classification.tilt is None or all(one.alike >= _ALIKE.get(one.value, 0.0) for one in counted)
    on_tray = classification.tilt is not None
    needs = _ACCEPTED if on_tray else (*_ACCEPTED, _CLEARLY_COUNTED)
    by_marks = (_WITHOUT_TRACE,) if on_tray and pip_count.fit < _TRACE else needs
    if _agreed(classification, pip_count, needs) or (marks and _agreed(classification, marks, by_marks)):
        return None if alike else _NO_PIPS
    if classification.value == 0:
        return NO_FACE
    if classification.value != pip_count.value:
        return DISAGREE
    return _NO_VALUE if classification.shares[classification.value] < SURE else _NO_PIPS


def _agreed(classification: FaceClassification, pip_count: PipCount, needs: Sequence[_Evidence]) -> bool:
    if classification.value != pip_count.value:
        return False
    share = float(classification.shares[classification.value])
    return any(share >= one.share and pip_count.fit >= one.fit and pip_count.lead >= one.lead for one in needs)


def apart(faces: Sequence[Face]) -> list[Face]:
    """Drop faces that overlap one of higher confidence; sort by confidence, highest first.

    Two values read in one place give neither. A face that is probably none, too near a read die for another to fit
    between, is a side of that die.
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
            surer = faces[other]
            if not face.doubt and not surer.doubt and face.value != surer.value:
                faces[other] = surer.doubted(DISAGREE)
        if not under:
            kept.append(number)
    return [faces[number] for number in kept]


def of_a_size(faces: Sequence[Face]) -> list[Face]:
    """Drop doubtful faces of implausible size, in mm; give read ones a doubt."""
    sized = [(face, _WIDTHS[0] <= face.edge <= _WIDTHS[1]) for face in faces]
    return [
        face if right else face.doubted(_("wrong size for a die")) for face, right in sized if right or not face.doubt
    ]
