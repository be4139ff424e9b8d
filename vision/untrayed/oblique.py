"""Oblique views: reads faces in doubt as squares foreshortened by the camera's angle, without a tray that gives it."""

from dataclasses import replace

import numpy as np

from vision.faces.candidates import FEW, candidates_of, classify_places, rechecked
from vision.faces.classifier import FaceClassification
from vision.faces.verdict import NO_FACE, Candidate
from vision.geometry.view import View

_SQUASHED = (0.77, 0.6, 1.3)
"""Heights of a foreshortened face, as a share of its width: seen 40° and 53° off the vertical, and 40° in a picture
that lies on its side."""
_LIKELY = 0.5
"""Probability of a value from which on a foreshortened face is rechecked."""
_SAME = 0.5
"""Maximum distance between two middles of one face, in edges."""


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
    return bool(np.hypot(*(one.at - other.at)) < _SAME * max(one.edge, other.edge))


def _squashed(classification: FaceClassification, squash: float) -> FaceClassification:
    """Replace the half edges by those of a foreshortened square, whose far side is up in the picture."""
    across, down = classification.axes / (1.0, squash)
    ahead = across + np.array([down[1], -down[0]])
    cos, sin = classification.edge / 2 / np.sqrt(squash) * ahead / np.hypot(*ahead)
    return replace(classification, axes=np.array([[cos, sin], [-sin, cos]]) * (1.0, squash))
