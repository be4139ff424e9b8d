"""How to play Yahtzee: the sentences and the boxes that its rules call for."""

from collections.abc import Callable, Iterator

from engine.games.yahtzee.rules import FURTHER_YAHTZEE, UPPER, UPPER_BONUS, YAHTZEE, Rules, points
from web.catalogue import Words
from web.games.how import BoxLine, ExampleDie, HowToPlay, RuleLine, blank

WHOLE = 5
"""The number of dice that the examples have."""

EXAMPLES = {
    "three_of_a_kind": (5, 5, 5, 2, 1),
    "four_of_a_kind": (4, 4, 4, 4, 6),
    "full_house": (3, 3, 3, 6, 6),
    "small_straight": (1, 2, 3, 4, 6),
    "large_straight": (2, 3, 4, 5, 6),
    "yahtzee": (6, 6, 6, 6, 6),
    "chance": (6, 5, 3, 2, 1),
}
"""Dice that fit each lower box."""


def how_to_play(rules: Rules, named: Callable[[str], str], words: Words) -> HowToPlay:
    """Return the page for these rules; ``named`` returns the name of a box."""
    return HowToPlay(tuple(_lines(rules, words)), tuple(_terms(rules)), tuple(_boxes(rules, named, words)))


def _lines(rules: Rules, words: Words) -> Iterator[RuleLine]:
    yield RuleLine(words.how_turn(rules.dice, rules.rolls), blank(rules.dice))
    if rules.rolls > 1:
        yield RuleLine(words.HOW_KEEP)
    yield RuleLine(words.how_boxes(len(rules.boxes)))
    if any(box in UPPER for box in rules.boxes):
        yield RuleLine(words.how_bonus(rules.bonus_from, UPPER_BONUS))
    if "yahtzee" in rules.boxes:
        yield RuleLine(words.how_further(YAHTZEE, FURTHER_YAHTZEE), (ExampleDie(6),) * rules.dice)
        yield RuleLine(words.HOW_JOKER[rules.joker_scratches_upper])
        yield RuleLine(words.HOW_JOKER_ON_ZERO[rules.joker_on_zero])
    yield RuleLine(words.HOW_MOST)


def _boxes(rules: Rules, named: Callable[[str], str], words: Words) -> Iterator[BoxLine]:
    """Yield the boxes on the card; an example needs five dice."""
    for box in rules.boxes:
        face = UPPER.index(box) + 1 if box in UPPER else 0
        dice = (face,) * 3 + (6 - (face == 6), 2 - (face == 2)) if face else EXAMPLES[box]
        shown = dice if rules.dice == WHOLE else ()
        what = words.how_face(face) if face else words.HOW_BOXES[box]
        yield BoxLine(named(box), what, tuple(map(ExampleDie, shown)), points(box, dice) if shown else None)


def _terms(rules: Rules) -> Iterator[str]:
    if any(box in UPPER for box in rules.boxes):
        yield "upper_bonus"
    if "yahtzee" in rules.boxes:
        yield from ("yahtzee_bonus", "joker")
