"""Choosing among supposed faces: which stand, which are doubtful, which are nothing."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.body import Support, support, turned_ones
from vision.lattice import Faces, Ints, alike, possible_faces
from vision.pips import Pips
from vision.plane import Floats
from vision.view import View

_ROUND = 0.24
"""Pips more oval than this lie on a side face, seen slantwise."""

_STAGES = ((4, 5, 6), (2, 3), (1,))
"""Values in the order in which faces are chosen: those that more pips bear out come first."""

_CROWD = 0.42
"""Pips of two dice are never as near to each other as this share of an edge."""

_CROWD_LATTICE = 0.3
"""The same for faces of four pips and more, whose pips stand in each other's way to be part of a larger lattice."""

_TEXTURE = 7
"""As many stray spots like its pips round a supposed face show that it is part of a texture."""

_BESIDE = 1.75
"""Half edges from the middle of a face within which no other die's face has its middle, but its own side faces do."""


@dataclass(frozen=True)
class Face:
    """One upper face: ``centre`` (2,) and ``axes`` (2, 2) on the plane, in half edges; its pips' places and radius.

    ``strain`` is how near it came to being refused: 0 not at all, 1 only just not.
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

    @property
    def edge(self) -> float:
        """Length of an edge in units of the plane."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.axes))))

    @property
    def corners(self) -> Floats:
        """(4, 2) on the plane, in order round the face."""
        a, b = self.axes
        return self.centre + np.stack([-a - b, a - b, a + b, b - a])

    def inside(self, places: Floats, reach: float = 1.0) -> NDArray[np.bool_]:
        """(n,) which of (n, 2) places lie on the face, or within ``reach`` half edges of its middle."""
        local = (places - self.centre) @ np.linalg.inv(self.axes)
        return np.asarray(np.abs(local).max(axis=1) < reach)


@dataclass(frozen=True)
class Spots:
    """The pips of a view with their places and radii on the plane, and which of them may share a face."""

    pips: Pips
    at: Floats
    radius: Floats
    same: NDArray[np.bool_]

    @classmethod
    def of(cls, look: View, pips: Pips) -> "Spots":
        """The upper pips, those that are no slantwise ones."""
        pips = pips.where(pips.oval < _ROUND)
        if not len(pips):
            return cls(pips, pips.at, pips.radius, np.zeros((0, 0), bool))
        return cls(pips, look.plane.from_view(pips.at), pips.radius / look.plane.pixels(pips.at), alike(pips))


def find_faces(look: View, pips: Pips) -> list[Face]:
    """The upper faces in a view, doubtful ones among them."""
    spots = Spots.of(look, pips)
    scale = look.scale
    every = possible_faces(spots.same, spots.at, spots.radius, scale.smallest, scale.largest, scale.skew)
    free = np.ones(len(pips.where(pips.oval < _ROUND)), dtype=bool)
    found: list[Face] = []
    rest: list[_Judged] = []
    for values in _STAGES:
        some = every.where(np.isin(every.value, values) & _all_free(every, free))
        judged = _judged(look, spots, some, free, _usual_edge(found))
        rest.append(judged)
        for face in judged.best(spots, found):
            found.append(face)
            free &= ~face.inside(spots.at, 1.0)
    usual = _usual_edge(found)
    owned = np.zeros(len(spots.at), dtype=bool)
    for face in found:
        owned |= (spots.at[:, None] == face.pips[None]).all(axis=2).any(axis=1)
    found = [_unless_crowded(face, spots, owned, look.nadir) for face in found]
    for judged in rest:
        found += judged.doubtful(spots, found, usual)
    return [face for face in found if _likenesses(face, spots, owned) < _TEXTURE]


def _likenesses(face: Face, spots: Spots, owned: NDArray[np.bool_]) -> int:
    """How many pips like the face's own lie round it that belong to no face: many round a bit of cloth or carpet."""
    mine = np.argmin(np.linalg.norm(spots.at - face.pips[0], axis=1))
    like = ~owned & spots.same[mine] & (np.abs(np.log(spots.radius / face.radius)) < 0.3)
    return int((like & face.inside(spots.at, 3.0) & ~face.inside(spots.at)).sum())


def _unless_crowded(face: Face, spots: Spots, owned: NDArray[np.bool_], nadir: Floats | None) -> Face:
    """The face, doubtful when a pip like its own that belongs to no face stands among them.

    ``nadir`` (2,) is the place below the camera: the side faces that it sees are those turned towards it.
    """
    own = np.linalg.norm(spots.at[:, None] - face.pips[None], axis=2)
    mine = np.argmin(own[:, 0])
    reach = max(_CROWD * face.edge, 4.4 * face.radius) if face.value <= 3 else _CROWD_LATTICE * face.edge
    near = ~owned & spots.same[mine] & (own.min(axis=1) < reach) & (np.abs(np.log(spots.radius / face.radius)) < 0.3)
    if nadir is not None:
        beside = ~face.inside(spots.at) & ((spots.at - face.centre) @ (nadir - face.centre) > 0)
        near &= ~beside
    return replace(face, doubt="more pips than its value has") if near.any() else face


def _all_free(faces: Faces, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n,) whether all pips of each face are free."""
    return np.asarray(np.append(free, True)[faces.pips].all(axis=1))


def _usual_edge(found: list[Face]) -> float | None:
    """The usual edge of the dice found, by those with most pips; None when there is none."""
    many = [face.edge for face in found if face.value >= 4] or [face.edge for face in found]
    return float(np.median(many)) if many else None


@dataclass(frozen=True)
class _Judged:
    """Supposed faces with what the picture says of them.

    ``strain`` (n,) is 0–1 for those that stand and more for those that do not; ``why`` names the reason, `` near`` (n,)
    are those that are dice all the same.
    """

    faces: Faces
    base: Support
    strain: Floats
    why: Ints
    near: NDArray[np.bool_]

    def best(self, spots: Spots, others: list[Face]) -> list[Face]:
        """Those that stand, the best first, none on another."""
        return self._picked(spots, others, np.nonzero(self.strain < 1)[0], doubtful=False)

    def doubtful(self, spots: Spots, others: list[Face], edge: float | None) -> list[Face]:
        """Those that are dice but cannot be read, none on another."""
        size = 2 * np.sqrt(np.abs(np.linalg.det(self.faces.axes)))
        fits = np.ones(len(size), bool) if edge is None else np.abs(np.log(size / edge)) < 0.22
        return self._picked(spots, others, np.nonzero((self.strain >= 1) & self.near & fits)[0], doubtful=True)

    def _picked(self, spots: Spots, others: list[Face], rows: Ints, doubtful: bool) -> list[Face]:
        count = (self.faces.pips >= 0).sum(axis=1)
        picked: list[Face] = []
        for i in rows[np.lexsort([self.strain[rows], -count[rows]])]:
            face = self._face(spots, int(i), doubtful)
            if not any(_overlap(face, other, _BESIDE if doubtful else 1.15) for other in [*others, *picked]):
                picked.append(face)
        return picked

    def _face(self, spots: Spots, i: int, doubtful: bool) -> Face:
        row = self.faces.pips[i][self.faces.pips[i] >= 0]
        return Face(
            int(self.faces.value[i]),
            self.faces.centre[i],
            self.faces.axes[i],
            spots.at[row],
            float(spots.radius[row].mean()),
            self.base.body[i],
            spots.pips.spot[row].mean(axis=0),
            float(self.strain[i]),
            _REASONS[self.why[i]] if doubtful else None,
        )


def _overlap(one: Face, other: Face, reach: float) -> bool:
    """Whether the middle of one face lies within ``reach`` half edges of the other's."""
    return bool(one.inside(other.centre[None], reach)[0] or other.inside(one.centre[None], reach)[0])


_REASONS = (
    "its pips stand askew",
    "marks that are no pips",
    "glare or dirt on its face",
    "something like a pip where none belongs",
    "its outline is not clear",
    "pips of an odd size",
    "too little contrast",
    "another size than the other dice",
)


def _judged(
    look: View, spots: Spots, faces: Faces, free: NDArray[np.bool_], usual: float | None
) -> _Judged:
    """The faces with their true edge and all that speaks against them."""
    scale = look.scale
    spread = scale.spread
    smallest, largest = (scale.smallest, scale.largest) if usual is None else (usual / spread, usual * spread)
    ones = bool(len(faces)) and bool((faces.value == 1).all())
    if ones:
        faces = faces.where(~_crowded(spots, faces, free, _CROWD * smallest))
        faces, _ = turned_ones(look, faces, spots.radius, max(smallest, scale.smallest), min(largest, scale.largest))
    search = np.where(faces.value[:, None] <= 3, (0.65, 1.65), (0.7, 1.3))
    if usual is not None:
        supposed = 2 * np.sqrt(np.abs(np.linalg.det(faces.axes)))[:, None]
        allowed = np.clip(usual * np.array([1 / spread, spread]) / supposed, 0.65, 1.65)
        search = np.where(faces.value[:, None] <= 3, allowed, search)
    first = support(look, spots.pips, spots.at, spots.radius, faces, search)
    hopeful = (first.marks < 0.4) & ((first.edges > 0.2).sum(axis=1) >= 1)
    faces, first = faces.where(hopeful), first.where(hopeful)
    base_scale = first.scale
    faces = replace(faces, axes=faces.axes * base_scale[:, None, None])
    base = support(look, spots.pips, spots.at, spots.radius, faces, np.tile((0.8, 1.2), (len(faces), 1)))

    edge = 2 * np.sqrt(np.abs(np.linalg.det(faces.axes)))
    used = faces.pips >= 0
    size = (spots.radius[faces.pips] * used).sum(axis=1) / np.maximum(used.sum(axis=1), 1) / edge
    few = faces.value <= 3
    clear = np.sort(np.minimum(base.edges * 40 / (0.7 * base.noise[:, None] + 6), base.edges / 0.3), axis=1)
    usual_size = np.zeros(len(faces), bool) if usual is None else np.abs(np.log(edge / usual)) < 0.12
    outline = 1 / (np.where(few, np.where(usual_size, clear[:, 2], clear[:, 1]), clear[:, 3]) + 1e-3)
    neat = ~few & (faces.misfit < 0.15) & (faces.skew < 0.15)
    lattice_size = size * base_scale
    strains = np.stack(
        [
            faces.misfit / 0.5,
            base.marks / 0.06,
            base.stains / 0.12,
            base.ghost / 0.3,
            np.where(neat, np.minimum(outline, 0.9), outline),
            np.maximum(0.055 / (size + 1e-6), np.where(few, size, lattice_size) / np.where(faces.value == 1, 0.22, 0.17)),
            np.maximum(24 / base.contrast, 4.5 * base.noise / base.contrast),
            np.zeros(len(faces)) if usual is None else np.abs(np.log(edge / usual)) / (1.3 * np.log(spread)),
        ],
        axis=1,
    )
    apart = np.sort(base.other, axis=1)[:, 1]
    near = (base.marks < 0.25) & (base.stains < 0.35) & (clear[:, 1] > 1) & (apart > 3 * base.noise + 6)
    near &= (base.contrast > 24) & (4 * base.noise < 1.5 * base.contrast) & (size > 0.05) & (size < 0.18)
    return _Judged(faces, base, strains.max(axis=1), strains.argmax(axis=1), near)


def _crowded(spots: Spots, faces: Faces, free: NDArray[np.bool_], reach: float | Floats) -> NDArray[np.bool_]:
    """(n,) whether a pip like those of the face, of no face itself, stands within ``reach`` of one of them."""
    if not len(faces):
        return np.zeros(0, dtype=bool)
    result = np.zeros(len(faces), dtype=bool)
    apart = np.linalg.norm(spots.at[:, None] - spots.at[None], axis=2)
    own = np.zeros((len(faces), len(spots.at) + 1), dtype=bool)
    np.put_along_axis(own, faces.pips, True, axis=1)
    for column in faces.pips.T:
        near = (apart[column] < np.reshape(reach, (-1, 1))) & spots.same[column] & free & ~own[:, :-1]
        result |= near.any(axis=1) & (column >= 0)
    return result
