"""Candidates: classifies detected faces, counts their pips, and asks again where their value is in doubt."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.faces.classifier import FaceClassification, classify, classify_all_round, reclassified
from vision.faces.detector import Detection, Placed
from vision.faces.pip_counter import counted_marks, counted_pips, heatmaps
from vision.faces.verdict import NO_FACE, SURE, Candidate, doubt_of
from vision.geometry.patch import CLOSE, straightened
from vision.geometry.view import FACE_HEIGHT, View
from vision.image import Bytes, Floats

MOST, CLOSELY = 250, 40
"""Detections classified at most, and candidates rechecked where their value is in doubt, those of highest confidence
first. The limits bound the time that a picture full of spots takes."""
FEW = 20
"""Maximum number of faces in doubt that are read from more sides where the tray is not known: more are a pattern of
spots."""
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
_BESIDE = 0.15 * np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
"""Offsets at which unclear pips are counted again, in half edges from a face's middle."""


def candidates(
    view: View, detections: Sequence[Detection], is_face: Callable[[FaceClassification, float], bool]
) -> list[Candidate]:
    """Classify detections and count the pips of those that ``is_face`` keeps, by their classification and the
    detector's confidence 0–1.

    Uncertain ones are classified at other scales, at their corrected place, and rotated and mirrored too; but each only
    once in a view with `MOST` detections, which is full of spots.
    """
    closely, more_looks = (0, 0) if len(detections) >= MOST else (CLOSELY, _MORE_LOOKS)
    found = list(zip(classify_places(view, detections), (one.sure for one in detections), strict=True))
    found = [(one, sure) for one, sure in found if one.shares[0] < _NONE]
    classified = _at_other_places(view, [one for one, _ in found], closely)
    for _ in range(more_looks):
        again = iter(classify_places(view, [one for one in classified if one.astray > _ASTRAY]))
        classified = [next(again) if one.astray > _ASTRAY else one for one in classified]
    classified = _all_round(view, classified, closely)
    kept = [one for one, (_, sure) in zip(classified, found, strict=True) if is_face(one, sure)]
    return candidates_of(view, kept, closely=closely)


def candidates_of(view: View, classified: Sequence[FaceClassification], *, closely: int) -> list[Candidate]:
    """Crop faces and count their pips.

    For the first ``closely`` of them pips are counted at offsets around the middle too, where the count is not clear
    there; the best fit is kept.
    """
    if not classified:
        return []
    patches = np.stack([straightened(view.pixels, one.at, one.axes) for one in classified])
    counts = counted_pips(patches)
    for number, one in enumerate(classified[:closely]):
        if doubt_of(one, counts[number]) is not None and one.shares[one.value] >= SURE:
            beside = [straightened(view.pixels, one.at + step @ one.axes, one.axes) for step in _BESIDE]
            counts[number] = max((counts[number], *counted_pips(np.stack(beside))), key=lambda count: count.fit)
    return [Candidate(*each) for each in zip(classified, counts, strict=True)]


def classify_places(view: View, places: Sequence[Placed]) -> list[FaceClassification]:
    if not places:
        return []
    at, axes = np.stack([place.at for place in places]), np.stack([place.axes for place in places])
    return classify(view.pixels, at, axes, _leans(view, places))


def _leans(view: View, places: Sequence[Placed]) -> Floats | None:
    """(n, 2) lean of the camera's ray at each place of a view: the tangent of its angle to the vertical, along x and y
    of the view. None where the tray is not known."""
    if view.tray is None:
        return None
    pixels = np.stack([place.at for place in places])
    at = view.plane.from_view(pixels)
    x, y, height = view.tray.camera_mm
    off = (at - np.array([x, y])) / (height - FACE_HEIGHT)
    step = view.plane.to_view(at + off) - view.plane.to_view(at)
    return np.asarray(step / view.plane.pixels(view.plane.to_view(at))[:, None])


def _at_other_places(view: View, classified: list[FaceClassification], many: int) -> list[FaceClassification]:
    """Reclassify the uncertain among the first ``many`` at other scales, and farther out on a known tray; keep the
    lowest no-face probability."""
    doubted = [number for number, one in enumerate(classified[:many]) if one.shares[0] > _PERHAPS]
    if not doubted:
        return classified
    first = [classified[number] for number in doubted]
    looks = [[replace(one, axes=one.axes * size) for one in first] for size in _SIZES]
    leans = _leans(view, first)
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
    leans = _leans(view, classified)
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


def rechecked(view: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """Recheck the candidates in doubt: count their pips by the heat map, then reclassify them by the fallback model."""
    seen = list(seen)
    for ask in (_with_marks, _reclassified):
        doubted = [number for number, one in enumerate(seen) if one.doubt not in (None, NO_FACE)]
        if doubted:
            asked = dict(zip(doubted, ask(view, [seen[number] for number in doubted]), strict=True))
            seen = [asked.get(number, one) for number, one in enumerate(seen)]
    return seen


def _with_marks(view: View, seen: list[Candidate]) -> list[Candidate]:
    patches = _close_up(view, seen)
    maps = heatmaps(patches, turned=_from_all_sides(view, seen))
    counted = [counted_marks(patch, found) for patch, found in zip(patches, maps, strict=True)]
    return [replace(one, marks=pip_count) for one, pip_count in zip(seen, counted, strict=True)]


def _reclassified(view: View, seen: list[Candidate]) -> list[Candidate]:
    """Reclassify with the fallback model. A result of 1 is ignored: in poor light any round spot looks like a one."""
    before = [one.classification for one in seen]
    found = reclassified(_close_up(view, seen), before, _leans(view, before), turned=_from_all_sides(view, seen))
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
