"""Bounds on an owner's game: with them its turns end, and everything that is computed of it takes a few seconds."""

from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.kit.luck import outcomes
from engine.turns.kit.play import Play

SELDOM = 100
"""A turn ends by itself at least once in so many throws, where nothing else ends it."""
FARTHEST = 500
"""The highest goal, and points of a throw, where points add up throw by throw; in steps where they have any."""
MOST_OF_HAND = 6
HEAVIEST = 20
"""What a die that is set aside counts at most."""


def why_too_much(play: Play) -> Text | None:
    """Return why these rules can't be played here, None if they can."""
    if play.hands:
        return _("a hand has {most} dice at most", most=MOST_OF_HAND) if play.dice > MOST_OF_HAND else None
    if play.aside == "scoring":
        farthest = FARTHEST * play.table.step
        return _("the goal is {most} at most", most=farthest) if play.goal > farthest else None
    if any(abs(worth) > HEAVIEST for worth in play.worth):
        return _("a die that is set aside counts {most} at most", most=HEAVIEST)
    if play.aside != "nothing":
        return None
    if play.goal > FARTHEST:
        return _("the goal is {most} at most", most=FARTHEST)
    for number in range(1, min(play.rounds or 1, 12) + 1):
        found = outcomes(play, play.dice, play.target(number))
        if any(one.points > FARTHEST for one, _ways in found):
            return _("a roll is worth {most} points at most", most=FARTHEST)
        ending = sum(ways for one, ways in found if one.over)
        if not (play.throws or play.drops) and SELDOM * ending < 6**play.dice:
            return _("a turn hardly ever ends: at least one roll in {count} must end it", count=SELDOM)
    return None
