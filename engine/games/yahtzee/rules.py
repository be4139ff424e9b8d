"""One frozen set of rules for Yahtzee, and the named ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadRules
from engine.game import Titles
from engine.games.yahtzee.boxes import BOXES, YAHTZEE, is_yahtzee
from engine.i18n import gettext as _
from engine.spelling import within

UPPER_BONUS = 35

LIMITS: Mapping[str, tuple[int, int]] = {"dice": (2, 5), "rolls": (1, 9), "bonus_from": (1, 105)}
"""The least and the most of each option that is a number."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game of Yahtzee.

    ``boxes`` are those on the card, in its order; ``bonus_from`` is the upper total that earns the bonus (Y5).
    ``joker_on_zero``: a Yahtzee is a joker also where the Yahtzee box was scratched, without the 100 (Y-a).
    ``joker_scratches_upper``: a joker may be put into an open upper box for zero while lower ones are open (Y-b).
    Raises :class:`BadRules` where a value is out of range.
    """

    name: str = "yahtzee-handout"
    dice: int = 5
    rolls: int = 3
    boxes: tuple[str, ...] = BOXES
    bonus_from: int = 63
    joker_on_zero: bool = False
    joker_scratches_upper: bool = True
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for key, limits in LIMITS.items():
            within(key, getattr(self, key), *limits)
        if not self.boxes:
            raise BadRules(_("“boxes” is []: a card needs at least one box"))

    def label(self, term: str) -> str:
        """Return this table's label for a term of the game."""
        return self.labels.get(term) or TERMS.get(term) or term.replace("_", " ")

    def is_joker(self, yahtzee_box: int | None, dice: tuple[int, ...]) -> bool:
        """Return whether the dice are a joker. ``yahtzee_box`` is None while it is open (Y10, Y-a)."""
        return is_yahtzee(dice) and (yahtzee_box == YAHTZEE or (yahtzee_box == 0 and self.joker_on_zero))


TERMS = {
    "ones": _("ones"),
    "twos": _("twos"),
    "threes": _("threes"),
    "fours": _("fours"),
    "fives": _("fives"),
    "sixes": _("sixes"),
    "three_of_a_kind": _("three of a kind"),
    "four_of_a_kind": _("four of a kind"),
    "full_house": _("full house"),
    "small_straight": _("small straight"),
    "large_straight": _("large straight"),
    "yahtzee": _("yahtzee"),
    "chance": _("chance"),
}
"""The boxes of the card, as sentences have them."""


PRESETS: dict[str, Rules] = {
    "yahtzee-handout": Rules(),
    "yahtzee-official": Rules("yahtzee-official", joker_on_zero=True, joker_scratches_upper=False),
}
"""Presets by name.

- ``yahtzee-handout`` (002): as its two pages word it; a scratched Yahtzee box makes no jokers, and a joker whose upper
  box is filled may go anywhere.
- ``yahtzee-official``: the forced joker of the game's printed rules; it also holds with a scratched Yahtzee box.
"""

TITLES: Titles = {
    "yahtzee-handout": (_("Yahtzee"), _("Standard: thirteen boxes, relaxed joker rule.")),
    "yahtzee-official": (_("Yahtzee, official"), _("Official rules: forced joker, even after a zero in Yahtzee.")),
}
"""Titles and descriptions of the presets where a game is begun."""
