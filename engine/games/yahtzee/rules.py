"""The rules of one game on a card: a frozen set of values, its options, and the presets."""

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import BadRules
from engine.face import Option
from engine.games.yahtzee.boxes import Dice, Sheet, all_alike
from engine.games.yahtzee.cards import SHEETS
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.spelling import check_option, check_preset, one_of, words_for, wrong


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game.

    ``boxes`` are those on the card, in its order; ``bonus_from`` is the upper total that earns the bonus (Y5).
    ``joker_on_zero``: dice all alike are a joker also where their box was scratched, without more points (Y-a).
    ``joker_scratches_upper``: a joker may be put into an open upper box for zero while lower ones are open (Y-b).
    ``further`` are the points of each further roll of all dice alike (Y10, Y-g), ``further_above``: in its upper box
    only. ``served`` are the points more of the first throw in a box that has them. ``served_wins``: dice all alike in
    the first throw win the game, in any box. ``awards``: not the total decides, but what boxes and total are worth.
    """

    name: str
    sheet: Sheet = field(repr=False)
    dice: int
    rolls: int
    boxes: tuple[str, ...]
    bonus_from: int
    further: int
    served: int
    joker_on_zero: bool = False
    joker_scratches_upper: bool = False
    further_above: bool = False
    served_wins: bool = False
    awards: bool = False
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def turns(self) -> int:
        """How often boxes are filled on a whole card."""
        return sum(self.sheet.box[box].times for box in self.boxes)

    def label(self, term: str) -> str:
        return self.labels.get(term) or self.sheet.titles.get(term) or TERMS.get(term) or term.replace("_", " ")

    def level(self, total: int) -> int:
        """Return the award of a total."""
        return bisect(self.sheet.levels, total) + self.sheet.lowest

    def is_joker(self, top: int | None, dice: Dice) -> bool:
        """Return whether the dice are a joker. ``top`` are the points in that box, None while it is open (Y10, Y-a)."""
        return bool(self.sheet.further and all_alike(dice) and (top or (top == 0 and self.joker_on_zero)))

    def wins_served(self, dice: Dice, *, first: bool) -> bool:
        return bool(self.served_wins and first and all_alike(dice))

    def points(self, name: str, top: int | None, dice: Dice, *, first: bool) -> int:
        """Return the score of the dice in that box, without the points of a further roll of all dice alike.

        ``first``: they are the first throw of the turn.
        """
        box = self.sheet.box[name]
        if box.second and not top:
            return 0
        if isinstance(box.gives, int) and self.is_joker(top, dice):  # Y12
            return box.gives
        found = box.points(dice)
        return found + self.served if found and first and box.served else found


TERMS = {
    "five_of_a_kind": _("Five of a kind"),
    "joker": _("Joker"),
    "upper_bonus": _("Upper bonus"),
    "yahtzee_bonus": _("Bonus"),
}


def terms_of(sheet: Sheet) -> dict[str, Text]:
    """Return the words of its announcements, which are those that a table may have words of its own for."""
    has = {
        "five_of_a_kind": sheet.top,
        "joker": sheet.further,
        "upper_bonus": sheet.bonus,
        "yahtzee_bonus": sheet.further,
    }
    return sheet.titles | {term: word for term, word in TERMS.items() if has[term]}


def options_of(sheet: Sheet) -> tuple[Option, ...]:
    """Return the options of that card's rules."""
    name, none = sheet.title, dict[str, str]()
    above = _("Upper-section points needed for the bonus of {points}.", points=sheet.bonus)
    served = _("Extra points for a combination in the first roll.")
    every = (
        Option("dice", "number", _("Dice"), _("More dice make it easier."), none, 2, 5),
        Option("rolls", "number", _("Rolls"), _("More rolls make it easier."), none, 1, 9),
        Option("boxes", "list", _("Boxes"), _("Boxes on the card."), sheet.shorts),
        Option("bonus_from", "number", _("Bonus at"), above, none, 1, 105),
        Option(
            "joker_on_zero",
            "flag",
            _("Joker after a zero"),
            _("Jokers still count after a zero in {name}.", name=name),
        ),
        Option("joker_scratches_upper", "flag", _("Scratch a joker"), _("A joker may be scored as 0 in an upper box.")),
        Option("further", "number", _("Extra points"), _("For each additional {name}.", name=name), none, 0, 100),
        Option("further_above", "flag", _("Above only"), _("Extra points only in the upper box.")),
        Option("served", "number", _("Served"), served, none, 0, 10),
        Option("served_wins", "flag", _("Served wins"), _("Five equal dice in the first roll win the game.")),
        Option("awards", "flag", _("Points"), _("Points for sums decide, not the total.")),
        Option("labels", "words", choices=dict.fromkeys(terms_of(sheet), "")),
    )
    return tuple(one for one in every if one.key in (*sheet.options, "rolls", "boxes", "labels"))


OPTIONS = {sheet.kind: {option.key: option for option in options_of(sheet)} for sheet in SHEETS}


def _of(sheet: Sheet, preset: str) -> Rules:
    usual = Rules(*(preset, sheet, sheet.dice, sheet.rolls, sheet.names, sheet.bonus_from, sheet.further, sheet.served))
    return replace(usual, **sheet.presets[preset].changes)


PRESETS = {preset: _of(sheet, preset) for sheet in SHEETS for preset in sheet.presets}


def rules_of(preset: str, options: Mapping[str, object]) -> Rules:
    """Return the rules of that name with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    check_preset(preset, tuple(PRESETS))
    rules = PRESETS[preset]
    known = OPTIONS[rules.sheet.kind]
    changes: dict[str, Any] = {}
    for key, value in options.items():
        check_option(key, tuple(known))
        match key:
            case "boxes":
                changes[key] = _boxes(rules.sheet, value)
            case "labels":
                changes[key] = words_for(key, value, tuple(known[key].choices))
            case _:
                changes[key] = known[key].read(value)
    return replace(rules, **changes)


def _boxes(sheet: Sheet, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list | tuple):
        raise wrong("boxes", value, _("it is a list of boxes, as in [ones, yahtzee, chance]"))
    named = {one_of("boxes", box, sheet.names) for box in value}
    if not named:
        raise BadRules(_("“boxes” is []: a card needs at least one box"))
    return tuple(box for box in sheet.names if box in named)
