"""The upper faces in a view: a scout finds them, and each is read twice, by a judge and by counting its pips."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision import scout
from vision.arrays import Flags, Floats
from vision.judge import WRONGS, Opinion, opinions
from vision.patch import straightened
from vision.reading import Flag
from vision.tally import Tally, counted_pips
from vision.view import FACE_HEIGHT, View

_GLIMPSE = 0.2
"""How sure the scout must be of a face before anybody looks closer."""
_DIE = 0.75
"""How sure the scout must be of a die that the judge takes for none, before it is called a die without a value."""
_SURE = 0.8
"""The judge's share for a value that may stand."""
_FIT, _LEAD = 0.25, 0.12
"""How well a pattern of pips must fit, and by how much better than any other."""
_WRONG = 0.5
"""The judge's share for something that is wrong with a die."""

_FLAGS = dict(zip(WRONGS, (Flag.COCKED, Flag.STACKED, Flag.HIDDEN, Flag.BLURRED, None), strict=True))
_DOUBTS = {
    "leaning": "it does not lie flat",
    "stacked": "it lies on another die",
    "covered": "something covers it",
    "smeared": "it moves, or is out of focus",
    "faint": "its pips hardly stand out",
}


@dataclass(frozen=True, eq=False)
class Face:
    """One upper face, measured on the view's plane.

    ``centre`` (2,) and ``axes`` (2, 2), the half edges. ``body`` and ``spot`` (3,) BGR of the body and the pips.
    ``confidence`` 0–1. A face with a ``doubt`` has no value to speak of.
    """

    value: int
    confidence: float
    centre: Floats
    axes: Floats
    body: Floats
    spot: Floats
    flags: frozenset[Flag] = frozenset()
    doubt: str | None = None

    @cached_property
    def inverse(self) -> Floats:
        """(2, 2) that takes places from its middle to half edges."""
        (a, b), (c, d) = self.axes
        return np.asarray(np.array([[d, -b], [-c, a]]) / (a * d - b * c))

    @property
    def edge(self) -> float:
        """Length of an edge in units of the plane."""
        (a, b), (c, d) = self.axes
        return 2 * math.sqrt(abs(a * d - b * c))

    @property
    def corners(self) -> Floats:
        """(4, 2) on the plane, in order round the face."""
        a, b = self.axes
        return np.asarray(self.centre + np.stack([-a - b, a - b, a + b, b - a]))

    def doubted(self, why: str) -> "Face":
        """The same face without a claim to be read; a doubt that it had already stays."""
        return self if self.doubt else replace(self, doubt=why, confidence=0.0)

    def inside(self, places: Floats, reach: float = 1.0) -> Flags:
        """(n,) which of (n, 2) places lie on the face, or within ``reach`` half edges of its middle."""
        return np.asarray(np.abs((places - self.centre) @ self.inverse).max(axis=1) < reach)


def find_faces(look: View) -> list[Face]:
    """The upper faces in a view, doubtful ones among them, the one the scout is surest of first."""
    squares = scout.squares(look.pixels, _factors(look), _GLIMPSE)
    if not squares:
        return []
    first = opinions(look.pixels, *_places(squares), _leans(look, squares))
    likely = [
        (square, opinion)
        for square, opinion in zip(squares, first, strict=True)
        if opinion.shares[0] < 0.9 or square.sure > _DIE
    ]
    squares = [scout.Square(opinion.at, opinion.axes, square.sure) for square, opinion in likely]
    again = opinions(look.pixels, *_places(squares), _leans(look, squares)) if squares else []
    faces = [_face(look, square, opinion) for square, opinion in zip(squares, again, strict=True)]
    return _apart([face for face in faces if face is not None])


def _factors(look: View) -> list[float]:
    if look.tray is not None:
        return [scout.FINE / float(look.plane.pixels(np.array([look.pixels.shape[1::-1]]) / 2.0)[0])]
    height, width = look.pixels.shape[:2]
    return scout.copies(width, height, look.scale.smallest, look.scale.largest)


def _places(squares: list[scout.Square]) -> tuple[Floats, Floats]:
    return np.stack([square.at for square in squares]), np.stack([square.axes for square in squares])


def _leans(look: View, squares: list[scout.Square]) -> Floats | None:
    """(n, 2) how far the sight of each square leans out of the upright, by the tangent, in directions of the view."""
    if look.tray is None or look.nadir is None:
        return None
    at = look.plane.from_view(np.stack([square.at for square in squares]))
    off = (at - look.nadir) / (look.tray.camera_mm[2] - FACE_HEIGHT)
    step = look.plane.to_view(at + off) - look.plane.to_view(at)
    return np.asarray(step / look.plane.pixels(look.plane.to_view(at))[:, None])


def _face(look: View, square: scout.Square, opinion: Opinion) -> Face | None:
    """The face in a square after a second look; None where there is none."""
    if opinion.shares[0] > 0.5 and square.sure < _DIE:
        return None
    tally = counted_pips(straightened(look.pixels, opinion.at, opinion.axes))
    centre, *ends = look.plane.from_view(np.stack([opinion.at, *(opinion.at + opinion.axes)]))
    axes = np.stack(ends) - centre
    flags = frozenset(
        flag for name, share in zip(WRONGS, opinion.wrongs, strict=True) if share > _WRONG and (flag := _FLAGS[name])
    )
    confidence = float(opinion.shares[tally.value] * (1 - opinion.wrongs.max()))
    return Face(tally.value, confidence, centre, axes, tally.body, tally.spot, flags, _doubt(opinion, tally))


def _doubt(opinion: Opinion, tally: Tally) -> str | None:
    """Why a face has no value; None when both readings agree and nothing speaks against it."""
    worst = int(opinion.wrongs.argmax())
    if opinion.wrongs[worst] > _WRONG:
        return _DOUBTS[WRONGS[worst]]
    if opinion.value == 0:
        return "it cannot be made out"
    if tally.fit < _FIT or tally.lead < _LEAD:
        return "its pips are not clear"
    if opinion.value != tally.value:
        return "two readings disagree"
    return None if opinion.shares[opinion.value] > _SURE else "its value is not clear"


def _apart(faces: list[Face]) -> list[Face]:
    """The faces whose middles lie on no other face that comes before them, those without a doubt first."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda face: face.doubt is not None):
        if not any(
            face.inside(other.centre[None], 0.9)[0] or other.inside(face.centre[None], 0.9)[0] for other in kept
        ):
            kept.append(face)
    return kept
