"""How well the picture bears out a supposed face: an even body between the pips, and an edge all round.

Each face is cut out straightened: a patch in half edges, from -REACH to REACH both ways.
"""

from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.lattice import OFFSET, Faces
from vision.pips import Pips, middle, sample
from vision.view import View

REACH = 1.8
CELLS = 31
_GRID = np.linspace(-REACH, REACH, CELLS)
_STEP = float(_GRID[1] - _GRID[0])
_OUT = _GRID[_GRID > 0.5]
_INNER = 0.78
FULL_EDGE = 40.0
"""A colour step (BGR distance) that counts as a full edge; more counts no more."""


@dataclass(frozen=True)
class Support:
    """What the picture says of n faces, one row each.

    ``body`` (n, 3) BGR; ``contrast`` (n,) distance of the pips' colour from it; ``noise`` (n,) how uneven it is.
    ``marks`` (n,) share of the body that is coloured as pips are, ``stains`` (n,) share that is coloured as neither,
    ``ghost`` (n,) how much like a pip the most pip-like of its empty places looks, 0–1, ``blot`` (n,) how far the
    colour of any of them is from the body's. ``scale`` (n,) true edge as a share of the supposed one, ``edges`` (n, 4)
    strength 0–1 of the edge on each side, ``other`` (n, 4) distance of the colour beyond each side from the body's.
    """

    body: Floats
    contrast: Floats
    noise: Floats
    marks: Floats
    stains: Floats
    ghost: Floats
    blot: Floats
    scale: Floats
    edges: Floats
    other: Floats

    def where(self, keep: Flags | Ints) -> "Support":
        """Those rows only."""
        return Support(**{f.name: getattr(self, f.name)[keep] for f in fields(self)})


@cache
def _cells() -> Floats:
    """(CELLS², 2) places of a patch's cells in half edges, row by row."""
    x, y = np.meshgrid(_GRID, _GRID)
    return np.stack([x.ravel(), y.ravel()], axis=-1)


@cache
def _slots() -> Floats:
    """(9, CELLS²) 1 for the cells of each of the nine places in which a pip may stand, else 0."""
    middles = [(x, y) for x in (-OFFSET, 0.0, OFFSET) for y in (-OFFSET, 0.0, OFFSET)]
    return np.stack([np.hypot(*(_cells() - middle).T) < 0.16 for middle in middles]).astype(np.float32)


def support(look: View, pips: Pips, at: Floats, radius: Floats, faces: Faces, search: Floats) -> Support:
    """What the picture says of each face. ``search`` (n, 2) bounds the true edge as a share of the supposed one."""
    patch = _patches(look, faces)
    within = np.abs(_cells()).max(axis=1) < _INNER
    covered = _covered(at, radius, faces)
    inner = within & ~covered
    body = _middle_colour(patch[:, within], inner[:, within])
    used = faces.pips >= 0
    spot = np.einsum("np,npc->nc", used / used.sum(axis=1, keepdims=True), pips.spot[faces.pips])
    step = (spot - body).astype(np.float32)
    contrast = np.linalg.norm(step, axis=1) + 1e-6
    off = patch - body[:, None]
    along = np.einsum("nkc,nc->nk", off, step / (contrast**2)[:, None])
    far = np.sqrt(np.einsum("nkc,nkc->nk", off, off))
    count = inner.sum(axis=1) + 1e-6
    marks = ((along > 0.4) & inner).sum(axis=1) / count
    stains = ((far > 0.5 * contrast[:, None]) & (along <= 0.4) & inner).sum(axis=1) / count
    noise = (np.minimum(far, contrast[:, None]) * inner).sum(axis=1) / count
    scale, edges, other = _outline(far.reshape(-1, CELLS, CELLS), search)
    ghost, blot = _empty_places(along, off, covered)
    return Support(body, contrast, noise, marks, stains, ghost, blot, scale, edges, other)


def _patches(look: View, faces: Faces) -> Floats:
    """(n, CELLS², 3) float32: each face straightened."""
    places = np.einsum("mk,nkc->nmc", _cells(), faces.axes) + faces.centre[:, None]
    return sample(look.pixels, look.plane.to_view(places))


def _covered(at: Floats, radius: Floats, faces: Faces) -> Flags:
    """(n, CELLS²) which cells the pips of the face cover, with their soft rim."""
    covered = np.zeros((len(faces), CELLS * CELLS), dtype=bool)
    half = np.sqrt(np.abs(np.linalg.det(faces.axes)))
    inverse = np.linalg.inv(faces.axes)
    for column in faces.pips.T[(faces.pips >= 0).any(axis=0)]:
        spot = np.einsum("nc,nck->nk", at[column] - faces.centre, inverse)
        reach = np.where(column >= 0, 1.35 * radius[column] / half + 0.04, -1.0)
        x, y = _cells().T
        apart = (x - spot[:, :1]) ** 2 + (y - spot[:, 1:]) ** 2
        covered |= apart < (reach * np.abs(reach))[:, None]
    return covered


def _middle_colour(colours: Floats, keep: Flags) -> Floats:
    """(n, 3) median of the kept ones of (n, k, 3) colours; of all where none is kept."""
    keep = keep | ~keep.any(axis=1, keepdims=True)
    order = np.sort(np.where(keep[..., None], colours, np.inf), axis=1)
    half = (keep.sum(axis=1) - 1) // 2
    return np.asarray(order[np.arange(len(order)), half], dtype=np.float64)


def _empty_places(along: Floats, off: Floats, covered: Flags) -> tuple[Floats, Floats]:
    """Ghost (n,) and blot (n,) of `Support`: what is seen in the places for a pip that no pip of the face covers."""
    free = (~covered).astype(np.float32)
    cells = free @ _slots().T
    empty = cells > 0.7 * _slots().sum(axis=1)
    cells = np.maximum(cells, 1)
    pip = np.where(empty, (along * free) @ _slots().T / cells, 0.0)
    tint = np.einsum("nkc,nk,sk->nsc", off, free, _slots(), optimize=True) / cells[..., None]
    blot = np.where(empty, np.linalg.norm(tint, axis=2), 0.0)
    return np.asarray(pip.max(axis=1, initial=0.0)), np.asarray(blot.max(axis=1, initial=0.0))


def _outline(far: Floats, search: Floats) -> tuple[Floats, Floats, Floats]:
    """Scale (n,), edges (n, 4) and other (n, 4) of `Support`, from distances (n, CELLS, CELLS) to the body's colour."""
    profile = _profiles(far)
    edge = np.clip((profile[:, :, 2:] - profile[:, :, :-2]) / FULL_EDGE, 0, 1)
    outward = _OUT[1:-1]
    total = np.sort(edge, axis=1)[:, 1:].sum(axis=1) + 0.3 * edge.sum(axis=1)
    total = np.where((outward > search[:, :1]) & (outward < search[:, 1:]), total, -1.0)
    best = np.argmax(total, axis=1)
    rows = np.arange(len(total))
    left, right = total[rows, np.maximum(best - 1, 0)], total[rows, np.minimum(best + 1, len(outward) - 1)]
    bend = left - 2 * total[rows, best] + right
    shift = np.where((left >= 0) & (right >= 0) & (bend < 0), (left - right) / (2 * np.minimum(bend, -1e-6)), 0.0)
    scale = outward[best] + np.clip(shift, -0.5, 0.5) * _STEP
    around = np.clip(best[:, None] + np.array([-1, 0, 1]), 0, len(outward) - 1)
    edges = np.take_along_axis(edge, around[:, None, :], axis=2).max(axis=2)
    beyond = np.clip(best + 3, 0, profile.shape[2] - 1)
    return scale, edges, np.take_along_axis(profile, beyond[:, None, None], axis=2)[..., 0]


def _profiles(far: Floats) -> Floats:
    """(n, 4, len(_OUT)) median distance from the body's colour going out over each side: right, left, bottom, top."""
    strip = np.abs(_GRID) < 0.6
    rows, columns = far[:, strip, :], far[:, :, strip].swapaxes(1, 2)
    out, back = _GRID > 0.5, _GRID < -0.5
    sides = [rows[:, :, out], rows[:, :, back][:, :, ::-1], columns[:, :, out], columns[:, :, back][:, :, ::-1]]
    return np.stack([middle(side, 1) for side in sides], axis=1)
