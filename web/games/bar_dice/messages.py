"""The texts of Bar dice on the page."""

from collections.abc import Sequence

from engine.i18n import Text, ngettext, pgettext
from engine.i18n import gettext as _
from web.catalogue.log import faces_listed

BAR_DICE_CHEERS = {"won": _("Land ho!")}
BAR_DICE_HAND = _("Hand")
BAR_DICE_LIVES = _("lives")
BAR_DICE_ROUNDS = _("rounds won")
BAR_DICE_OUT = _("out")
BAR_DICE_CHANCES = {"hand": _("Beats a single roll"), "beat": _("Win the round"), "stay": _("Keep your life")}
BAR_DICE_AIMS = {
    "hand": _("Each choice: share of single rolls it beats"),
    "beat": _("Each choice: chance to win the round"),
    "stay": _("Each choice: chance to keep your life"),
}
BAR_DICE_TERMS = {
    "lives": (_("Lives"), _("Rounds that you may still lose.")),
    "hand": (_("Hand"), _("As many of a kind as possible, then the face. 1s are wild.")),
}
"""Special words by their keys, each with what it means."""

HOW_BAR_DICE = _("Roll five dice, up to three times.")
HOW_BAR_DICE_KEEP = _("Keep any dice between rolls, and give them back if you like.")
HOW_BAR_DICE_FIRST = _("The first player of a round sets how many rolls the others have.")
HOW_BAR_DICE_HAND = _("As many of a kind as possible count, then the face. 1s are wild.")
HOW_BAR_DICE_ACES = _("Five 1s beat everything.")
HOW_BAR_DICE_NEEDED = _("A hand without a 1 ranks below every hand with one.")
HOW_BAR_DICE_TIE = _("Players who tie roll once more.")
HOW_BAR_DICE_MATCH = {
    "lives": _("The lowest hand loses a life. The last player in wins."),
    "horse": _("The highest hand wins the round. Two rounds win the game."),
    "single": _("The highest hand wins."),
}

HANDS = pgettext("of dice", "Hands")
OF_A_KIND = _("Of a kind")
MEAN_OF_A_KIND = _("Average of a kind")
BEST_OF_A_KIND = _("Most of a kind")
ROUNDS_WON, LIVES_LOST = _("Rounds won"), _("Lives lost")
HANDS_CHART = _("Dice of a kind")
HANDS_DESCRIBED = _("A bar for each number of dice of a kind, the first for hands without a 1.")
NO_ACE = _("no 1")
ROUND = _("Round")
ROUNDS_DESCRIBED = _("A line for each player: lives or rounds won, after each round.")
HAND_LUCK_MEANS = _(
    "Luck: how much better your hands were than average with perfect play, as a share of hands beaten. Lost to "
    "mistakes: what your choices cost compared with the best move."
)


def bar_dice_has(player: str, many: int) -> Text:
    """A turn is over."""
    return ngettext("{player} has no pair.", "{player} has {count} of a kind.", many, player=player)


def bar_dice_rolls(rolls: int) -> Text:
    """The first player has set the rolls of the round."""
    return ngettext("One roll for everyone.", "{count} rolls for everyone.", rolls)


def bar_dice_life(player: str, left: int) -> Text:
    """A player has lost a life."""
    if not left:
        return _("{player} is out.", player=player)
    return ngettext("{player} loses a life: one left.", "{player} loses a life: {count} left.", left, player=player)


def bar_dice_round(player: str) -> Text:
    """A player has won a round."""
    return _("{player} wins the round.", player=player)


def bar_dice_stand(hand: Text) -> str:
    """The key that keeps the hand."""
    return _("Stand: {hand}", hand=hand)


def how_bar_dice_lives(lives: int) -> str:
    """Say how many lives there are."""
    return ngettext("Everyone has one life.", "Everyone has {count} lives.", lives)


def log_keeps(name: str, dice: Sequence[int] | None) -> Text:
    """Dice stay at the next roll; None where they are drawn."""
    if dice is None:
        return _("{name} keeps", name=name)
    return _("{name} keeps {dice}", name=name, dice=faces_listed(dice))


def log_lives_left(name: str, lives: int) -> Text:
    """The last player in has won."""
    return ngettext("{name} won with {count} life left.", "{name} won with {count} lives left.", lives, name=name)


def log_won_the_round(name: str) -> Text:
    """A player has won a game of a single round."""
    return _("{name} won.", name=name)
