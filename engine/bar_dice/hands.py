"""The hands of Bar dice, ranked: as many of a kind as possible, then the face; 1s are wild."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from engine.bar_dice.rules import DICE
from engine.turns.keeps import throws

WILD = 1
ACES = 7
"""The face of a hand of 1s alone, which beats all."""

HandRank = tuple[int, int, int]
"""1, or 0 without a 1 that is needed; the dice of a kind; their face. Larger hands are better."""


def hand(ace_needed: bool, dice: Iterable[int]) -> HandRank:
    """Return the best hand of these dice."""
    counts = Counter(dice)
    wild = counts.pop(WILD, 0)
    many, face = max(((count, face) for face, count in counts.items()), default=(0, ACES))
    return int(bool(wild) or not ace_needed), many + wild, face


@cache
def strength(ace_needed: bool) -> dict[HandRank, Fraction]:
    """Return the strength of each hand: the share of single throws that it beats, and half of those it equals."""
    ways: Counter[HandRank] = Counter()
    for faces, many in throws(DICE):
        ways[hand(ace_needed, faces)] += many
    found, below = {}, 0
    for one in sorted(ways):
        found[one] = Fraction(2 * below + ways[one], 2 * 6**DICE)
        below += ways[one]
    return found


@cache
def ranks(ace_needed: bool) -> dict[tuple[int, ...], int]:
    """Return the place of each hand among all, the weakest first."""
    return {one: place for place, one in enumerate(sorted(strength(ace_needed)))}


def of_a_kind() -> dict[str, Fraction]:
    """Return the chance of one throw to have just so many of a kind, 1s among them: from ``"1"`` to ``"5"``."""
    ways: Counter[int] = Counter()
    for faces, many in throws(DICE):
        ways[hand(False, faces)[1]] += many
    return {str(many): Fraction(ways[many], 6**DICE) for many in sorted(ways)}
