"""The upper faces of the dice in a view: those that can be read, and those that cannot."""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.judging import Judged, Spots, judged
from vision.lattice import Faces, possible_faces
from vision.outline import true_outline
from vision.pips import Pips
from vision.view import View

_STAGES = ((4, 5, 6), (2, 3), (1,))
"""Values in the order in which faces are chosen: those that more pips bear out come first."""

_CROWD = 0.42
"""Pips of two dice are never as near to each other as this share of an edge."""

_CROWD_LATTICE = 0.3
"""The same for faces of four pips and more, which are hardly ever part of a larger lattice."""

_CROWD_RADII = 4.4
_CROWD_LATTICE_RADII = 4.0
"""Nor are they as near as this many radii, which keeps a face from being taken for a much smaller one."""

_TEXTURE = 7
"""As many stray spots like its pips round a supposed face show that it is part of a texture."""

_ONE_SET = 0.12
"""Dice whose measured edges differ by less than this (natural logarithm) are of one set."""

_APART = 1.15
"""Half edges from the middle of a face within which no other face has its middle."""

_BESIDE = 1.75
"""Half edges from the middle of a face within which its die's own side faces lie, but no other die's upper face."""


@dataclass(frozen=True, eq=False)
class Face:
    """One upper face, measured on the view's plane.

    Its corners are ``centre`` (2,) ± ``axes`` (2, 2: first and second as rows); ``pips`` (n, 2) are the places of its
    pips and ``radius`` is theirs; ``body`` and ``spot`` (3,) are the colours of body and pips, BGR. ``strain`` is how
    near it came to being refused: 0 not at all, 1 only just not. A face with a ``doubt`` has no value to speak of.
    """

    value: int
    centre: Floats
    axes: Floats
    pips: Floats
    radius: float
    body: Floats
    spot: Floats
    strain: float
    doubt: str | None = None

    @cached_property
    def inverse(self) -> Floats:
        """(2, 2) that takes places from its middle to half edges."""
        (a, b), (c, d) = self.axes
        return np.asarray(np.array([[d, -b], [-c, a]]) / (a * d - b * c))

    @cached_property
    def edge(self) -> float:
        """Length of an edge in units of the plane."""
        (a, b), (c, d) = self.axes
        return 2 * math.sqrt(abs(a * d - b * c))

    @property
    def corners(self) -> Floats:
        """(4, 2) on the plane, in order round the face."""
        a, b = self.axes
        return np.asarray(self.centre + np.stack([-a - b, a - b, a + b, b - a]))

    @property
    def confidence(self) -> float:
        """0–1: how sure its value is."""
        return 0.0 if self.doubt else 1 - 0.2 * self.strain**2

    def doubted(self, why: str) -> "Face":
        """The same face without a claim to be read; a doubt that it had already stays."""
        return self if self.doubt else replace(self, doubt=why)

    def inside(self, places: Floats, reach: float = 1.0) -> Flags:
        """(n,) which of (n, 2) places lie on the face, or within ``reach`` half edges of its middle."""
        return np.asarray(np.abs((places - self.centre) @ self.inverse).max(axis=1) < reach)


def find_faces(look: View, pips: Pips) -> list[Face]:
    """The upper faces in a view, doubtful ones among them."""
    spots = Spots.of(look, pips)
    every = possible_faces(spots.same, spots.at, spots.radius, look.scale)
    free = np.ones(len(spots.at), dtype=bool)
    found: list[Face] = []
    rest: list[Judged] = []
    for values in _STAGES:
        some = every.where(np.isin(every.value, values) & _all_free(every, free))
        looked_at = judged(look, spots, some, free, _usual_edge(found))
        rest.append(looked_at)
        for face in _best(looked_at, spots, found):
            found.append(face)
            free &= ~face.inside(spots.at)
    usual = _usual_edge(found)
    owned = _owned(spots, found)
    found = [_unless_crowded(face, spots, owned, look.nadir) for face in found]
    for looked_at in rest:
        found += _doubtful(looked_at, spots, found, usual)
    found = [face for face in found if _likenesses(face, spots, owned) < _TEXTURE]
    return _evened([_outlined(look, face) for face in found])


def _all_free(faces: Faces, free: Flags) -> Flags:
    """(n,) whether all pips of each face are free."""
    return np.asarray(np.append(free, True)[faces.pips].all(axis=1))


def _usual_edge(found: list[Face]) -> float | None:
    """The usual edge of the dice found, by those with most pips; None when there is none."""
    many = [face.edge for face in found if face.value >= 4] or [face.edge for face in found]
    return float(np.median(many)) if many else None


def _best(looked_at: Judged, spots: Spots, others: list[Face]) -> list[Face]:
    """Those that stand, the best first, none on another."""
    return _picked(looked_at, spots, others, np.nonzero(looked_at.strain < 1)[0], _APART)


def _doubtful(looked_at: Judged, spots: Spots, others: list[Face], usual: float | None) -> list[Face]:
    """Those that are dice but cannot be read, none on another die."""
    rows = np.nonzero((looked_at.strain >= 1) & looked_at.die_like)[0]
    faces = _picked(looked_at, spots, others, rows, _BESIDE)
    return [face for face in faces if usual is None or abs(math.log(face.edge / usual)) < 2 * _ONE_SET]


def _picked(looked_at: Judged, spots: Spots, others: list[Face], rows: Ints, reach: float) -> list[Face]:
    """The faces in those rows, the best first, but those whose middles lie within ``reach`` of another's."""
    count = (looked_at.faces.pips >= 0).sum(axis=1)
    picked: list[Face] = []
    for row in rows[np.lexsort([looked_at.strain[rows], -count[rows]])]:
        face = _face(looked_at, spots, int(row))
        if not any(_overlap(face, other, reach) for other in [*others, *picked]):
            picked.append(face)
    return picked


def _face(looked_at: Judged, spots: Spots, row: int) -> Face:
    faces = looked_at.faces
    pips = faces.pips[row][faces.pips[row] >= 0]
    return Face(
        int(faces.value[row]),
        faces.centre[row],
        faces.axes[row],
        spots.at[pips],
        float(spots.radius[pips].mean()),
        looked_at.base.body[row],
        spots.pips.spot[pips].mean(axis=0),
        float(looked_at.strain[row]),
        looked_at.reason(row),
    )


def _overlap(one: Face, other: Face, reach: float) -> bool:
    """Whether the middle of one face lies within ``reach`` half edges of the other's."""
    if math.dist(one.centre, other.centre) > 2 * reach * max(one.edge, other.edge):
        return False
    return bool(one.inside(other.centre[None], reach)[0] or other.inside(one.centre[None], reach)[0])


def _owned(spots: Spots, found: list[Face]) -> Flags:
    """(n,) whether each spot is a pip of a face."""
    owned = np.zeros(len(spots.at), dtype=bool)
    for face in found:
        owned |= (spots.at[:, None] == face.pips[None]).all(axis=2).any(axis=1)
    return owned


def _strays(face: Face, spots: Spots, owned: Flags) -> Flags:
    """(n,) which spots are like the pips of a face but belong to none."""
    mine = np.argmin(np.linalg.norm(spots.at - face.pips[0], axis=1))
    return np.asarray(~owned & spots.same[mine] & (np.abs(np.log(spots.radius / face.radius)) < 0.3))


def _unless_crowded(face: Face, spots: Spots, owned: Flags, nadir: Floats | None) -> Face:
    """The face, doubtful when a stray pip stands among its own.

    ``nadir`` (2,) is the place below the camera: the side faces that it sees are those turned towards it.
    """
    apart = np.linalg.norm(spots.at[:, None] - face.pips[None], axis=2).min(axis=1)
    few = face.value <= 3
    shares = (_CROWD, _CROWD_RADII) if few else (_CROWD_LATTICE, _CROWD_LATTICE_RADII)
    reach = max(shares[0] * face.edge, shares[1] * face.radius)
    near = _strays(face, spots, owned) & (apart < reach)
    if nadir is not None:
        near &= face.inside(spots.at) | ((spots.at - face.centre) @ (nadir - face.centre) <= 0)
    return face.doubted("more pips than its value has") if near.any() else face


def _likenesses(face: Face, spots: Spots, owned: Flags) -> int:
    """How many stray spots lie round a face: many where it is no more than a bit of cloth or carpet."""
    around = face.inside(spots.at, 3.0) & ~face.inside(spots.at)
    return int((_strays(face, spots, owned) & around).sum())


def _outlined(look: View, face: Face) -> Face:
    """The face with its outline where it really is, its turn put right twice when it has but one pip."""
    for turn in (True, True, False) if face.value == 1 else (False,):
        face = replace(face, axes=true_outline(look, face.centre, face.axes, face.pips, face.radius, turn))
    return face


def _evened(faces: list[Face]) -> list[Face]:
    """The faces with one edge wherever they have nearly one: dice of a set, each measured a little amiss."""
    edges = np.array([face.edge for face in faces])
    even = []
    for face in faces:
        peers = edges[np.abs(np.log(edges / face.edge)) < _ONE_SET]
        even.append(replace(face, axes=face.axes * float(np.median(peers)) / face.edge))
    return even
