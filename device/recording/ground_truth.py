"""What is known to be true about a recording: its dice, its throws, what goes wrong in it, and how its game ended.

A tray that was recorded live has none of it. Pixels, millimetres and colours are those of ``fixtures/README.md``;
times are seconds on the recording's own clock. A field that holds its default is left out of the file.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine import outcome

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Colour = tuple[int, int, int]
Face = Annotated[int, Meta(ge=1, le=6)]

What = Literal["illegal_hold", "held_changed", "wrong_number", "cocked", "outside", "hand", "camera_lost", "dim"]
"""What can be wrong on a tray."""


class Look(msgspec.Struct, frozen=True):
    """A physical die: its size in mm, the colours of its body and its pips."""

    size: float
    body: Colour
    pips: Colour


class TrueDieAtRest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One die at rest; pixel places are those of its upper face.

    ``value`` is None for a die that must not be given one: it lies cocked, stacked or on the rim.
    """

    die: str | None = None
    value: Face | None
    center: Point
    corners: Quad
    center_mm: Point
    yaw: float | None = None
    zone: Literal["rolling", "rail", "rim", "outside"]
    flags: tuple[str, ...] = ()


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that must be scored at the press or choice at ``t``.

    That is a throw, dice set ``aside`` from the latest one, a pass, or a box that is filled. A throw has ``rolled``
    and, where dice lay on the rail, ``held``. ``stands`` where it ended the turn; alone, where the player stood later.
    """

    t: float
    player: str
    rolled: tuple[Face, ...] = ()
    held: tuple[Face, ...] = ()
    aside: tuple[Face, ...] = ()
    stands: bool = False
    passed: bool = False
    box: str | None = None
    points: int | None = None


class TrueTrouble(msgspec.Struct, frozen=True):
    """Seconds between which something is wrong, and must be shown."""

    begin: float
    end: float
    what: What


class TrueRound(msgspec.Struct, frozen=True):
    """One round of several: each player's score (None: not qualified), who won it, and the chips in its pot."""

    scores: dict[str, int | None]
    winner: str | None
    pot: int


class TrueResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the game ended: the score of each player whose turn has ended (None: not qualified), and who won.

    Where the game has them also its rounds, each player's chips, and each player's card: the points by box.
    """

    scores: dict[str, int | None]
    winner: str | None
    rounds: tuple[TrueRound, ...] = ()
    chips: dict[str, int] | None = None
    card: dict[str, dict[str, int]] | None = None


def result_of(state: Any) -> TrueResult:
    """How a game stands, as a recording says it; between two rounds as it stood at the end of the last."""
    found = outcome(state)
    rounds = tuple(TrueRound(dict(one.scores), one.winner, one.pot) for one in found.rounds)
    chips = None if found.chips is None else dict(found.chips)
    card = None if found.card is None else {name: dict(boxes) for name, boxes in found.card.items()}
    return TrueResult(dict(found.scores), found.winner, rounds, chips, card)
