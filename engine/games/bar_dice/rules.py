"""Rules of Bar dice: their options, the hands ranked, and the events of this game only."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

from engine.events import Event
from engine.face import Option
from engine.game import Titles
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.state import TurnRules
from engine.turns.turn_plan import throws

DICE = 5
ROLLS = 3
"""The rolls of the first player of a round, at the most."""
WINS = 2
"""The rounds that win a horse, the best of three."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game of Bar dice.

    ``ace_needed``: a hand without a 1 ranks below every hand with one. ``match``: ``lives``, where the lowest hand of
    each round loses one and the last player in wins; ``horse``, where two rounds win; or a ``single`` round.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "hand": _("Hand"),
        "life_lost": _("Life lost"),
        "rolls_set": _("Rolls set"),
        "round_won": _("Round won"),
        "rolloff": _("Roll-off"),
    }

    name: str = "bar-dice"
    ace_needed: bool = True
    match: str = "lives"
    lives: int = 3


OPTIONS = (
    Option("ace_needed", "flag", _("1 needed"), _("A hand without a 1 ranks below every hand with one.")),
    Option(
        "match",
        "choice",
        _("Match length"),
        _("The lowest hand loses a life, or the highest wins a round."),
        {"lives": _("lives"), "horse": _("best of three"), "single": _("one round")},
    ),
    Option(
        "lives",
        "number",
        _("Lives"),
        _("Rounds that a player can lose."),
        least=1,
        most=10,
        needs=("match", "lives"),
    ),
)

PRESETS = {"bar-dice": Rules()}
TITLES: Titles = {
    "bar-dice": (_("Bar dice"), _("Most of a kind, 1s wild. The lowest hand loses a life, the last one in wins."))
}


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The player on turn keeps these dice at the next roll and throws the others.

    The choice holds for that roll only: dice that were kept may be thrown again later.
    """

    dice: tuple[int, ...]


WILD = 1
ACES = 7
"""The face of a hand of 1s alone, which beats all."""

HandRank = tuple[int, int, int]
"""1, or 0 without a 1 that is needed; the dice of a kind; their face. Larger hands are better."""


def hand(ace_needed: bool, dice: Iterable[int]) -> HandRank:
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
