"""Whether a face stands out from what lies round it: in the spots of a carpet one sees dice that are none.

Only where nobody knows where a tray lies, for on a tray there is felt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.faces.classifier import FaceClassification
from vision.faces.fusion import NO_FACE, Candidate
from vision.geometry.view import View
from vision.image.types import Floats

_MAYBE_NONE, _SURELY = 0.1, 0.87
"""The judge's share for no face below which one in doubt, and for its value above which one that is read, is believed
to be a face wherever it lies."""
_LIKE = 0.8
"""How far a side's colour must be from a face's to set it off, as a share of how uneven the surroundings are."""
_OPEN, _OPEN_TO_NOTHING = 3, 2
"""Sides that do not set a face off for it to be lost in its surroundings, and where it is likelier no face anyway."""
_UNEVEN = 30.0
"""How uneven the surroundings must be for a face to be lost in them, levels: cloth and wood are less so."""
_WITHIN, _ROUND, _OVER = 0.8, (1.2, 1.9), 1.25
"""How far a face is looked at, where its surroundings lie, and how far other dice reach, half edges from the middle."""
_ENOUGH = 20
"""Places on a side that must be free for it to tell."""

_GRID = np.linspace(-_WITHIN, _WITHIN, 9)
_FACE = np.stack(np.meshgrid(_GRID, _GRID), axis=-1).reshape(-1, 2)
_ABOVE = np.stack(np.meshgrid(np.linspace(-1, 1, 10), -np.linspace(*_ROUND, 6)), axis=-1).reshape(-1, 2)
_SIDES = tuple(_ABOVE @ turn for turn in (np.eye(2), [[0, 1], [-1, 0]], -np.eye(2), [[0, -1], [1, 0]]))


class Placed(Protocol):
    """Whatever lies ``at`` (2,) px of a view with half edges ``axes`` (2, 2) px."""

    @property
    def at(self) -> Floats: ...
    @property
    def axes(self) -> Floats: ...
    @property
    def edge(self) -> float: ...


@dataclass(frozen=True)
class Sides:
    """How far ``away`` from a face's the colour of each of its sides is, of those that can be seen, and how ``uneven``
    they are, levels."""

    away: tuple[float, ...]
    uneven: float

    @property
    def open(self) -> int:
        """How many do not set the face off."""
        return sum(one < _LIKE * self.uneven for one in self.away)

    @property
    def all_seen(self) -> bool:
        return len(self.away) == len(_SIDES)


def without_background(view: View, seen: Sequence[Candidate]) -> list[Candidate]:
    """The faces without those that are in doubt, or not sure, and that nothing sets off from what lies round them."""
    read = [one.classification for one in seen if one.doubt is None]
    return [one for one in seen if _surely_a_face(one) or not _like_background(view, one, read)]


def _surely_a_face(seen: Candidate) -> bool:
    shares = seen.classification.shares
    return bool(shares[0] < _MAYBE_NONE if seen.doubt else shares[seen.classification.value] > _SURELY)


def _like_background(view: View, seen: Candidate, others: Sequence[FaceClassification]) -> bool:
    """Whether its surroundings are uneven, and it is like them on most sides."""
    sides = sides_of(view, seen.classification, [other for other in others if other is not seen.classification])
    return sides.uneven > _UNEVEN and sides.open >= (_OPEN_TO_NOTHING if seen.doubt == NO_FACE else _OPEN)


def sides_of(view: View, face: Placed, others: Sequence[Placed]) -> Sides:
    """What lies on the sides of a face in a view, ``others`` and what is beyond the picture left out."""
    own = np.median(_colours(view, face.at + _FACE @ face.axes), axis=0)
    near = [other for other in others if _near(other, face)]
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
    return Sides(tuple(away), float(np.sqrt(np.mean(uneven))) if uneven else 0.0)


def _near(other: Placed, face: Placed) -> bool:
    return bool(np.hypot(*(other.at - face.at)) < 2 * (other.edge + face.edge))


def _colours(view: View, places: Floats) -> Floats:
    """(n, 3) BGR at places (n, 2) px of a view."""
    last = np.array(view.pixels.shape[1::-1]) - 1
    x, y = np.clip(np.rint(places).astype(int), 0, last).T
    return np.asarray(view.pixels[y, x], dtype=float)
