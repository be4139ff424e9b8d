"""What cannot be a die because of its size: dice are 10 to 25 mm wide, and those of one picture not too unlike."""

import numpy as np

from vision.faces.face import Face
from vision.image.types import Flags, Floats

_WIDTHS = (8.5, 28.0)
"""How wide, in mm, a die on a tray is read to be at least and at most."""

_SPREAD = np.log(1.6)
"""By how much the dice in a picture whose scale is not known may differ in size, as a logarithm."""

_ODD = "it is not of the size of a die"


def of_a_size(faces: list[Face], in_mm: bool) -> list[Face]:
    """The faces without those doubtful ones whose size no die has.

    One that is read all the same loses its value. Where the faces are not measured in mm, the others say what size dice
    have.
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
    """(n,) which of the faces are too large or too small beside those round whose size most of them lie."""
    weights = np.array([0.2 if face.doubt else 1.0 for face in faces])
    near = np.abs(sizes[:, None] - sizes) < _SPREAD
    usual = float(np.median(sizes[near[int((near @ weights).argmax())]]))
    return np.asarray(np.abs(sizes - usual) > _SPREAD)
