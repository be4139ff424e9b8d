"""A player's figures in one game, which each game calculates from its steps, and what these calculations share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar

S = TypeVar("S", bound=tuple[Any, Any])

PLACES = 6
"""The number of decimals of luck and costs."""

MOST_FEATS = 4
"""The largest number of feats that a game may count."""


@dataclass(frozen=True, slots=True)
class LuckyRoll:
    """The roll that gained most over the mean: its dice, and the points gained, rounded to millionths.

    The dice are those that were thrown, or with those kept where all of them score together.
    """

    dice: tuple[int, ...]
    luck: float


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The coach's review of one player's part in a game, in points, rounded to millionths.

    ``luck`` is the gain over the mean by the dice, ``cost`` the loss by decisions, ``decisions`` their number, and
    ``to_win`` their loss in the chance to win, None where it cannot be calculated. ``best_roll`` is the luckiest one,
    None without a roll.
    """

    luck: float
    cost: float
    decisions: int
    to_win: float | None = None
    best_roll: LuckyRoll | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part in a game.

    ``total`` is the value that decided the game, with the ``head_start``. ``scores`` are those of finished turns, 0
    where a turn failed, in games whose turns score by themselves. ``whole`` is set where the total is the score of a
    whole game that compares with those of other games. ``best`` is the best score of a turn, or the total of a whole
    game; None where there is neither. ``feats`` are the counts of what the game names in
    :attr:`~engine.game.Game.feats`, in that order.
    ``chips`` are those won or lost in a game with a pot or bets, None in any other.
    """

    name: str
    total: int
    won: bool = False
    shared: bool = False
    scores: tuple[int, ...] = ()
    whole: bool = False
    best: int | None = None
    feats: tuple[int, ...] = ()
    hindsight: Hindsight | None = None
    chips: int | None = None
    head_start: int = 0

    @property
    def earned(self) -> int:
        """The total without the head start."""
        return self.total - self.head_start


def luckiest(rolls: Iterable[LuckyRoll | None]) -> LuckyRoll | None:
    """Return the first of the luckiest rolls, with its luck rounded; None if there is none."""
    best = max((roll for roll in rolls if roll is not None), key=lambda roll: roll.luck, default=None)
    return replace(best, luck=round(best.luck, PLACES)) if best else None


def summed(parts: Sequence[Hindsight]) -> Hindsight:
    return Hindsight(
        round(sum(one.luck for one in parts), PLACES),
        round(sum(one.cost for one in parts), PLACES),
        sum(one.decisions for one in parts),
        best_roll=luckiest(one.best_roll for one in parts),
    )


def by_names(steps: Iterable[S]) -> Iterable[tuple[tuple[str, ...], list[S]]]:
    """Yield the steps in parts without joins and renames, so that a name identifies a seat."""
    yield from ((players, list(part)) for players, part in groupby(steps, key=lambda step: step[0].players))
