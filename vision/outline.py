"""Where a face ends: the turn and size of a one, and the exact edge of any face."""

from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.body import FULL_EDGE
from vision.lattice import Faces
from vision.pips import sample
from vision.view import View

_TURNS = np.arange(0, 90, 6) * np.pi / 180
_ANGLES = np.arange(36) * 2 * np.pi / 36
_GROW = 1.075
_ROOMY = 2.25
"""A face's half edge is at least this many radii of the pip of a one."""


def turned_ones(look: View, faces: Faces, radius: Floats, smallest: float, largest: float) -> Faces:
    """The ones with the turn and size whose outline stands out most.

    ``smallest`` and ``largest`` bound the edge. The colour steps along rays from the pip vote for the squares on whose
    outline they lie.
    """
    n = len(faces)
    if n == 0:
        return faces
    low, high = smallest / 2, largest / 2
    sizes = max(1, int(np.floor(np.log(high / low) / np.log(_GROW))) + 1)
    radii = low / _GROW * _GROW ** np.arange(sizes + 5)
    rays = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
    places = faces.centre[:, None, None] + rays[:, None] * radii[:, None]
    colours = sample(look.pixels, look.plane.to_view(places))
    step = np.linalg.norm(colours[:, :, 2:] - colours[:, :, :-2], axis=-1)
    step = np.minimum(step / FULL_EDGE, 1) + 0.15 * np.minimum(step / (5 * FULL_EDGE), 1)
    turn = _ANGLES[None] - _TURNS[:, None]
    stretch = np.minimum(1 / np.maximum(np.abs(np.cos(turn)), np.abs(np.sin(turn))), 1.25)
    offset = np.round(np.log(stretch) / np.log(_GROW)).astype(int)
    where = np.arange(sizes)[None, :, None] + offset[:, None, :]
    votes = step[:, np.arange(len(_ANGLES))[None, None], where].mean(axis=3)
    small = radii[1 : sizes + 1] < _ROOMY * radius[faces.pips[:, 0], None]
    score = np.where(small[:, None], -1.0, votes).reshape(n, -1)
    best = np.argmax(score, axis=1)
    turns, size = np.divmod(best, sizes)
    half, angle = radii[1:][size], _TURNS[turns]
    first = np.stack([np.cos(angle), np.sin(angle)], axis=1) * half[:, None]
    second = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * half[:, None]
    return replace(faces, axes=np.stack([first, second], axis=1))


_OUTWARD = np.arange(0.76, 1.3, 0.02)
_ALONG = np.linspace(-0.6, 0.6, 13)


def true_outline(look: View, centre: Floats, axes: Floats, pips: Floats, radius: float, turn: bool) -> Floats:
    """(2, 2) the axes of a face whose sides lie on the steepest colour steps near its own, and as square as it is.

    The size is the middle one of what the four sides give; the turn is put right as well where ``turn`` says so. The
    rims of the ``pips`` (n, 2) with their ``radius`` are no sides.
    """
    normals = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    tangents = np.roll(normals, -1, axis=0)
    local = normals[:, None, None] * _OUTWARD[:, None] + tangents[:, None, None] * _ALONG[:, None, None]
    places = local @ axes + centre
    colours = sample(look.pixels, look.plane.to_view(places))
    step = np.linalg.norm(colours[:, :, 2:] - colours[:, :, :-2], axis=-1)
    apart = np.linalg.norm(places[:, :, 1:-1, None] - pips, axis=-1).min(axis=-1)
    step = np.where(apart > 1.45 * radius, step, 0.0)
    outward = _OUTWARD[1:-1]
    total = np.minimum(step, 2 * FULL_EDGE).sum(axis=1)
    best = outward[np.argmax(total, axis=1)]
    clear = total.max(axis=1) > 0.15 * FULL_EDGE * len(_ALONG)
    if not clear.any():
        return axes
    if turn:
        near = np.abs(outward - best[:, None]) < 0.13
        weight = np.where(near[:, None], step, 0.0) ** 2
        edge = (weight * outward).sum(axis=2) / (weight.sum(axis=2) + 1e-6)
        slope = (edge * _ALONG).sum(axis=1) / (_ALONG**2).sum()
        lean = float(np.median(slope[clear]))
        axes = np.array([[1, -lean], [lean, 1]]) @ axes / np.hypot(1, lean)
    return np.asarray(axes * float(np.median(best[clear])))
