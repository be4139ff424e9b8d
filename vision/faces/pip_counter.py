"""Pip counter: matches the patterns of one to six with a straightened face, by colour or by a pip heat map.

The heat map is for bodies of many colours and for glare.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

import cv2
import numpy as np

from vision.faces.network import run_network
from vision.geometry.patch import CLOSE, WIDE, CropSize
from vision.image import Bytes, Flags, Floats, Image, Ints

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_LINES = (((-1, 0), (1, 0)), ((0, -1), (0, 1)))
"""Two pips in a line along an edge."""
_LARGE = ((0, 0), *_LINES[0], *_LINES[1])
"""Places that are all within a large pip."""
_PATTERNS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (
    (1, ((0, 0),)),
    (1, _LARGE),
    (2, ((-1, -1), (1, 1))),
    (2, ((1, -1), (-1, 1))),
    *((2, line) for line in _LINES),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((1, -1), (0, 0), (-1, 1))),
    *((3, (*line, (0, 0))) for line in _LINES),
    (4, _CORNERS),
    (5, (*_CORNERS, (0, 0))),
    (6, (*_CORNERS, (-1, 0), (1, 0))),
    (6, (*_CORNERS, (0, -1), (0, 1))),
)
"""Values and places within their pips on a grid of steps −1, 0, 1, for each layout and orientation."""
_SPREADS = (0.38, 0.43, 0.49, 0.55, 0.6)
"""Steps of the grid, in half edges."""
_CLOSE: tuple[float, ...] = (0.17, 0.22, 0.28, 0.36)
"""How far two pips in a line lie from the middle, in half edges; the first lies within a large pip too."""
_ROWS = (0.3, 0.36, 0.43, 0.5, 0.57)
_BETWEEN = (0.24, 0.31, 0.38, 0.46, 0.54, 0.62)
"""Steps in the rows of a six and half way between them, in half edges: dice differ in both."""
_SHIFTS = (-0.135, 0.0, 0.135)
"""How far the grid may lie from the middle, in half edges."""
_SOFT = 0.0975
"""Blur that averages over a pip, in half edges."""
_CLEAR = 0.27
"""How far from the middle of a pip a face must look like its body, in half edges."""
_FACE = 0.82
"""How far from its middle a face is looked at, in half edges."""
_BLOT = 65.0
"""How far from its body's the colour in the midst of a two or a four may be, and from each other's those of marked
pips, levels: glare may hide a pip or look like one, and so may a thumb mark."""
_STRANGE = 30.0
"""How much farther off than the parts of what lies round it are from each other the midst of a marked two or four may
be, levels."""
_RING, _ALIKE = 0.47, 0.25
"""Where the midst of a two or a four is held against what lies round it, in half edges; and the share of that which is
like it where the body is of two colours and nothing lies in its midst."""
_PALE = 16.0
"""Contrast below which nothing is counted, levels."""
_NEAR_BY = 0.08
"""How far a mark may lie from a pip's place, in half edges."""
_MIDST = 0.5
"""How far the midst of a face reaches, in half edges."""
_CORE, _TIP = 0.7, 0.97
"""Contrast from which on a pixel is of a single pip, as a share of that which so many of the midst's do not reach."""
_SPARSE = 0.14
"""How far apart the points of a face are that are looked at, in half edges."""
_TRIED = 16
_TOGETHER = 8


@dataclass(frozen=True)
class PipCount:
    """Result of a pip count.

    ``value`` is 1–6. ``fit`` is 1 where all pips have equal contrast and nothing else stands out, down to 0 and below.
    ``lead`` is its advantage over the next value. ``body`` and ``spot`` (3,) are the BGR colours of the body and the
    pips. ``alike`` is the contrast of the weakest pair of opposite pips, as a share of the strongest pair's or of what
    stands out in the midst, or the width of a single pip as a share of its length; 0 where nothing fits.
    """

    value: int
    fit: float
    lead: float
    body: Floats
    spot: Floats
    alike: float = 1.0


def counted_pips(patches: Bytes) -> list[PipCount]:
    """Count the pips by colour on wide crops (n, side, side, 3) uint8 BGR."""
    together = (patches[first : first + _TOGETHER] for first in range(0, len(patches), _TOGETHER))
    return [one for some in together for one in _counted(some)]


def _counted(patches: Bytes) -> list[PipCount]:
    grids = _grids(WIDE)
    soft = np.stack([_soft(patch, WIDE) for patch in patches])
    face = soft[:, grids.face]
    body = np.median(face, axis=1)
    # Of each pattern the mean of its pips, its contrast, and the smallest share of it of one pip.
    pips = np.ascontiguousarray((soft - body[:, None]).transpose(0, 2, 1)).take(grids.columns, axis=2)
    step = (pips * grids.weights).sum(axis=2)
    contrast = np.sqrt((step * step).sum(axis=1)) + 1e-3
    least = ((pips * step[:, :, None]).sum(axis=1) + grids.unfilled).min(axis=1) / contrast**2
    weakest = -np.minimum(least, 1.0) * contrast
    # Of each value those whose weakest pip has the highest contrast.
    best = [
        first + np.argpartition(weakest[:, first:last], _TRIED, axis=1)[:, :_TRIED]
        for first, last in pairwise(grids.firsts)
    ]
    tried = np.concatenate(best, axis=1)
    values, step = grids.values[tried], np.take_along_axis(step.transpose(0, 2, 1), tried[:, :, None], axis=1)
    least, contrast = (np.take_along_axis(one, tried, axis=1) for one in (least, contrast))
    square, away = contrast**2, face - body[:, None]
    along = step / square[..., None]
    far = np.sqrt(np.einsum("kmc,kmc->km", away, away))
    odd = np.maximum(along @ away.transpose(0, 2, 1), far[:, None] * (0.6 / contrast)[..., None])
    most = -np.partition(np.where(grids.clear[tried], -odd, 0.0), 1, axis=2)[..., 1]  # one point may shine
    bare = np.stack([soft[one, places] for one, places in enumerate(grids.bare[tried])]) - body[:, None, None]
    blot = np.sqrt(np.einsum("kpbc,kpbc->kpb", bare, bare)) / _BLOT * (values < 6)[..., None]
    odd = np.maximum(np.einsum("kpbc,kpc->kpb", bare, along), blot).max(axis=2)
    most = np.maximum(most, np.where(values % 2 == 0, odd, 0.0))
    fits = np.where(contrast < _PALE, -1.0, np.minimum(least, 1.0) - most)
    found = []
    for number, fit in enumerate(fits):
        one = int(fit.argmax())
        value = int(values[number, one])
        lead = float(fit[one] - fit[values[number] != value].max())
        plain = np.median(face[number, grids.clear[tried[number, one]]], axis=0)
        alike = 0.0
        if fit[one] > 0:
            looked_at = patches[number].reshape(-1, 3) if value == 1 else soft[number]
            alike = _alike((looked_at - body[number]) @ along[number, one], int(tried[number, one]), WIDE)
        found.append(PipCount(value, float(fit[one]), lead, plain, body[number] + step[number, one], alike))
    return found


def counted_marks(patch: Image, marks: Floats) -> PipCount:
    """Count the pips on a close crop (side, side, 3) uint8 BGR by the heat map ``marks`` (side, side) 0–1.

    The fit is the heat of the pattern's weakest pip, less the strongest heat or blot beside it, limited by how equal
    the pips' colours are; -1 for pale pips.
    """
    grids = _grids(CLOSE)
    near = cv2.dilate(marks, np.ones((2 * round(_NEAR_BY * CLOSE.unit) + 1,) * 2, np.uint8)).ravel()[grids.places]
    weakest = np.where(grids.filled, near, np.inf).min(axis=1)
    beside = np.where(grids.clear, marks.ravel()[grids.face], 0.0).max(axis=1)
    soft = _soft(patch, CLOSE)
    even = np.isin(grids.values, (2, 4))
    for bare in grids.bare[even].T:
        beside[even] = np.maximum(beside[even], _blot(soft[grids.ring[even]], soft[bare]))
    fits = weakest - beside
    best = int(fits.argmax())
    value = int(grids.values[best])
    pips = soft[grids.places[best][:value]]
    unlike = float(np.linalg.norm(pips - np.median(pips, axis=0), axis=1).max()) / _BLOT
    fit, lead = min(float(fits[best]), 1 - unlike), float(fits[best] - fits[grids.values != value].max())
    body, spot = np.median(soft[grids.face[grids.clear[best]]], axis=0), pips.mean(axis=0)
    fit, alike = fit if np.linalg.norm(spot - body) > _PALE else -1.0, 0.0
    if fit > 0:
        looked_at = patch.reshape(-1, 3) if value == 1 else soft
        alike = _alike((looked_at - body) @ (spot - body), best, CLOSE)
    return PipCount(value, fit, lead, body, spot, alike)


def _alike(shown: Floats, pattern: int, cut: CropSize) -> float:
    """`PipCount.alike` by how much of the pips' colour each pixel shows (side²,)."""
    grids, steps = _grids(cut), np.arange(cut.side)
    pips = np.array(divmod(grids.places[pattern][: grids.values[pattern]], cut.side))
    y, x = pips.mean(axis=1)
    midst, marks = np.hypot(steps[:, None] - y, steps - x) < _MIDST * cut.unit, shown.reshape(cut.side, cut.side)
    if grids.values[pattern] == 1:
        pip = np.argwhere(midst & (marks >= _CORE * np.quantile(marks[midst], _TIP)))
        short, long = np.linalg.eigvalsh(np.cov(pip.T) + np.eye(2) / 12)
        return float(np.sqrt(short / long))
    peaks = cv2.dilate(marks, np.ones((2 * round(_NEAR_BY * cut.unit) + 1,) * 2, np.uint8))
    opposite = np.rint(2 * np.array([[y], [x]]) - pips).astype(int)
    pairs = (peaks[tuple(pips)] + peaks[tuple(opposite)]) / 2
    return float(pairs.min() / max(pairs.max(), marks[midst].max(), 1e-6))


def _blot(ring: Floats, middle: Floats) -> Floats:
    """(p,) difference of each ``middle`` (p, 3) from the ``ring`` (p, n, 3) round it: absolute, or relative to the
    ring's own variation."""
    off = np.quantile(np.linalg.norm(ring - middle[:, None], axis=2), _ALIKE, axis=1)
    uneven = np.quantile(np.linalg.norm(ring - np.median(ring, axis=1, keepdims=True), axis=2), _ALIKE, axis=1)
    return np.asarray(np.maximum(off / _BLOT, (off - uneven) / _STRANGE))


def _soft(patch: Image, cut: CropSize) -> Floats:
    """(side², 3) blurred colours."""
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), _SOFT * cut.unit).reshape(-1, 3), dtype=np.float32)


def _steps(pattern: tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    """Return the grid steps tried for a pattern, across and down, in half edges."""
    if len(pattern) == 6:
        rows_lie_across = (0, 1) in pattern
        return [(row, off) if rows_lie_across else (off, row) for row, off in product(_ROWS, _BETWEEN)]
    steps = dict.fromkeys(_LINES, _CLOSE) | {_LARGE: _CLOSE[:1], _LARGE[:1]: (0.0,)}
    steps |= {(*line, (0, 0)): _SPREADS[2:] for line in _LINES}  # closer threes would fit two pips that touch
    return [(step, step) for step in steps.get(pattern, _SPREADS)]


@dataclass(frozen=True)
class _Grids:
    """Tables of the p patterns tried.

    ``values`` (p,) ascending, each from its index in ``firsts`` (7,); ``places`` (p, 6) pixel indices of the pips,
    ``filled`` (p, 6) which of them count; ``columns`` (6, p) the places by pip, ``weights`` (6, p) the share of each
    pip in the mean, ``unfilled`` (6, p) infinite for those that do not count, else 0; ``bare`` (p, 2) pixels where
    nothing may lie, the centre or both sides of a line, ``ring`` (p, 16) those round the centre; ``face`` (m,) the
    pixels sampled, ``clear`` (p, m) which of them must show no pip.
    """

    values: Ints
    firsts: tuple[int, ...]
    places: Ints
    filled: Flags
    columns: Ints
    weights: Floats
    unfilled: Floats
    bare: Ints
    ring: Ints
    face: Ints
    clear: Flags


@cache
def _grids(cut: CropSize) -> _Grids:
    side, unit, middle = cut.side, cut.unit, (cut.side - 1) / 2
    across = np.arange(side)[abs(np.arange(side) - middle) < _FACE * unit][:: round(_SPARSE * unit)]
    face = np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2)
    angles = np.arange(16) * np.pi / 8
    x, y = np.rint(_RING * unit * np.stack([np.cos(angles), np.sin(angles)])).astype(int)
    around = y * side + x
    values, places, filled, bare, rings, clear = [], [], [], [], [], []
    for value, pattern in _PATTERNS:
        for steps, *shift in product(_steps(pattern), _SHIFTS, _SHIFTS):
            if pattern in _LINES and np.dot(shift, pattern[1]):
                continue  # along it they lie about the middle, which a one with a speck beside it does not
            at = (np.array(pattern) * steps + shift) * unit + middle
            x, y = np.rint(at).astype(int).T
            values.append(value)
            places.append(np.resize(y * side + x, 6))
            filled.append(np.arange(6) < len(pattern))
            beside = np.array(pattern)[:, ::-1] * steps if pattern in _LINES else np.zeros((2, 2))
            x, y = np.rint((np.vstack([beside, (0, 0)]) + shift) * unit + middle).astype(int).T
            bare.append((y * side + x)[:-1])
            rings.append(y[-1] * side + x[-1] + around)
            clear.append(np.linalg.norm(face[:, None] - at, axis=2).min(axis=1) > _CLEAR * unit)
    counted = np.array(filled)
    return _Grids(
        values=np.array(values),
        firsts=tuple(np.searchsorted(values, range(1, 8)).tolist()),
        places=np.array(places),
        filled=counted,
        columns=np.ascontiguousarray(np.array(places).T),
        weights=np.ascontiguousarray((counted / counted.sum(axis=1, keepdims=True)).T.astype(np.float32)),
        unfilled=np.where(counted.T, 0, np.inf).astype(np.float32),
        bare=np.array(bare),
        ring=np.array(rings),
        face=face[:, 1] * side + face[:, 0],
        clear=np.array(clear),
    )


MARKS = 32
"""Width and height of the network's output for a close crop, in cells."""


def heatmaps(patches: Bytes, *, turned: bool = False) -> Floats:
    """(n, side, side) heat maps 0–1 of the pips' middles in close crops (n, side, side, 3).

    With ``turned``, the mean over the four rotations of each crop and their mirror images.
    """
    shares = _all_round(patches) if turned else _shares(patches)
    return np.stack([cv2.resize(one, patches.shape[1:3], interpolation=cv2.INTER_LINEAR) for one in shares])


def _all_round(patches: Bytes) -> Floats:
    maps = []
    for quarter in range(4):
        around = np.rot90(patches, quarter, axes=(1, 2))
        maps += [
            np.rot90(one, -quarter, axes=(1, 2)) for one in (_shares(around), _shares(around[:, :, ::-1])[:, :, ::-1])
        ]
    return np.asarray(np.mean(maps, axis=0))


def _shares(patches: Bytes) -> Floats:
    return np.asarray(1 / (1 + np.exp(-run_network("pip_heatmap", heatmap_planes(patches))[:, 0])))


def heatmap_planes(patches: Bytes) -> Floats:
    """(n, 3, side, side) float32 network input: colours 0–1 of crops (n, side, side, 3)."""
    return np.ascontiguousarray(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
