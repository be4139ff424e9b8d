"""The games of turns as the log tells them."""

from collections.abc import Sequence

from engine.i18n import Text, ngettext, pgettext
from engine.i18n import gettext as _
from web.catalogue.log import faces_listed

TURN = _("Turn")
TURNS_BANKED = _("Turns banked")
MEAN_TURN = _("Average turn")
TURNS_DESCRIBED = _("A line for each player: the total after each turn.")
TURN_SCORES = _("Points per turn")
TURN_SCORES_DESCRIBED = _("A bar for each range of points, the first for turns that scored nothing.")
TURN_LOST = pgettext("turn", "lost")
POINTS = _("Points")

GAME_SCORES = _("Score frequency")
GAME_SCORES_DESCRIBED = _("A bar for each range of scores.")
QUALIFYING_DESCRIBED = _("A bar for each range of scores, the first for turns without a 1 and a 4.")
NOT_QUALIFIED = _("not qualified")
MIDNIGHTS = _("Midnights")
HOT_DICE = _("Hot dice")

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


def log_puts_aside(name: str, dice: Sequence[int] | None) -> Text:
    """Dice were set aside; None where they are drawn."""
    if dice is None:
        return _("{name} sets dice aside", name=name)
    return _("{name} sets aside {dice}", name=name, dice=faces_listed(dice))


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
