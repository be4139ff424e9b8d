"""The texts of Pig on the page."""

from engine.i18n import Text, in_words, ngettext
from engine.i18n import gettext as _

PIG_CHEERS = {"won": _("Land ho!")}
PIG_TERMS = {"bank": (_("Bank"), _("Keep the points of the turn and end it."))}
"""Special words by their keys, each with what it means."""

PIG_BUST = {1: _("Turn lost: a 1"), 2: _("Turn lost: at least one 1")}
"""The chance to lose the turn with the next roll, by the number of dice."""

HOW_PIG_BANK = _("Press STAND to bank the points of the turn.")
HOW_PIG_TWO = _("With two 1s you lose all points but a head start.")
HOW_PIG_ENDS = {
    "round": _("When a player has enough points, the round is finished. The most points win."),
    "at_once": _("The first player with enough points wins at once."),
}


def pig_lost(player: str, points: int) -> Text:
    """A 1 has ended a turn."""
    return ngettext(
        "{player} rolls a 1 and loses one point.", "{player} rolls a 1 and loses {count} points.", points, player=player
    )


def pig_banked(player: str, points: int) -> Text:
    """Points were kept."""
    return ngettext("{player} banks one point.", "{player} banks {count} points.", points, player=player)


def how_pig(dice: int) -> str:
    """Say what a turn is."""
    return ngettext(
        "Roll one die as often as you like, and add up what it shows.",
        "Roll {number} dice as often as you like, and add up what they show.",
        dice,
        number=in_words(dice),
    )


def how_pig_bust(dice: int) -> str:
    """Say what ends a turn."""
    return ngettext(
        "A 1 ends the turn, and its points are lost.",
        "A single 1 ends the turn, and its points are lost.",
        dice,
    )


def how_pig_goal(goal: int) -> str:
    """Say how many points win."""
    return _("{goal} points win.", goal=goal)
