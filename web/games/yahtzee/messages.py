"""Yahtzee as the page tells it."""

from collections.abc import Callable, Sequence

from engine import Announcement
from engine.i18n import gettext as _
from engine.i18n import joined, listed
from web.catalogue.log import faces_listed

BOXES = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "three_of_a_kind": _("3 of a kind"),
    "four_of_a_kind": _("4 of a kind"),
    "full_house": _("Full house"),
    "small_straight": _("Small straight"),
    "large_straight": _("Large straight"),
    "yahtzee": _("Yahtzee"),
    "chance": _("Chance"),
}
YAHTZEE_BONUS = _("Yahtzee bonus")
SHEET_TOTAL = _("Total")
SHEETS = _("Scorecards")

BOX = _("Box")
BONUSES, YAHTZEES = _("Upper bonus"), _("Yahtzees")
BOXES_DESCRIBED = _("A line for each player: the total after each box.")
CARDS_DESCRIBED = _("A line through all full cards, in order of play.")

FURTHER = _("Another Yahtzee: +100")
JOKER = _("Joker: full points in any lower box")

YAHTZEE_TERMS = {
    "upper_bonus": (_("Bonus"), _("Extra points for enough points in the boxes from ones to sixes.")),
    "yahtzee_bonus": (_("Yahtzee bonus"), _("Extra points for each additional Yahtzee, if the Yahtzee box has 50.")),
    "joker": (_("Joker"), _("Another Yahtzee that goes into a different box for full points.")),
}
"""Special words by their keys, each with what it means."""

YAHTZEE_CHEERS = {"five_of_a_kind": _("Yahtzee!"), "won": _("Land ho!"), "upper_bonus": _("Bonus!")}


def upper_bonus(bonus_from: int) -> str:
    """The line of the upper bonus."""
    return _("Bonus at {bonus_from}", bonus_from=bonus_from)


def box_of(number: int, boxes: int) -> str:
    """Which box is filled now."""
    return _("Box {number} of {boxes}", number=number, boxes=boxes)


def joker_into(box: str) -> str:
    """Where a joker must go."""
    return _("Joker: must go in {box}", box=box)


def yahtzee_said(said: Sequence[Announcement], name: Callable[[str | None], str]) -> str:
    """What just happened, in as few sentences as it takes."""
    spoken = [_sentence(one, name(one.player)) for one in said if one.word != "shared"]
    shared = [name(one.player) for one in said if one.word == "shared"]
    if shared:
        spoken.append(_("{players} tie for the win.", players=listed(shared)))
    return joined([sentence for sentence in spoken if sentence])


def _sentence(one: Announcement, player: str) -> str | None:
    match one.word:
        case "five_of_a_kind":
            return _FIVE[(one.number or 1) - 1]
        case "joker":
            return _("Played as a joker.")
        case "yahtzee_bonus":
            return _("Yahtzee bonus: +{number}!", number=one.number)
        case "upper_bonus":
            return _("Upper bonus: +{number}!", number=one.number)
        case "won":
            return _("{player} wins with {number}.", player=player, number=one.number)
        case "joined":
            return _("{player} joins.", player=player)
        case "left":
            return _("{player} leaves.", player=player)
        case "renamed":
            return _("Now called {player}.", player=player)
        case box if box in BOXES:
            return _("{player}: {box}, {number}.", player=player, box=BOXES[box], number=one.number or 0)
    return None


_FIVE = (
    _("Yahtzee! Five ones."),
    _("Yahtzee! Five twos."),
    _("Yahtzee! Five threes."),
    _("Yahtzee! Five fours."),
    _("Yahtzee! Five fives."),
    _("Yahtzee! Five sixes."),
)


def log_kept(name: str, dice: Sequence[int] | None) -> str:
    """Dice stay at the next roll; None where they are drawn."""
    return (
        _("{name} keeps", name=name) if dice is None else _("{name} keeps {dice}", name=name, dice=faces_listed(dice))
    )


def log_scored(name: str, box: str) -> str:
    """A box was filled."""
    return _("{name} fills {box}", name=name, box=box)
