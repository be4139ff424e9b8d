"""Face pipeline for a known tray: detect, classify, count pips, recheck doubts, measure the tilt, fuse."""

from dataclasses import replace

import numpy as np

from vision.faces import detector
from vision.faces.candidate import leans_on
from vision.faces.classifier import FaceClassification
from vision.faces.face import Face
from vision.faces.fusion import Candidate, weighed
from vision.faces.recheck import rechecked
from vision.faces.search import CLOSELY, MOST, apart, candidates, detected
from vision.faces.tilt import stances
from vision.geometry.tray import Tray
from vision.geometry.view import View
from vision.image.patch import along
from vision.quality.markers import on_markers


def find_faces_on_tray(look: View, tray: Tray) -> list[Face]:
    """Find the upper faces in a view of the ``tray``, doubtful ones included, highest confidence first.

    Detections on the tray's markers are dropped.
    """
    middle = np.array([look.pixels.shape[1::-1]]) / 2.0
    squares = detected(look, [detector.FINE / float(look.plane.pixels(middle)[0])], MOST)
    printed = on_markers(look, tray, np.array([one.at for one in squares]).reshape(-1, 2))
    squares = [one for one, marker in zip(squares, printed, strict=True) if not marker]
    seen = candidates(look, squares, _is_face, crowded=len(squares) >= MOST)
    seen = [*rechecked(look, seen[:CLOSELY]), *seen[CLOSELY:]]
    return apart(weighed(look, _with_tilt(look, tray, seen)))


def _is_face(found: FaceClassification, _sure: float) -> bool:
    """Whether a face is likelier than none, by the classifier alone: a die missed on a bare tray costs a roll."""
    return not found.shares[0] > 0.5


def _with_tilt(look: View, tray: Tray, seen: list[Candidate]) -> list[Candidate]:
    """Add the tilt of each die."""
    if not seen:
        return seen
    leans = leans_on(look, tray, np.stack([one.opinion.at for one in seen]))
    turned = np.stack([along(one.opinion.axes, lean) for one, lean in zip(seen, leans, strict=True)])
    told = stances(np.stack([one.patch for one in seen]), turned)
    return [replace(one, stance=stance) for one, stance in zip(seen, told, strict=True)]
