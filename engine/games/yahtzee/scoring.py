"""The boxes in which a roll may be scored, the points, and the reasons against other boxes."""

from collections.abc import Collection

from engine.games.yahtzee.boxes import LOWER, UPPER, joker_points, points, upper_box
from engine.games.yahtzee.rules import Rules
from engine.i18n import gettext as _

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
