"""Rejects faces of implausible size: dice are 10 to 25 mm wide, and of similar size within one picture."""

import numpy as np

from vision.faces.face import Face
from vision.i18n import gettext as _
from vision.image.types import Flags, Floats

_WIDTHS = (8.5, 28.0)
"""Minimum and maximum measured width of a die on a tray, mm."""

_SPREAD = np.log(1.6)
"""Maximum difference in size of dice in a picture of unknown scale, as a logarithm."""

_ODD = _("wrong size for a die")


def of_a_size(faces: list[Face], in_mm: bool) -> list[Face]:
    """Drop doubtful faces of implausible size; give read ones a doubt.

    Sizes are compared with each other where they are not ``in_mm``.
    """
    if not faces:
        return faces
    sizes = np.array([face.edge for face in faces])
    odd = (sizes < _WIDTHS[0]) | (sizes > _WIDTHS[1]) if in_mm else _unlike_the_others(faces, np.log(sizes))
    return [
        face.doubted(_ODD) if wrong else face
        for face, wrong in zip(faces, odd, strict=True)
        if not (wrong and face.doubt)
    ]


def _unlike_the_others(faces: list[Face], sizes: Floats) -> Flags:
    """(n,) which faces differ too much from the most common size."""
    weights = np.array([0.2 if face.doubt else 1.0 for face in faces])
    near = np.abs(sizes[:, None] - sizes) < _SPREAD
    usual = float(np.median(sizes[near[int((near @ weights).argmax())]]))
    return np.asarray(np.abs(sizes - usual) > _SPREAD)
