"""What becomes of faces in doubt: their pips are marked, an umpire is asked, and where nobody knows from where the
picture was taken they are looked at as they would look from higher up."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.faces.candidate import inspected, judgements, leans_of
from vision.faces.classifier import FaceClassification, of_the_umpire
from vision.faces.fusion import NO_FACE, Candidate, doubt_of
from vision.faces.pip_counter import counted_marks
from vision.faces.pip_heatmap import marked
from vision.geometry.view import View
from vision.image.patch import CLOSE, straightened
from vision.image.types import Bytes

_PLAINLY_ONE = 0.98
"""The judge's share from which on a one needs no umpire: nineteen ones in twenty have it, one cap in ten."""
_SQUASHED = (0.77, 0.6, 1.3)
"""How high a face is, as a share of its width, that is seen from 40° and from 53° off the upright, and where the
picture was taken from 40° but lies on its side."""
FEW = 20
"""So many faces in doubt are looked at from higher up, or from elsewhere; where there are more, it is no table but a
pattern of spots."""
_LIKELY = 0.5
"""The judge's share for a value from which on a look from higher up goes on."""
_SAME = 0.5
"""Edges within which two middles are those of one face."""


def appealed(look: View, seen: Sequence[Candidate], many: int) -> list[Candidate]:
    """The faces, those of the first ``many`` that were in doubt as they turn out where more is asked."""
    return [*_from_higher(look, _asked(look, seen[:many])), *seen[many:]]


def _asked(look: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """The faces, those in doubt with what is counted by their marks, and then as the umpire sees them."""
    seen = list(seen)
    for ask, may_tell in ((_with_marks, _marks_may_tell), (_umpired, _umpire_may_tell)):
        doubted = [number for number, one in enumerate(seen) if may_tell(one)]
        if doubted:
            asked = dict(zip(doubted, ask(look, [seen[number] for number in doubted]), strict=True))
            seen = [asked.get(number, one) for number, one in enumerate(seen)]
    return seen


def _marks_may_tell(one: Candidate) -> bool:
    """Whether marks could end the doubt: that there is a face at all, only together with colours."""
    if one.doubt is None:
        return False
    return one.doubt != NO_FACE or doubt_of(one.opinion, one.tally, marks=one.tally) is None


def _umpire_may_tell(one: Candidate) -> bool:
    """Whether the umpire is asked: about values in doubt, and about ones that are not plain, as caps look like."""
    return one.doubt != NO_FACE if one.doubt else one.opinion.value == 1 and one.opinion.shares[1] < _PLAINLY_ONE


def _with_marks(look: View, seen: list[Candidate]) -> list[Candidate]:
    patches = _close_up(look, seen)
    counted = [counted_marks(patch, found) for patch, found in zip(patches, marked(patches), strict=True)]
    return [replace(one, marks=tally) for one, tally in zip(seen, counted, strict=True)]


def _umpired(look: View, seen: list[Candidate]) -> list[Candidate]:
    """The faces as the umpire sees them, who makes no one of a doubt: whatever has a spot in its middle looks like a
    one in rough weather."""
    leans = leans_of(look, np.stack([one.opinion.at for one in seen]))
    found = of_the_umpire(_close_up(look, seen), [one.opinion for one in seen], leans)
    return [
        one if opinion.value == 1 else replace(one, opinion=opinion) for one, opinion in zip(seen, found, strict=True)
    ]


def _close_up(look: View, seen: list[Candidate]) -> Bytes:
    """(n, side, side, 3) close patches of the faces."""
    return np.stack([straightened(look.pixels, one.opinion.at, one.opinion.axes, CLOSE) for one in seen])


def _from_higher(look: View, seen: list[Candidate]) -> list[Candidate]:
    """The faces, those in doubt as they would look from higher up where that ends the doubt.

    A face that is seen from the side is lower than it is wide, and its patterns of pips are too. On a known tray faces
    are straightened as it is. A doubt is not ended by a one, as by the umpire, nor is any in a picture of which nothing
    is read: whoever looks often enough sees a die anywhere.
    """
    if look.tray is not None:
        return seen
    for squash in _SQUASHED:
        read = [one.opinion for one in seen if one.doubt is None]
        doubted = [n for n, one in enumerate(seen) if _may_be_so_low(one, squash) and not _on_any(one.opinion, read)]
        if len(doubted) > FEW or not read:
            return seen
        found = judgements(look, judgements(look, [_squashed(seen[number].opinion, squash) for number in doubted]))
        likely = [number for number, one in enumerate(found) if one.value > 1 and one.shares[one.value] > _LIKELY]
        again = _asked(look, [inspected(look, found[number], closely=True) for number in likely])
        ended = {
            doubted[number]: one
            for number, one in zip(likely, again, strict=True)
            if one.doubt is None and one.opinion.value > 1
        }
        seen = [ended.get(number, one) for number, one in enumerate(seen)]
    return seen


def _may_be_so_low(one: Candidate, squash: float) -> bool:
    """Whether a face is in doubt, and may be as low as that: what is narrower than high and looks like no face is
    mostly the side of a die."""
    return one.doubt is not None and (squash < 1 or one.doubt != NO_FACE)


def _on_any(opinion: FaceClassification, others: list[FaceClassification]) -> bool:
    """Whether it is about the place of one of the others."""
    return any(np.hypot(*(opinion.at - one.at)) < _SAME * max(opinion.edge, one.edge) for one in others)


def _squashed(opinion: FaceClassification, squash: float) -> FaceClassification:
    """The opinion with half edges of a square that is seen so much lower than it is wide, in photographs with the far
    end up."""
    across, down = opinion.axes / (1.0, squash)
    ahead = across + np.array([down[1], -down[0]])
    cos, sin = opinion.edge / 2 / np.sqrt(squash) * ahead / np.hypot(*ahead)
    return replace(opinion, axes=np.array([[cos, sin], [-sin, cos]]) * (1.0, squash))
