"""Recheck of faces in doubt: counts their pips by the pip heat map, then asks the fallback classifier."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.acceptance import PLAINLY_ONE
from vision.faces.candidate import leans_of
from vision.faces.classifier import reclassified
from vision.faces.fusion import NO_FACE, Candidate, doubt_of
from vision.faces.pip_counter import counted_marks
from vision.faces.pip_heatmap import heatmaps
from vision.geometry.view import View
from vision.image.patch import CLOSE, straightened
from vision.image.types import Bytes

FEW = 20
"""Maximum number of faces in doubt that are read from more sides where the tray is not known: more are a pattern of
spots."""


def rechecked(view: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """Recheck the candidates in doubt: count their pips by the heat map, then reclassify them by the fallback model."""
    seen = list(seen)
    for ask, may_decide in ((_with_marks, _marks_may_decide), (_reclassified, _fallback_may_decide)):
        doubted = [number for number, one in enumerate(seen) if may_decide(one)]
        if doubted:
            asked = dict(zip(doubted, ask(view, [seen[number] for number in doubted]), strict=True))
            seen = [asked.get(number, one) for number, one in enumerate(seen)]
    return seen


def _marks_may_decide(one: Candidate) -> bool:
    """Whether the heat map could end the doubt; for a doubt that there is a face at all, only together with the
    colours."""
    if one.doubt is None:
        return False
    return one.doubt != NO_FACE or doubt_of(one.classification, one.pip_count, marks=one.pip_count) is None


def _fallback_may_decide(one: Candidate) -> bool:
    """Whether to ask the fallback model: for doubtful values, and for ones of lower probability, since caps look like
    them."""
    return (
        one.doubt != NO_FACE
        if one.doubt
        else one.classification.value == 1 and one.classification.shares[1] < PLAINLY_ONE
    )


def _with_marks(view: View, seen: list[Candidate]) -> list[Candidate]:
    patches = _close_up(view, seen)
    maps = heatmaps(patches, turned=_from_all_sides(view, seen))
    counted = [counted_marks(patch, found) for patch, found in zip(patches, maps, strict=True)]
    return [replace(one, marks=pip_count) for one, pip_count in zip(seen, counted, strict=True)]


def _reclassified(view: View, seen: list[Candidate]) -> list[Candidate]:
    """Reclassify with the fallback model. A result of 1 is ignored: in poor light any round spot looks like a one."""
    leans = leans_of(view, np.stack([one.classification.at for one in seen]))
    found = reclassified(
        _close_up(view, seen), [one.classification for one in seen], leans, turned=_from_all_sides(view, seen)
    )
    return [
        one if classification.value == 1 else replace(one, classification=classification)
        for one, classification in zip(seen, found, strict=True)
    ]


def _from_all_sides(view: View, seen: list[Candidate]) -> bool:
    """Whether to turn crops all round. Over a known tray, a die that rolls would get a value by it."""
    return view.tray is None and len(seen) <= FEW


def _close_up(view: View, seen: list[Candidate]) -> Bytes:
    """(n, side, side, 3) close crops of the candidates."""
    return np.stack([straightened(view.pixels, one.classification.at, one.classification.axes, CLOSE) for one in seen])
