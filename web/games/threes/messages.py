"""The texts of Threes on the page."""

from engine.i18n import Text, in_words, ngettext
from engine.i18n import gettext as _

THREES_CHEERS = {"won": _("Land ho!")}
THREES_MEAN = _("Average total")
THREES_AIM = _("Each choice: average total, less is better")

HOW_THREES_ASIDE = _("After each roll set aside at least one die. Roll the others again until none is left.")
HOW_THREES_COUNT = _("A 3 counts nothing. All other dice count what they show.")
HOW_THREES_WIN = _("The lowest total wins.")
HOW_THREES_STAND = _("Press STAND to set aside all dice that are left.")


def threes_total(player: str, total: int) -> Text:
    """A turn is over."""
    return _("{player}: total {total}.", player=player, total=total)


def threes_stand(total: int) -> str:
    """The key that sets all dice aside."""
    return _("Stand: total {total}", total=total)


def how_threes(dice: int) -> str:
    """Say what a turn begins with."""
    return ngettext("Roll one die.", "Roll {number} dice.", dice, number=in_words(dice))
