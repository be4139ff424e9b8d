"""Candidates: classifies places in a view and counts the pips there."""

from collections.abc import Sequence

import numpy as np

from vision.acceptance import SURE
from vision.faces.classifier import FaceClassification, classify
from vision.faces.detector import Detection
from vision.faces.fusion import Candidate, doubt_of
from vision.faces.pip_counter import counted_pips
from vision.geometry.tray import Tray
from vision.geometry.view import FACE_HEIGHT, View
from vision.image.patch import straightened
from vision.image.types import Floats

_BESIDE = 0.15 * np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
"""Offsets at which unclear pips are counted again, in half edges from a face's middle."""


def classify_places(view: View, places: Sequence[Detection] | Sequence[FaceClassification]) -> list[FaceClassification]:
    """Classify the faces at places in a view."""
    if not places:
        return []
    at, axes = np.stack([place.at for place in places]), np.stack([place.axes for place in places])
    return classify(view.pixels, at, axes, leans_of(view, at))


def leans_of(view: View, places: Floats) -> Floats | None:
    """Return the leans of `leans_on` at (n, 2) px of a view, or None where the tray is not known."""
    return None if view.tray is None else leans_on(view, view.tray, places)


def leans_on(view: View, tray: Tray, places: Floats) -> Floats:
    """(n, 2) lean of the camera's ray at each place (n, 2) px: the tangent of its angle to the vertical, along x and y
    of the view."""
    at = view.plane.from_view(places)
    x, y, height = tray.camera_mm
    off = (at - np.array([x, y])) / (height - FACE_HEIGHT)
    step = view.plane.to_view(at + off) - view.plane.to_view(at)
    return np.asarray(step / view.plane.pixels(view.plane.to_view(at))[:, None])


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
    return [Candidate(*each) for each in zip(classified, patches, counts, strict=True)]
