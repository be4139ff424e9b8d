"""The position of one player's card in the coach's table, and the possible scores of each roll in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from engine.games.yahtzee.boxes import BOXES, FURTHER_YAHTZEE, UPPER, YAHTZEE, is_yahtzee, points, upper_box
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import UPPER_BONUS, Rules
from engine.games.yahtzee.scoring import may_score
from engine.turns.turn_plan import Keep, keeps
from engine.values import FACES

Number = TypeVar("Number", int, float)

BIT: Mapping[str, int] = {box: 1 << place for place, box in enumerate(BOXES)}
"""Each box as a bit."""


@dataclass(frozen=True, slots=True)
class Position:
    """The filled boxes, as bits. Boxes that the game lacks count as filled.

    ``fifty``: the Yahtzee box holds 50. ``upper`` is the upper total; all totals that earn the bonus are one value.
    """

    filled: int
    fifty: bool
    upper: int

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """The boxes that are not filled."""
        return tuple(box for box in BOXES if not self.filled & BIT[box])


def upper_totals(rules: Rules, filled: int) -> tuple[int, ...]:
    """Return the possible upper totals with these boxes filled; all totals that earn the bonus are one value."""
    totals = {0}
    for face in FACES:
        if filled & BIT[upper_box(face)] and upper_box(face) in rules.boxes:
            reached = {total + face * many for total in totals for many in range(rules.dice + 1)}
            totals = {min(total, rules.bonus_from) for total in reached}
    return tuple(sorted(totals))


def position_of(rules: Rules, card: Card) -> Position:
    """Return the position of a card."""
    filled = sum(BIT[box] for box in BOXES if box in card.boxes or box not in rules.boxes)
    return Position(filled, card.yahtzee_box == YAHTZEE, min(card.upper, rules.bonus_from))


def after(rules: Rules, position: Position, box: str, score: int) -> tuple[Position, int]:
    """Return the position with that score in that box, and the points that it earns, including the upper bonus."""
    fifty = score == YAHTZEE if box == "yahtzee" else position.fifty
    upper = min(position.upper + score, rules.bonus_from) if box in UPPER else position.upper
    earned = UPPER_BONUS if position.upper < rules.bonus_from <= upper else 0
    return Position(position.filled | BIT[box], fifty, upper), score + earned


def further(position: Position, dice: Keep) -> int:
    """Return the 100 points of a further Yahtzee, else 0 (Y10)."""
    return FURTHER_YAHTZEE if position.fifty and is_yahtzee(dice) else 0


def allowed(rules: Rules, position: Position, dice: Keep) -> dict[str, int]:
    """Return the boxes in which these dice may be scored, with the points."""
    in_game = "yahtzee" in rules.boxes and position.filled & BIT["yahtzee"]
    held = (YAHTZEE if position.fifty else 0) if in_game else None
    return may_score(rules, position.open_boxes, held, dice)


def scored(rules: Rules, position: Position, worth: Callable[[Position, int], Number]) -> list[Number]:
    """Return the value of each roll in its best box. ``worth`` is the value of a position after earning points."""
    best: list[Number] = []
    for box in position.open_boxes:
        scores = _ordinary(rules.dice)[box]
        worths = {score: worth(*after(rules, position, box, score)) for score in set(scores)}
        column = [worths[score] for score in scores]
        best = list(map(max, best, column)) if best else column
    for place, dice in _yahtzees(rules.dice):
        if position.filled & BIT["yahtzee"]:
            best[place] = max(of_box for _, _, of_box in in_boxes(rules, position, dice, worth))
    return best


def in_boxes(
    rules: Rules, position: Position, dice: Keep, worth: Callable[[Position, int], Number]
) -> list[tuple[str, int, Number]]:
    """Return the boxes in which these dice may be scored, their points there, and the value of that."""
    found = []
    for box, score in allowed(rules, position, dice).items():
        following, earned = after(rules, position, box, score)
        found.append((box, score, worth(following, earned + further(position, dice))))
    return found


@cache
def _ordinary(dice: int) -> dict[str, tuple[int, ...]]:
    """Return the score of each roll, by number, in each box when it is no joker."""
    return {box: tuple(points(box, roll) for roll in keeps(dice).rolls) for box in BOXES}


@cache
def _yahtzees(dice: int) -> tuple[tuple[int, Keep], ...]:
    return tuple((place, roll) for place, roll in enumerate(keeps(dice).rolls) if is_yahtzee(roll))
