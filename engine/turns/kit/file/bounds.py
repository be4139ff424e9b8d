"""Bounds on a game: with them its turns end, and the game, and all that is computed of it takes a few seconds."""

from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.kit.file.play import Play
from engine.turns.kit.file.tables import MOST_POINTS, Table
from engine.turns.kit.throws.luck import outcomes
from engine.turns.turn_plan import throws

SELDOM = 100
"""A turn ends by itself at least once in so many throws, where nothing else ends it."""
FARTHEST = 500
"""The highest goal, and points of a throw, where points add up throw by throw; in steps where they have any."""
MOST_OF_HAND = 6
HEAVIEST = 20
"""What a die that is set aside counts at most."""
MOST_ASIDE = 7
"""Dice of which the best play is solved fast enough."""
MOST_SCORING, MOST_STEPS = 6, 240
"""Dice, and steps of points in one set, with which a turn is solved fast enough."""


def too_much(play: Play) -> tuple[tuple[str, ...], Text] | None:
    """Return the place of a rule that an owner's game can't have, and why; None if it can have all of them."""
    if play.hands:
        why = _("a hand has {most} dice at most", most=MOST_OF_HAND)
        return (("turn", "dice"), why) if play.dice > MOST_OF_HAND else None
    if play.aside == "scoring":
        farthest = FARTHEST * play.table.step
        why = _("the goal is {most} at most", most=farthest)
        return (("game", "goal"), why) if play.goal > farthest else None
    if any(abs(worth) > HEAVIEST for worth in play.worth):
        return ("turn", "worth"), _("a die that is set aside counts {most} at most", most=HEAVIEST)
    if play.aside != "nothing":
        return None
    if play.goal > FARTHEST:
        return ("game", "goal"), _("the goal is {most} at most", most=FARTHEST)
    for number in range(1, min(play.rounds or 1, 12) + 1):
        found = outcomes(play, play.dice, play.target(number))
        if any(one.points > FARTHEST for one, _ways in found):
            return ("turn", "score"), _("a roll is worth {most} points at most", most=FARTHEST)
        ending = sum(ways for one, ways in found if one.over)
        if not (play.throws or play.drops) and SELDOM * ending < 6**play.dice:
            why = _("a turn hardly ever ends: give “throws”, or a “bust” of one roll in {count} or more", count=SELDOM)
            return ("turn",), why
    return None


def check_ends(turn: Table, game: Table, play: Play) -> None:
    """Check that a turn ends, and the game."""
    if play.aside == "scoring":
        _check_sets(turn, game, play)
    ends = play.throws or play.drops or play.stop or play.ends_without_score or play.again
    if play.aside == "nothing" and not ends:
        raise turn.wrong(
            "throws", _("a turn never ends: give “throws”, “stop”, “leaves” or “ends_without_score” under [turn]")
        )
    if play.wins == "points" and not play.goal and not play.rounds:
        raise game.wrong("wins", _("the game never ends: give “goal” or “rounds”"))
    if play.wins == "last_point" and not (play.goal and play.ends_without_score):
        raise game.wrong("wins", _("the last point wins with “goal” and “ends_without_score”"))
    if play.hands and not (play.lowest_pays or play.first_to):
        raise game.wrong("wins", _("the game never ends: give “lives”, “tokens” or “first_to”"))
    if bool(play.hands) != (play.wins == "hands") or (play.keep and not play.hands):
        raise game.wrong("wins", _("hands win a game with “hand”, and no other"))
    if play.hands and not play.again and any(play.hand(dice) is None for dice, _ways in throws(play.dice)):
        raise game.wrong("wins", _("some dice make no hand: give a last “hand” that takes all, or “again”"))
    if play.aside == "some" and play.dice > MOST_ASIDE:
        raise turn.wrong(
            "dice", _("“{key}” can be {most} at most where dice are set aside", key="dice", most=MOST_ASIDE)
        )


def _check_sets(turn: Table, game: Table, play: Play) -> None:
    """Check that there are sets, few enough to solve a turn."""
    steps = [max(one.points, 6 * one.face) // play.table.step for one in play.sets]
    if not play.sets or any(one.points < 0 or one.face < 0 for one in play.sets):
        raise turn.wrong("sets", _("“{key}” is missing", key="turn.sets"))
    if play.dice > MOST_SCORING or max(steps) > MOST_STEPS or game.number("goal", 0, 0, MOST_POINTS) < play.table.step:
        raise turn.wrong(
            "sets",
            _(
                "too much to solve: up to {dice} dice, and sets of up to {steps} times the smallest step",
                dice=MOST_SCORING,
                steps=MOST_STEPS,
            ),
        )
