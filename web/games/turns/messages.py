"""The texts that the pages of games of turns share."""

from collections.abc import Sequence

from engine.i18n import Text, joined, listed, pgettext
from engine.i18n import gettext as _
from web.catalogue.log import faces_listed

THIS_TURN = _("This turn")
SET_ASIDE = _("Set aside")
TO_ROLL = _("To roll")
ROLLED = _("Rolled")
TURN_STATES = {"held": _("held"), "seen": _("rolled"), "open": _("needed")}

TURN_TERMS = {
    "leads": (_("Leads"), _("The best result so far.")),
    "aside": (_("Set aside"), _("Dice that stay out of the next roll.")),
    "rolloff": (_("Roll-off"), _("One more roll to decide a tie, or who goes first.")),
}
"""Special words by their keys, each with what it means."""

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


def first_to_points(points: int) -> str:
    """How long a game is."""
    return _("First to {points}", points=points)


def stand_with(points: int) -> str:
    """The key that ends a turn with so many points."""
    return _("Stand: bank {points}", points=points)


def turns_said(sentences: Sequence[Text | None], rolling_off: Sequence[str], sharing: Sequence[str]) -> str:
    """What just happened, in a few sentences."""
    spoken = [one for one in sentences if one]
    if rolling_off:
        spoken.append(_("Roll-off: {players}.", players=listed(rolling_off)))
    if sharing:
        spoken.append(_("{players} tie for the win.", players=listed(sharing)))
    return joined(spoken)


def turn_won(player: str, number: int | None) -> Text:
    """Who has won, and with what."""
    if number is None:
        return _("{player} wins.", player=player)
    return _("{player} wins with {number}.", player=player, number=number)


def turn_joined(player: str) -> Text:
    """Who has joined."""
    return _("{player} joins.", player=player)


def turn_left(player: str) -> Text:
    """Who has left."""
    return _("{player} leaves.", player=player)


def turn_renamed(player: str) -> Text:
    """Who has another name."""
    return _("Now called {player}.", player=player)


def how_tie(*, rolled_off: bool) -> str:
    """What follows a tie for the win."""
    return _("On a tie those players have one more turn each.") if rolled_off else _("Players who tie share the win.")


def log_puts_aside(name: str, dice: Sequence[int] | None) -> Text:
    """Dice were set aside; None where they are drawn."""
    if dice is None:
        return _("{name} sets dice aside", name=name)
    return _("{name} sets aside {dice}", name=name, dice=faces_listed(dice))
