"""One player's card: the filled boxes, the bonuses, the total."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.games.yahtzee.boxes import FURTHER_YAHTZEE, UPPER, YAHTZEE, is_yahtzee
from engine.games.yahtzee.rules import UPPER_BONUS, Rules
from engine.games.yahtzee.scoring import may_score


@dataclass(frozen=True, slots=True)
class Card:
    """One player's score: points by box, in the order of the card, and the sum of all 100s (Y-i)."""

    boxes: Mapping[str, int] = field(default_factory=dict, hash=False)
    yahtzee_bonus: int = 0

    @property
    def upper(self) -> int:
        """The upper total, without its bonus."""
        return sum(points for box, points in self.boxes.items() if box in UPPER)

    def upper_bonus(self, rules: Rules) -> int:
        """Return 35 once the upper total has earned the bonus, else 0 (Y5)."""
        return UPPER_BONUS if self.upper >= rules.bonus_from else 0

    def total(self, rules: Rules) -> int:
        """Return all points, bonuses included."""
        return sum(self.boxes.values()) + self.upper_bonus(rules) + self.yahtzee_bonus

    def open_boxes(self, rules: Rules) -> tuple[str, ...]:
        """Return the boxes that are not filled."""
        return tuple(box for box in rules.boxes if box not in self.boxes)

    @property
    def yahtzee_box(self) -> int | None:
        """The points in the Yahtzee box, None while it is open."""
        return self.boxes.get("yahtzee")


def scored(rules: Rules, card: Card, dice: tuple[int, ...], box: str) -> Card:
    """Return the card with the dice scored in that box, which must be allowed."""
    points = may_score(rules, card.open_boxes(rules), card.yahtzee_box, dice)[box]
    filled = {name: points if name == box else card.boxes[name] for name in rules.boxes if name in {*card.boxes, box}}
    further = is_yahtzee(dice) and card.yahtzee_box == YAHTZEE  # Y10
    return replace(card, boxes=filled, yahtzee_bonus=card.yahtzee_bonus + (FURTHER_YAHTZEE if further else 0))
