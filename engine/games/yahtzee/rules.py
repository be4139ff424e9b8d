"""The rules of Yahtzee: the boxes of a card and what dice score in each, one frozen set of rules, and its options."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import BadRules
from engine.game import Titles
from engine.i18n import gettext as _
from engine.spelling import check_option, check_preset, flag, number, one_of, within, words_for, wrong

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The upper section: the box of each face, from one to six."""

LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
)
BOXES = UPPER + LOWER

FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE = 25, 30, 40, 50
FURTHER_YAHTZEE = 100
"""The points of each further Yahtzee where the box holds 50 (Y10, Y-g)."""


def is_yahtzee(dice: Sequence[int]) -> bool:
    """Return whether all dice show the same face (Y9)."""
    return len(set(dice)) == 1


def upper_box(face: int) -> str:
    return UPPER[face - 1]


def points(box: str, dice: Sequence[int]) -> int:
    """Return the score of these dice in that box as an ordinary roll (Y4, Y6 to Y9, Y13)."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * sum(die == face for die in dice)
    same = sorted(Counter(dice).values(), reverse=True)
    match box:
        case "three_of_a_kind":
            return sum(dice) if same[0] >= 3 else 0
        case "four_of_a_kind":
            return sum(dice) if same[0] >= 4 else 0
        case "full_house":  # Y-c: five of a kind are not three and two
            return FULL_HOUSE if same == [3, 2] else 0
        case "small_straight":  # Y7: five in a row are four in a row too
            return SMALL_STRAIGHT if _in_a_row(dice, 4) else 0
        case "large_straight":
            return LARGE_STRAIGHT if _in_a_row(dice, 5) else 0
        case "yahtzee":
            return YAHTZEE if is_yahtzee(dice) else 0
    return sum(dice)


def joker_points(box: str, dice: Sequence[int]) -> int:
    """Return the score of a Yahtzee as a joker in that box (Y12)."""
    fixed = {"full_house": FULL_HOUSE, "small_straight": SMALL_STRAIGHT, "large_straight": LARGE_STRAIGHT}
    return fixed[box] if box in fixed else points(box, dice)


def _in_a_row(dice: Sequence[int], many: int) -> bool:
    faces = set(dice)
    return any(faces.issuperset(range(first, first + many)) for first in range(1, 8 - many))


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
        return self.labels.get(term) or TERMS.get(term) or term.replace("_", " ")

    def is_joker(self, yahtzee_box: int | None, dice: tuple[int, ...]) -> bool:
        """Return whether the dice are a joker. ``yahtzee_box`` is None while it is open (Y10, Y-a)."""
        return is_yahtzee(dice) and (yahtzee_box == YAHTZEE or (yahtzee_box == 0 and self.joker_on_zero))


TERMS = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "three_of_a_kind": _("Three of a kind"),
    "four_of_a_kind": _("Four of a kind"),
    "full_house": _("Full house"),
    "small_straight": _("Small straight"),
    "large_straight": _("Large straight"),
    "yahtzee": _("Yahtzee"),
    "chance": _("Chance"),
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


LABELLED = (*BOXES, "upper_bonus", "yahtzee_bonus", "joker", "five_of_a_kind")


def rules_of(preset: str, options: Mapping[str, object]) -> Rules:
    """Return the rules of that name with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    check_preset(preset, tuple(PRESETS))
    changes: dict[str, Any] = {}
    for key, value in options.items():
        check_option(key, OPTIONS)
        changes[key] = _READERS[key](key, value)
    return replace(PRESETS[preset], **changes)


def _boxes(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list | tuple):
        raise wrong(key, value, _("it is a list of boxes, as in [ones, yahtzee, chance]"))
    named = {one_of(key, box, BOXES) for box in value}
    return tuple(box for box in BOXES if box in named)


_READERS: dict[str, Callable[[str, object], object]] = {
    "dice": number,
    "rolls": number,
    "boxes": _boxes,
    "bonus_from": number,
    "joker_on_zero": flag,
    "joker_scratches_upper": flag,
    "labels": lambda key, value: words_for(key, value, LABELLED),
}
OPTIONS = tuple(_READERS)
"""All option keys."""
