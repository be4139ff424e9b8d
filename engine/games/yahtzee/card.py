"""One player's card: where a roll may be scored, the filled boxes, the bonuses, the total."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.games.yahtzee.boxes import Dice
from engine.games.yahtzee.rules import Rules
from engine.i18n import gettext as _
from engine.values import replace


@dataclass(frozen=True)
class Offer:
    """What a roll is offered: its score in each open box, and those in which it may be scored.

    ``top`` is the points in the box of all dice alike, None while it is open. ``first``: it is the first of its turn.
    """

    rules: Rules
    open_boxes: Collection[str]
    top: int | None
    dice: Dice
    first: bool

    @cached_property
    def would_score(self) -> dict[str, int]:
        """The score of each open box, in the card's order, allowed or not, without what a further Yahtzee gives."""
        rules, top, dice, first = self.rules, self.top, self.dice, self.first
        return {box: rules.points(box, top, dice, first=first) for box in rules.boxes if box in self.open_boxes}

    @property
    def is_joker(self) -> bool:
        return self.rules.is_joker(self.top, self.dice)

    @cached_property
    def may_score(self) -> dict[str, int]:
        """The open boxes in which the roll may be scored, with its score there (Y11, Y12, Y14)."""
        scores = self.would_score
        if not self.is_joker:
            return scores
        own = self.rules.sheet.own[self.dice[0]]
        if own in scores:  # Y11, before Y14 (Y-f)
            return {own: scores[own]}
        lower = {box: score for box, score in scores.items() if box in self.rules.sheet.lower}
        return scores if self.rules.joker_scratches_upper or not lower else lower

    def why_not(self, box: str) -> str:
        """Return why the roll may not be scored in that box, as one sentence; empty if it may."""
        rules, name = self.rules, self.rules.label(box)
        if box not in rules.boxes:
            return _("This game has no {name} box.", name=name)
        if box not in self.open_boxes:
            return _("The {name} box is already filled.", name=name)
        if box in self.may_score:
            return ""
        own = self.rules.sheet.own[self.dice[0]]
        if own in self.may_score:
            return _(
                "Another {box} must go in {label} first.", box=rules.label(rules.sheet.top), label=rules.label(own)
            )
        return _("A joker must go in an open lower box before {name}.", name=name)

    def further(self, box: str) -> int:
        """Return the points that come with scoring in that box for a further roll of all dice alike (Y10)."""
        if not (self.top and self.is_joker) or (self.rules.further_above and box != self.rules.sheet.own[self.dice[0]]):
            return 0
        return self.rules.further


@dataclass(frozen=True, slots=True)
class Card:
    """One player's score: the points of each time by box, in the order of the card, and all for further rolls of dice
    alike (Y-i).
    """

    boxes: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    yahtzee_bonus: int = 0

    @property
    def filled(self) -> int:
        """How often boxes were filled."""
        return sum(map(len, self.boxes.values()))

    @property
    def sums(self) -> dict[str, int]:
        return {box: sum(scores) for box, scores in self.boxes.items()}

    def upper(self, rules: Rules) -> int:
        return sum(points for box, points in self.sums.items() if rules.sheet.box[box].face)

    def upper_bonus(self, rules: Rules) -> int:
        """Return the bonus once the upper total has earned it, else 0 (Y5)."""
        return rules.sheet.bonus if self.upper(rules) >= rules.bonus_from else 0

    def total(self, rules: Rules) -> int:
        return sum(self.sums.values()) + self.upper_bonus(rules) + self.yahtzee_bonus

    def award(self, rules: Rules, name: str) -> int:
        """Return what the box is worth where awards decide, as it stands."""
        box = rules.sheet.box[name]
        return box.award.of(self.boxes.get(name, ()), box.times) if rules.awards and box.award else 0

    def level(self, rules: Rules) -> int:
        """Return the award of the total, as it stands."""
        return rules.level(self.total(rules))

    def result(self, rules: Rules) -> int:
        """Return what decides: the total, or the awards."""
        if not rules.awards:
            return self.total(rules)
        return self.level(rules) + sum(self.award(rules, box) for box in rules.boxes)

    def open_boxes(self, rules: Rules) -> tuple[str, ...]:
        return tuple(box for box in rules.boxes if len(self.boxes.get(box, ())) < rules.sheet.box[box].times)

    def top(self, rules: Rules) -> int | None:
        """Return the points in the box of all dice alike, None while it is open."""
        return self.sums.get(rules.sheet.top)

    def offer(self, rules: Rules, dice: Dice, *, first: bool) -> Offer:
        return Offer(rules, self.open_boxes(rules), self.top(rules), dice, first)


def scored(rules: Rules, card: Card, offer: Offer, box: str) -> Card:
    """Return the card with the roll scored in that box, which must be allowed."""
    now = {**card.boxes, box: (*card.boxes.get(box, ()), offer.may_score[box])}
    filled = {name: now[name] for name in rules.boxes if name in now}
    return replace(card, boxes=filled, yahtzee_bonus=card.yahtzee_bonus + offer.further(box))
