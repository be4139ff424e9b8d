"""Which pips belong together: every way in which they could be a one, two, three, four, five or six.

A face is described in *half edges*: its corners are ``centre ± axes[0] ± axes[1]``. The outer pips of a two, three,
four or five stand at about `OFFSET` half edges along both axes; the columns of a six may stand closer together than
its rows are long, as they do on most dice.
"""

from dataclasses import dataclass, fields

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.pips import Pips
from vision.view import Scale

OFFSET = 0.52
"""Half edges from a face's middle to its outer pips, both ways; dice differ by a tenth or so."""

_APART = (3.6, 12.5)
"""Shortest and longest distance between opposite pips, in pip radii."""


@dataclass(frozen=True)
class Faces:
    """Faces that the pips would allow, one row each: n of them.

    ``value`` (n,), ``centre`` (n, 2) and ``axes`` (n, 2, 2: first and second axis as rows) in units of the plane,
    ``pips`` (n, 6) rows of the pips it explains, -1 where there is none, ``misfit`` (n,) how far pips lie from their
    places at worst, in pip radii, ``skew`` (n,) how far the lattice is from square, as a share.
    """

    value: Ints
    centre: Floats
    axes: Floats
    pips: Ints
    misfit: Floats
    skew: Floats

    def __len__(self) -> int:
        return len(self.value)

    def where(self, keep: Flags | Ints) -> "Faces":
        """Those rows only."""
        return Faces(**{f.name: getattr(self, f.name)[keep] for f in fields(self)})

    @staticmethod
    def joined(parts: "list[Faces]") -> "Faces":
        """All rows of all parts."""
        return Faces(**{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Faces)})


def possible_faces(same: Flags, at: Floats, radius: Floats, scale: Scale) -> Faces:
    """Every face that the pips allow.

    ``same`` (n, n) says which pips may share a face (see `alike`); ``at`` (n, 2) and ``radius`` (n,) are the pips in
    units of the plane, as ``scale`` is.
    """
    if not len(at):
        return _none()
    first, second = _pairs(same, at, radius, scale.largest)
    middle = (at[first] + at[second]) / 2
    between = _nearest(middle, first, same, at, radius)
    parts = [
        _ones(at, radius, scale.smallest, scale.largest),
        _twos_and_threes(at, radius, first, second, between, scale.smallest, scale.largest),
        _fours_to_sixes(same, at, radius, first, second, middle, scale.skew),
    ]
    faces = Faces.joined(parts)
    edge = 2 * np.sqrt(np.abs(np.linalg.det(faces.axes)))
    return faces.where((edge > 0.6 * scale.smallest) & (edge < 1.15 * scale.largest))


def alike(pips: Pips) -> Flags:
    """(n, n) whether two pips may lie on one face: like colours, like ground, like size."""
    step = np.maximum(pips.contrast[:, None], pips.contrast[None])
    spot = np.linalg.norm(pips.spot[:, None] - pips.spot[None], axis=2)
    ground = np.linalg.norm(pips.ground[:, None] - pips.ground[None], axis=2)
    smaller = np.minimum(pips.radius[:, None], pips.radius[None])
    larger = np.maximum(pips.radius[:, None], pips.radius[None])
    way = np.einsum("ic,jc->ij", pips.spot - pips.ground, pips.spot - pips.ground)
    way /= pips.contrast[:, None] * pips.contrast[None]
    result: Flags = (spot < 0.55 * step + 20) & (ground < 0.4 * step + 20) & (larger < 1.6 * smaller) & (way > 0.7)
    return result


def _none() -> Faces:
    no = np.zeros(0)
    return Faces(no.astype(np.intp), np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros((0, 6), np.intp), no, no)


def _pairs(same: Flags, at: Floats, radius: Floats, largest: float) -> tuple[Ints, Ints]:
    apart = np.linalg.norm(at[:, None] - at[None], axis=2)
    mean = (radius[:, None] + radius[None]) / 2
    fit = same & (apart > _APART[0] * mean) & (apart < _APART[1] * mean) & (apart < 0.85 * largest)
    first, second = np.nonzero(np.triu(fit, 1))
    return first, second


def _nearest(places: Floats, like: Ints, same: Flags, at: Floats, radius: Floats) -> Ints:
    """(n,) the pip at each place (n, 2) that is like the pip ``like`` (n,), or -1."""
    if not len(places):
        return np.zeros(0, np.intp)
    apart = np.linalg.norm(places[:, None] - at[None], axis=2) / radius[None]
    apart[~same[like]] = np.inf
    best = np.argmin(apart, axis=1)
    return np.where(apart[np.arange(len(places)), best] < 0.9, best, -1)


def _filled(n: int, *columns: Ints) -> Ints:
    """(n, 6) pip rows from columns (n,), the rest -1."""
    rows = np.full((n, 6), -1, np.intp)
    for place, column in enumerate(columns):
        rows[:, place] = column
    return rows


def _ones(at: Floats, radius: Floats, smallest: float, largest: float) -> Faces:
    """A one wherever there is a pip; its turn and size are not known yet, and its axes only a first guess."""
    n = len(at)
    edge = np.clip(radius / 0.105, smallest, largest)
    axes = np.eye(2)[None] * edge[:, None, None] / 2
    return Faces(np.ones(n, np.intp), at, axes, _filled(n, np.arange(n)), np.zeros(n), np.zeros(n))


def _twos_and_threes(
    at: Floats, radius: Floats, first: Ints, second: Ints, between: Ints, smallest: float, largest: float
) -> Faces:
    half = (at[second] - at[first]) / 2
    apart = np.linalg.norm(half, axis=1)
    keep = apart * 2 > 4.0 * (radius[first] + radius[second]) / 2
    keep &= (apart > 0.4 * smallest / 2) & (apart < 1.1 * 0.85 * largest / 2)
    first, second, between, half = first[keep], second[keep], between[keep], half[keep]
    turned = np.stack([-half[:, 1], half[:, 0]], axis=1)
    axes = np.stack([half + turned, half - turned], axis=1) / 2 / OFFSET
    middle = (at[first] + at[second]) / 2
    stray = np.linalg.norm(at[between] - middle, axis=1) / radius[between]
    three = between >= 0
    n = len(first)
    return Faces(
        np.where(three, 3, 2),
        middle,
        axes,
        _filled(n, first, second, between),
        np.where(three, stray, 0.0),
        np.zeros(n),
    )


def _fours_to_sixes(
    same: Flags, at: Floats, radius: Floats, first: Ints, second: Ints, middle: Floats, skew: float
) -> Faces:
    """Faces from two pairs with a common middle: the corners of a four, a five or a six."""
    half = (at[second] - at[first]) / 2
    length = np.linalg.norm(half, axis=1)
    size = (radius[first] + radius[second]) / 2
    order = np.argsort(middle[:, 0], kind="stable")
    one, two = _crossings(middle[order], length[order], size[order])
    one, two = order[one], order[two]
    keep = same[first[one], first[two]] & (first[one] != first[two]) & (second[one] != second[two])
    one, two = one[keep], two[keep]
    swap = (half[one, 0] * half[two, 1] - half[one, 1] * half[two, 0]) < 0
    across = np.where(swap[:, None], -half[two], half[two])
    centre = (middle[one] + middle[two]) / 2
    u, v = (half[one] - across) / 2, (half[one] + across) / 2
    rows = _filled(len(one), first[one], first[two], second[one], second[two])
    like = first[one]
    centred = _nearest(centre, like, same, at, radius)
    left, right = (_nearest(centre + way, like, same, at, radius) for way in (-u, u))
    top, bottom = (_nearest(centre + way, like, same, at, radius) for way in (-v, v))
    upright = (left >= 0) & (right >= 0) & (top < 0) & (bottom < 0) & (centred < 0)
    lying = (top >= 0) & (bottom >= 0) & (left < 0) & (right < 0) & (centred < 0)
    bare = (left < 0) & (right < 0) & (top < 0) & (bottom < 0)
    # From here on the three pips of a six's row stand along ``long``, whichever of the two sides is longer.
    turned = np.where(upright | lying, lying, np.linalg.norm(u, axis=1) > np.linalg.norm(v, axis=1))[:, None]
    short, long = np.where(turned, v, u), np.where(turned, u, v)
    rows[:, 4] = np.where(upright, left, np.where(lying, top, centred))
    rows[:, 5] = np.where(upright, right, np.where(lying, bottom, -1))
    six = upright | lying
    value = np.where(six, 6, np.where(centred >= 0, 5, 4))
    short_length, long_length = np.linalg.norm(short, axis=1), np.linalg.norm(long, axis=1) + 1e-9
    lean = np.abs(np.einsum("nc,nc->n", short, long)) / (short_length * long_length + 1e-9)
    ratio = short_length / long_length
    reach = long_length / size[one]
    fit = (lean < 0.7 * skew) & (reach > 1.4)
    fit &= np.where(six, (ratio > 0.52) & (ratio < 1.0 + skew), bare & (ratio > 1 - skew))
    sides = np.linalg.norm(at[rows[:, 4:6]] - np.stack([centre - short, centre + short], axis=1), axis=2).max(axis=1)
    stray = np.where(six, sides, np.linalg.norm(at[rows[:, 4]] - centre, axis=1) * (value == 5))
    misfit = np.maximum(stray, np.linalg.norm(middle[one] - middle[two], axis=1)) / size[one]
    level = np.stack([-long[:, 1], long[:, 0]], axis=1) / long_length[:, None]
    level *= np.where(np.einsum("nc,nc->n", level, short) < 0, -1.0, 1.0)[:, None]
    across = short / (short_length[:, None] + 1e-9) if skew > 0.2 else level
    width = np.where(six, long_length, short_length)
    axes = np.stack([across * width[:, None], long], axis=1) / OFFSET
    return Faces(value, centre, axes, rows, misfit, np.where(six, lean, np.maximum(lean, 1 - ratio))).where(fit)


def _crossings(middle: Floats, length: Floats, size: Floats) -> tuple[Ints, Ints]:
    """Pairs of pairs whose middles coincide and whose lengths are alike, from middles sorted by x."""
    places = np.arange(len(middle))
    beyond = np.searchsorted(middle[:, 0], middle[:, 0] + 0.9 * size.max(initial=0.0))
    count = np.maximum(beyond - places - 1, 0)
    one = np.repeat(places, count)
    two = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
    near = np.abs(middle[one] - middle[two]).max(axis=1) < 0.9 * np.minimum(size[one], size[two])
    near &= np.minimum(length[one], length[two]) > 0.62 * np.maximum(length[one], length[two])
    return one[near], two[near]
