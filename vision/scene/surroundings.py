"""Finds dice that lie on the table beside the tray."""

import numpy as np

from vision.faces.candidate import candidates_of, classify_places
from vision.faces.face import Face
from vision.faces.fusion import fused
from vision.faces.search import detected
from vision.geometry.tray import Tray
from vision.geometry.view import MARGIN, View, views_beside
from vision.image.image import Image

_FINE = 0.7
"""Pixels per millimetre at which the table is searched: at 0.55, three in ten dice of 14 to 18 mm are missed."""
_DETECTED, _CLASSIFIED = 0.2, 0.9
"""Minimum detector confidence, and minimum probability of a value: a table has many things on it that are no dice."""
_MOST = 5
"""Number of detections that are classified at most, in each strip."""


def faces_beside(picture: Image, tray: Tray) -> list[tuple[View, Face]]:
    """Find the upper faces of dice outside the tray's own view, each with the view that it was found in.

    Only plain ones are found, since nothing depends on them: what may or may not be a die is left out.
    """
    found: list[tuple[View, Face]] = []
    for view in views_beside(picture, tray):
        found += [(view, face) for face in _faces(view, tray) if not _is_among(face, found)]
    return found


def _faces(view: View, tray: Tray) -> list[Face]:
    middle = np.array([view.pixels.shape[1::-1]]) / 2.0
    factor = _FINE / float(view.plane.pixels(middle)[0])
    places = [one for one in detected(view, [factor], _MOST) if one.sure > _DETECTED]
    if not places:
        return []
    low, high = tray.size.outline(MARGIN)[[0, 2]]
    at = view.plane.from_view(np.stack([one.at for one in places]))
    away = np.any((at < low) | (at > high), axis=1)
    classified = classify_places(view, [one for one, far in zip(places, away, strict=True) if far])
    likely = [one for one in classified if one.value and one.shares[one.value] > _CLASSIFIED]
    return fused(view, candidates_of(view, likely, closely=0))


def _is_among(face: Face, found: list[tuple[View, Face]]) -> bool:
    """Whether a face was found already, where another strip overlaps."""
    return any(float(np.hypot(*(other.centre - face.centre))) < face.edge / 2 for _view, other in found)
