"""Weighing supposed faces: all that speaks against each, as one number."""

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.body import FULL_EDGE, Support, support
from vision.lattice import Faces, alike
from vision.outline import turned_ones
from vision.pips import Pips
from vision.view import View

_ROUND = 0.24
"""Pips more oval than this lie on a side face, seen slantwise."""

_PIP_SIZE = 0.097
"""Usual radius of a pip as a share of the edge; it may be 1.76 times less or more, for ones 2.27 times more."""

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


@dataclass(frozen=True)
class Spots:
    """The upper pips of a view: their places (n, 2) and radii (n,) on its plane, and which may share a face (n, n)."""

    pips: Pips
    at: Floats
    radius: Floats
    same: Flags

    @classmethod
    def of(cls, look: View, pips: Pips) -> "Spots":
        """Those pips of a view that are round enough to lie on an upper face."""
        pips = pips.where(pips.oval < _ROUND)
        if not len(pips):
            return cls(pips, pips.at, pips.radius, np.zeros((0, 0), bool))
        return cls(pips, look.plane.from_view(pips.at), pips.radius / look.plane.pixels(pips.at), alike(pips))


@dataclass(frozen=True)
class Judged:
    """Supposed faces, n of them, with their true edges, and what the picture says of them.

    ``strain`` (n,) is below 1 for those that stand, ``why`` (n,) what strains them most; ``die_like`` (n,) are those
    that belong to a die whether they stand or not.
    """

    faces: Faces
    base: Support
    strain: Floats
    why: Ints
    die_like: Flags

    def reason(self, row: int) -> str | None:
        """Why a face does not stand, in words; None when it does."""
        return None if self.strain[row] < 1 else _REASONS[self.why[row]]


def judged(look: View, spots: Spots, faces: Faces, free: Flags, usual: float | None) -> Judged:
    """The supposed faces of a view, weighed.

    ``free`` (n,) are the spots that belong to no face yet, ``usual`` is the edge of the dice found so far.
    """
    if len(faces) and (faces.value == 1).all():
        faces = _with_outline(look, spots, faces, free, usual)
    first = support(look, spots.pips, spots.at, spots.radius, faces, _search(look, faces, usual))
    hopeful = (first.marks < 0.4) & ((first.edges > 0.2).any(axis=1))
    faces, first = faces.where(hopeful), first.where(hopeful)
    supposed = _edges(faces)
    faces = replace(faces, axes=faces.axes * first.scale[:, None, None])
    close = np.tile((0.8, 1.2), (len(faces), 1))
    base = support(look, spots.pips, spots.at, spots.radius, faces, close)
    clear = _clear_sides(base)
    strains = _strains(look, spots, faces, base, clear, supposed, usual)
    apart = np.sort(base.other, axis=1)[:, 1]
    die_like = (base.marks < 0.25) & (base.stains < 0.35) & (clear[:, 1] > 1) & (apart > 3 * base.noise + 6)
    die_like &= (base.contrast > 24) & (strains[:, 6] < 1.5) & (strains[:, 5] < 1.2)
    return Judged(faces, base, strains.max(axis=1), strains.argmax(axis=1), die_like)


def _with_outline(look: View, spots: Spots, faces: Faces, free: Flags, usual: float | None) -> Faces:
    """Ones with their turn and size, without those that have another such pip too near to be ones."""
    scale = look.scale
    low, high = scale.smallest, scale.largest
    if usual is not None:
        low, high = max(low, usual / scale.spread), min(high, usual * scale.spread)
    apart = np.linalg.norm(spots.at[:, None] - spots.at[None], axis=2)
    rows = faces.pips[:, 0]
    near = (apart[rows] < 0.42 * low) & spots.same[rows] & free
    near[np.arange(len(rows)), rows] = False
    return turned_ones(look, faces.where(~near.any(axis=1)), spots.radius, low, max(high, 1.1 * low))


def _edges(faces: Faces) -> Floats:
    return np.asarray(2 * np.sqrt(np.abs(np.linalg.det(faces.axes))))


def _search(look: View, faces: Faces, usual: float | None) -> Floats:
    """(n, 2) between which shares of the supposed edge the true one is looked for.

    A lattice of four pips and more tells its size; with fewer only the other dice do.
    """
    few = (faces.value <= 3)[:, None]
    widely = np.array([(0.65, 1.65)])
    if usual is not None:
        bounds = usual * np.array([1 / look.scale.spread, look.scale.spread])
        widely = np.clip(bounds / _edges(faces)[:, None], 0.65, 1.65)
    return np.where(few, widely, np.array([(0.7, 1.3)]))


def _clear_sides(base: Support) -> Floats:
    """(n, 4) how clearly each side is an edge, 1 enough, from the least clear to the clearest."""
    against_noise = base.edges * FULL_EDGE / (0.7 * base.noise[:, None] + 6)
    return np.sort(np.minimum(against_noise, base.edges / 0.3), axis=1)


def _strains(
    look: View, spots: Spots, faces: Faces, base: Support, clear: Floats, supposed: Floats, usual: float | None
) -> Floats:
    """(n, 8) what speaks against each face, in the order of `_REASONS`, 1 being too much."""
    edge = _edges(faces)
    used = faces.pips >= 0
    radius = (spots.radius[faces.pips] * used).sum(axis=1) / np.maximum(used.sum(axis=1), 1)
    few = faces.value <= 3
    off_usual = np.zeros(len(faces)) if usual is None else np.abs(np.log(edge / usual))
    of_the_set = few & (usual is not None) & (off_usual < 0.12)
    # Few pips need three clear sides, two when the size is the other dice's; a lattice needs one, a neat one none.
    outline = 1 / (np.select([of_the_set, few], [clear[:, 2], clear[:, 1]], clear[:, 3]) + 1e-3)
    neat = ~few & (faces.misfit < 0.15) & (faces.skew < 0.15)
    pip_size = np.log(radius / np.where(few, edge, np.minimum(edge, supposed)) / _PIP_SIZE)
    widest = np.where(faces.value == 1, np.log(2.27), np.log(1.76))
    return np.stack(
        [
            faces.misfit / 0.5,
            base.marks / 0.06,
            np.max([base.stains / 0.12, base.blot / base.contrast / 0.25, base.blot / 45], axis=0),
            base.ghost / 0.3,
            np.where(neat, np.minimum(outline, 0.9), outline),
            np.maximum(pip_size / widest, -pip_size / np.log(1.76)),
            np.maximum(24 / base.contrast, 4.5 * base.noise / base.contrast),
            off_usual / (1.1 * np.log(look.scale.spread)),
        ],
        axis=1,
    )
