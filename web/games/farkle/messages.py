"""The texts of Farkle on the page."""

from engine.i18n import Text, in_words, ngettext, number
from engine.i18n import gettext as _

FARKLE_CHEERS = {"hot_dice": _("Hot dice!"), "won": _("Land ho!")}
FARKLE_LAST = _("Last round: one more turn each")
FARKLE_TERMS = {
    "farkle": (_("Farkle"), _("A roll that scores nothing: the turn’s points are lost.")),
    "hot_dice": (_("Hot dice"), _("All six dice have scored: roll all of them again.")),
    "bank": (_("Bank"), _("Keep the points of the turn and end it.")),
}
"""Special words by their keys, each with what it means."""

HOW_FARKLE = _("Roll six dice. Set aside at least one die that scores.")
HOW_FARKLE_GO_ON = _("Roll the rest again, or press STAND to bank all points of the turn.")
HOW_FARKLE_BUST = _("A roll that scores nothing is a farkle: the turn’s points are lost.")
HOW_FARKLE_HOT = _("All six dice have scored? Roll all six again.")
HOW_FARKLE_SINGLES = _("A 1 is 100, a 5 is 50.")
HOW_FARKLE_DOUBLES = _("Each additional die of that kind doubles it.")

HOT_DICE = _("Hot dice")


def farkle_bust(player: str, points: int) -> Text:
    """A roll has scored nothing."""
    if not points:
        return _("Farkle! {player} scores nothing.", player=player)
    return _("Farkle! {player} loses {points} points.", player=player, points=number(points))


def farkle_banked(player: str, points: int) -> Text:
    """Points were kept."""
    return _("{player} banks {points}.", player=player, points=number(points))


def farkle_three(player: str, points: int) -> Text:
    """The third farkle in a row."""
    return _("Three farkles: {player} loses {points}.", player=player, points=number(points))


def farkle_hot(player: str) -> Text:
    """All six dice have scored."""
    return _("Hot dice, {player}!", player=player)


def farkle_last(player: str, points: int) -> Text:
    """A player has reached the goal."""
    return _("{player} has {points}: one more turn for everyone else.", player=player, points=number(points))


def farkle_chance(dice: int) -> Text:
    """The chance that the next roll scores nothing."""
    return ngettext("Farkle with one die", "Farkle with {number} dice", dice, number=in_words(dice))


def farkle_stand(points: int) -> str:
    """The key that banks so many points."""
    return _("Stand: bank {points}", points=number(points))


def farkle_to_open(points: int) -> str:
    """How many points the first scoring turn takes."""
    return _("{points} to open", points=number(points))


def farkle_goal(points: int) -> str:
    """How long a game is."""
    return _("First to {points}", points=number(points))


def how_farkle_three(points: int) -> str:
    """Say what three of a kind are."""
    return _("Three of a kind: 100 times the face, three 1s {points}.", points=number(points))


def how_farkle_kinds(four: int, five: int, six: int) -> str:
    """Say what more of a kind are."""
    return _("Four of a kind {four}, five {five}, six {six}.", four=number(four), five=number(five), six=number(six))


def how_farkle_six(straight: int, triplets: int) -> str:
    """Say what all six dice can be."""
    return _(
        "A straight or three pairs {straight}, two triplets {triplets}.",
        straight=number(straight),
        triplets=number(triplets),
    )


def how_farkle_penalty(points: int) -> str:
    """Say what three farkles cost."""
    return _("Three farkles in a row cost {points} points.", points=number(points))


def how_farkle_open(points: int) -> str:
    """Say what the first scoring turn takes."""
    return _("Your first scoring turn needs {points} points.", points=number(points))


def how_farkle_win(points: int) -> str:
    """Say how the game ends."""
    return _("At {points} points everyone else has one more turn. The most points win.", points=number(points))


def farkle_number(points: int) -> str:
    """A number of points."""
    return number(points)
