"""Face pipeline for a known tray, on it and beside it: detect, classify, count pips, recheck doubts, fuse."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from vision.faces.background import with_bodies, without_background
from vision.faces.candidates import CLOSELY, MOST, candidates, candidates_of, classify_places, rechecked
from vision.faces.detector import FINE, Detection, Placed, detect
from vision.faces.face import CORNERS, Face
from vision.faces.verdict import Candidate, apart, fused
from vision.geometry.tray import Tray
from vision.geometry.view import MARGIN, View, views_beside
from vision.image import Image
from vision.quality.marker_check import MarkerCheck, shows_print
from vision.quality.markers import on_markers

_Place = TypeVar("_Place", bound=Placed)
_ROUND_MARKERS = 40.0
"""Distance from a marker, mm, in which a face may reach over it: half its diagonal, and what it seems to be off because
it is above the floor."""
_FINE_BESIDE = 0.7
"""Pixels per millimetre at which the table is searched: at 0.55, three in ten dice of 14 to 18 mm are missed."""
_DETECTED, _CLASSIFIED = 0.2, 0.9
"""Minimum detector confidence, and minimum probability of a value: a table has many things on it that are no dice."""
_MOST_BESIDE = 5
"""Number of detections that are classified at most, in each strip."""


def find_faces_on_tray(view: View, tray: Tray, marks: Sequence[MarkerCheck] = ()) -> list[Face]:
    """Find the upper faces in a view of the ``tray``, doubtful ones included, highest confidence first.

    Places where the print of a marker is visible are dropped: by the ``marks``, where they were checked, else by a
    search for markers.
    """
    middle = np.array([view.pixels.shape[1::-1]]) / 2.0
    detections = detect(view.pixels, [FINE / float(view.plane.pixels(middle)[0])])[:MOST]
    if marks:
        detections = _without_print(view, tray, marks, detections)
    else:
        printed = on_markers(view, tray, np.array([one.at for one in detections]).reshape(-1, 2))
        detections = [one for one, marker in zip(detections, printed, strict=True) if not marker]
    # A face likelier than none is kept, whatever the detector says: a die missed on a bare tray costs a roll.
    seen = candidates(view, detections, lambda found, _sure: not found.shares[0] > 0.5)
    free = {id(one) for one in _without_print(view, tray, marks, [one.classification for one in seen])}
    seen = [one for one in seen if id(one.classification) in free]
    seen = [*rechecked(view, seen[:CLOSELY]), *seen[CLOSELY:]]
    seen = with_bodies(view, seen)
    likely = _without_floor(view, tray, seen)
    things = [one for one in seen if not any(one is other for other in likely)]
    return apart(fused(view, likely, things))


def read_faces_again(view: View, faces: Sequence[Face]) -> list[Face]:
    """Read faces again at their places in a newer view of the same tray, in which nothing has moved.

    Values, pips and tilt are measured in the newer view; no other faces are looked for.
    """
    places = []
    for face in faces:
        at, *ends = view.plane.to_view(np.stack([face.centre, *(face.centre + face.axes)]))
        places.append(Detection(at, np.stack(ends) - at, face.confidence))
    seen = candidates_of(view, classify_places(view, places), closely=len(places))
    return fused(view, rechecked(view, seen))


def _without_print(view: View, tray: Tray, marks: Sequence[MarkerCheck], places: Sequence[_Place]) -> list[_Place]:
    """Drop the places in the view where the print of a marker is visible."""
    near = _near_corners(view, tray, places) if marks else []
    if not near:
        return list(places)
    corners = np.stack([place.at + CORNERS @ place.axes for place in near])
    outlines = tray.to_mm(view.to_pixels(corners.reshape(-1, 2))).reshape(-1, 4, 2)
    printed = {id(place) for place, shown in zip(near, shows_print(marks, outlines), strict=True) if shown}
    return [place for place in places if id(place) not in printed]


def _near_corners(view: View, tray: Tray, places: Sequence[_Place]) -> list[_Place]:
    """List the places that may reach over a marker."""
    if not places:
        return []
    away = np.stack([view.plane.from_view(np.stack([place.at for place in places]))] * 4, axis=1) - tray.size.corners
    reach = tray.size.marker + _ROUND_MARKERS
    near = (np.abs(away).max(axis=2) < reach).any(axis=1)
    return [place for place, one in zip(places, near, strict=True) if one]


def _without_floor(view: View, tray: Tray, seen: list[Candidate]) -> list[Candidate]:
    """Drop candidates that look like an uneven floor, such as cork; on a marker nothing does."""
    likely = without_background(view, seen)
    if len(likely) == len(seen):
        return seen
    kept = {id(one) for one in likely}
    left = []
    for one in seen:
        face = one.classification
        places = tray.to_mm(view.to_pixels(np.concatenate([face.at[None], face.at + CORNERS @ face.axes])))
        if id(one) in kept or any(tray.size.marker_at(x, y) is not None for x, y in places.tolist()):
            left.append(one)
    return left


def faces_beside(picture: Image, tray: Tray) -> list[tuple[View, Face]]:
    """Find the upper faces of dice outside the tray's own view, each with the view that it was found in.

    Only plain ones are found, since nothing depends on them: what may or may not be a die is left out.
    """
    found: list[tuple[View, Face]] = []
    for view in views_beside(picture, tray):
        others = [other.centre for _, other in found]  # of strips that overlap this one
        found += [
            (view, face)
            for face in _faces_in_strip(view, tray)
            if not any(np.hypot(*(centre - face.centre)) < face.edge / 2 for centre in others)
        ]
    return found


def _faces_in_strip(view: View, tray: Tray) -> list[Face]:
    middle = np.array([view.pixels.shape[1::-1]]) / 2.0
    factor = _FINE_BESIDE / float(view.plane.pixels(middle)[0])
    places = [one for one in detect(view.pixels, [factor])[:_MOST_BESIDE] if one.sure > _DETECTED]
    if not places:
        return []
    low, high = tray.size.outline(MARGIN)[[0, 2]]
    at = view.plane.from_view(np.stack([one.at for one in places]))
    away = np.any((at < low) | (at > high), axis=1)
    classified = classify_places(view, [one for one, far in zip(places, away, strict=True) if far])
    likely = [one for one in classified if one.value and one.shares[one.value] > _CLASSIFIED]
    return fused(view, candidates_of(view, likely, closely=0))
