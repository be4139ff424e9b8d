"""Candidates: classifies places in a view and counts the pips there."""

from collections.abc import Sequence

import numpy as np

from vision.faces.classifier import FaceClassification, classify
from vision.faces.detector import Detection
from vision.faces.fusion import SURE, Candidate, doubt_of
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


def candidate_of(view: View, classification: FaceClassification, *, closely: bool) -> Candidate:
    """Crop a face and count its pips.

    ``closely`` counts at offsets around the middle too, where the count is not clear there, and keeps the best fit.
    """
    patch = straightened(view.pixels, classification.at, classification.axes)
    pip_count = counted_pips(patch)
    if not closely or doubt_of(classification, pip_count) is None or classification.shares[classification.value] < SURE:
        return Candidate(classification, patch, pip_count)
    beside = [
        straightened(view.pixels, classification.at + step @ classification.axes, classification.axes)
        for step in _BESIDE
    ]
    return Candidate(classification, patch, max((pip_count, *map(counted_pips, beside)), key=lambda one: one.fit))
