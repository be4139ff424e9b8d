"""Faces in pictures without a tray, of which it is made up what classifier and tally say."""

import numpy as np

from vision.faces.classifier import FaceClassification
from vision.faces.pip_counter import PipCount
from vision.faces.verdict import Candidate

GREY = np.full(3, 90.0)


def supposed(
    x: float, y: float, value: int = 5, share: float = 0.7, counted: int = 2, edge: float = 40.0, none: float = 0.2
) -> Candidate:
    """Return a face ``edge`` px wide. It is read if ``counted`` is its value; ``none`` is the share for no face."""
    shares = np.full(7, max(0.0, 1 - share - none) / 5)
    shares[0], shares[value] = none, share
    classification = FaceClassification(shares, np.zeros(3), np.array([x, y]), edge / 2 * np.eye(2), 0.0)
    return Candidate(classification, PipCount(counted, 0.6, 0.5, GREY, GREY))
