"""One player's card: where a roll may be scored, the filled boxes, the bonuses, the total."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from engine.games.yahtzee.rules import (
    FURTHER_YAHTZEE,
    LOWER,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Rules,
    is_yahtzee,
    joker_points,
    points,
    upper_box,
)
from engine.i18n import gettext as _
from engine.values import replace

Dice = tuple[int, ...]


def would_score(rules: Rules, open_boxes: Collection[str], yahtzee_box: int | None, dice: Dice) -> dict[str, int]:
    """Return the score of each open box, in the card's order, allowed or not, without the 100 of a further Yahtzee.

    ``yahtzee_box`` is the points in the Yahtzee box, None while it is open.
    """
    worth = joker_points if rules.is_joker(yahtzee_box, dice) else points
    return {box: worth(box, dice) for box in rules.boxes if box in open_boxes}


def may_score(rules: Rules, open_boxes: Collection[str], yahtzee_box: int | None, dice: Dice) -> dict[str, int]:
    """Return the open boxes in which the roll may be scored, with its score there (Y11, Y12, Y14)."""
    scores = would_score(rules, open_boxes, yahtzee_box, dice)
    if not rules.is_joker(yahtzee_box, dice):
        return scores
    own = upper_box(dice[0])
    if own in scores:  # Y11, before Y14 (Y-f)
        return {own: scores[own]}
    if rules.joker_scratches_upper or not any(box in LOWER for box in scores):
        return scores
    return {box: score for box, score in scores.items() if box in LOWER}


def why_not_scored(rules: Rules, open_boxes: Collection[str], yahtzee_box: int | None, dice: Dice, box: str) -> str:
    """Return why the roll may not be scored in that box, as one sentence; empty if it may."""
    name = rules.label(box)
    if box not in rules.boxes:
        return _("This game has no {name} box.", name=name)
    if box not in open_boxes:
        return _("The {name} box is already filled.", name=name)
    if not rules.is_joker(yahtzee_box, dice):
        return ""
    allowed = may_score(rules, open_boxes, yahtzee_box, dice)
    if box in allowed:
        return ""
    own = upper_box(dice[0])
    if own in allowed:
        return _("Another Yahtzee must go in {label} first.", label=rules.label(own))
    assert box in UPPER
    return _("A joker must go in an open lower box before {name}.", name=name)


@dataclass(frozen=True, slots=True)
class Card:
    """One player's score: points by box, in the order of the card, and the sum of all 100s (Y-i)."""

    boxes: Mapping[str, int] = field(default_factory=dict, hash=False)
    yahtzee_bonus: int = 0

    @property
    def upper(self) -> int:
        return sum(points for box, points in self.boxes.items() if box in UPPER)

    def upper_bonus(self, rules: Rules) -> int:
        """Return 35 once the upper total has earned the bonus, else 0 (Y5)."""
        return UPPER_BONUS if self.upper >= rules.bonus_from else 0

    def total(self, rules: Rules) -> int:
        return sum(self.boxes.values()) + self.upper_bonus(rules) + self.yahtzee_bonus

    def open_boxes(self, rules: Rules) -> tuple[str, ...]:
        return tuple(box for box in rules.boxes if box not in self.boxes)

    @property
    def yahtzee_box(self) -> int | None:
        return self.boxes.get("yahtzee")


def scored(rules: Rules, card: Card, dice: tuple[int, ...], box: str) -> Card:
    """Return the card with the dice scored in that box, which must be allowed."""
    points = may_score(rules, card.open_boxes(rules), card.yahtzee_box, dice)[box]
    filled = {name: points if name == box else card.boxes[name] for name in rules.boxes if name in {*card.boxes, box}}
    further = is_yahtzee(dice) and card.yahtzee_box == YAHTZEE  # Y10
    return replace(card, boxes=filled, yahtzee_bonus=card.yahtzee_bonus + (FURTHER_YAHTZEE if further else 0))
