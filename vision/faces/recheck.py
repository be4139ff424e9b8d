"""Recheck of faces in doubt: counts their pips by the pip heat map, then asks the fallback classifier."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.faces.candidate import leans_of
from vision.faces.classifier import of_the_umpire
from vision.faces.fusion import NO_FACE, Candidate, doubt_of
from vision.faces.pip_counter import counted_marks
from vision.faces.pip_heatmap import marked
from vision.geometry.view import View
from vision.image.patch import CLOSE, straightened
from vision.image.types import Bytes

_PLAINLY_ONE = 0.98
"""The judge's share from which on a one needs no umpire: nineteen ones in twenty have it, one cap in ten."""


def rechecked(look: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """Recheck the candidates in doubt: count their pips by the heat map, then reclassify them by the fallback model."""
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
