"""Background rejection: drops faces that look like their surroundings, such as the spots of a carpet or of cork."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces.classifier import FaceClassification
from vision.faces.detector import Placed
from vision.faces.verdict import NO_FACE, Candidate
from vision.geometry.view import View
from vision.image import Floats

_MAYBE_NONE, _SURELY = 0.1, 0.87
"""No-face probability below which a doubtful face is kept in any surroundings, and probability of its value above which
a read one is."""
_LIKE = 0.8
"""Minimum colour difference between a side and the face, as a share of the surroundings' unevenness."""
_OPEN, _OPEN_TO_NOTHING = 3, 2
"""Number of similar sides from which a face is rejected, and the number where it is probably no face."""
_UNEVEN = 30.0
"""Minimum unevenness for a rejection, levels: cloth and wood have less."""
_COARSE = 20.0
"""Grain of a view from which on its floor may have patches like pips (`View.grain`): cork has 21 to 36, felt, cloth,
leather and planks mostly less than 16."""
_BY_CHANCE, _OWN_COLOUR, _PLAINER = 3, 4.0, 0.25
"""Highest value of such patches; and what makes a body there: a colour that differs from its sides' by so many times
what its own parts differ by, or these by less than this share of the sides' unevenness. Cork reaches 2.6 and 0.35."""
_WITHIN, _ROUND, _OVER = 0.8, (1.2, 1.9), 1.25
"""Extent of the face sampled, of its surroundings, and of other dice, in half edges from the middle."""
_ENOUGH = 20
_GRID = np.linspace(-_WITHIN, _WITHIN, 9)
_FACE = np.stack(np.meshgrid(_GRID, _GRID), axis=-1).reshape(-1, 2)
_ABOVE = np.stack(np.meshgrid(np.linspace(-1, 1, 10), -np.linspace(*_ROUND, 6)), axis=-1).reshape(-1, 2)
_SIDES = tuple(_ABOVE @ turn for turn in (np.eye(2), [[0, 1], [-1, 0]], -np.eye(2), [[0, -1], [1, 0]]))


@dataclass(frozen=True)
class Sides:
    """Differences of colour, levels: ``away`` of a face from each visible side, ``uneven`` in these, ``own`` in it."""

    away: tuple[float, ...]
    uneven: float
    own: float = 0.0

    @property
    def open(self) -> int:
        """Number of sides of similar colour."""
        return sum(one < _LIKE * self.uneven for one in self.away)

    @property
    def of_a_body(self) -> bool:
        """Whether the face differs from its sides, by its colour or by being plain."""
        other = bool(self.away) and float(np.median(self.away)) >= _OWN_COLOUR * self.own
        return other or self.own <= _PLAINER * self.uneven

    @property
    def all_seen(self) -> bool:
        return len(self.away) == len(_SIDES)


def with_bodies(view: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """Take a value of few pips from faces that are like the coarse floor round them."""
    if view.grain < _COARSE:
        return list(seen)
    read = [one.classification for one in seen if one.doubt is None]
    bare = {id(one) for one in read if one.value <= _BY_CHANCE and not sides_of(view, one, read).of_a_body}
    return [replace(one, bodiless=True) if id(one.classification) in bare else one for one in seen]


def without_background(view: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """Drop doubtful or uncertain faces that look like their surroundings."""
    read = [one.classification for one in seen if one.doubt is None]
    return [one for one in seen if _surely_a_face(one) or not _like_background(view, one, read)]


def _surely_a_face(seen: Candidate) -> bool:
    shares = seen.classification.shares
    return bool(shares[0] < _MAYBE_NONE if seen.doubt else shares[seen.classification.value] > _SURELY)


def _like_background(view: View, seen: Candidate, others: Sequence[FaceClassification]) -> bool:
    """Whether the surroundings are uneven, and the face is similar to most of its sides."""
    sides = sides_of(view, seen.classification, others)
    return sides.uneven > _UNEVEN and sides.open >= (_OPEN_TO_NOTHING if seen.doubt == NO_FACE else _OPEN)


def sides_of(view: View, face: Placed, others: Sequence[Placed]) -> Sides:
    """Measure the sides of a face in a view, leaving out the ``others`` and what is outside the picture."""
    upper = _colours(view, face.at + _FACE @ face.axes)
    own = np.median(upper, axis=0)
    near = [
        other
        for other in others
        if other is not face and np.hypot(*(other.at - face.at)) < 2 * (other.edge + face.edge)
    ]
    away, uneven = [], []
    for side in _SIDES:
        places = face.at + side @ face.axes
        free = (places >= 0).all(axis=1) & (places <= np.array(view.pixels.shape[1::-1]) - 1).all(axis=1)
        for other in near:
            free &= np.abs((places - other.at) @ np.linalg.inv(other.axes)).max(axis=1) > _OVER
        if free.sum() >= _ENOUGH:
            colours = _colours(view, places[free])
            away.append(float(np.linalg.norm(np.median(colours, axis=0) - own)))
            uneven.append(float(colours.var(axis=0).sum()))
    parts = float(np.median(np.linalg.norm(upper - own, axis=1)))
    return Sides(tuple(away), float(np.sqrt(np.mean(uneven))) if uneven else 0.0, parts)


def _colours(view: View, places: Floats) -> Floats:
    """(n, 3) BGR at places (n, 2) px of a view."""
    last = np.array(view.pixels.shape[1::-1]) - 1
    x, y = np.clip(np.rint(places).astype(int), 0, last).T
    return np.asarray(view.pixels[y, x], dtype=float)
