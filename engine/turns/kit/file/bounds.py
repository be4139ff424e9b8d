"""Bounds on a game: with them its turns end, and the game, and all that is computed of it takes a few seconds."""

from itertools import islice

from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.kit.aside_plan import scoring_of
from engine.turns.kit.file.play import NO_TARGET, Play
from engine.turns.kit.file.tables import MOST_POINTS, Table
from engine.turns.kit.scoring.chances import options_of, setting_of
from engine.turns.kit.throws.luck import begun, enough, followed, outcomes
from engine.turns.turn_plan import throws

SELDOM = 100
"""A turn ends by itself at least once in so many throws, where nothing else ends it."""
FARTHEST = 500
"""The highest goal, and points of a throw, where points add up throw by throw; in steps where they have any."""
FARTHEST_TOGETHER = 100
"""The highest goal of all players together."""
MOST_STATES = 150_000
"""Steps from throw to throw in which a turn is followed, over all targets: Drop Dead has 26,217."""
MOST_TRIED = 20_000
"""Patterns that are tried on throws, for all numbers of dice, and all targets."""
MOST_OF_HAND = 6
HEAVIEST = 20
"""What a die that is set aside counts at most."""
MOST_ASIDE = 7
"""Dice that are set aside at most."""
MOST_CHOSEN = 350_000
"""Throws among which dice are chosen, each with all that can be set aside before, and all results that are to be
beaten: Midnight has 258,075, and 343,508 where a 3 counts nothing."""
MOST_READ = 1_000
"""Choices among sets that score, over all throws: Farkle has 839."""
MOST_SCORING, MOST_STEPS = 6, 240
"""Dice, and steps of points in one set, with which a turn is solved fast enough."""


Wrong = tuple[tuple[str, ...], Text]
"""The place of a rule that an owner's game can't have, and why."""


def too_much(play: Play) -> Wrong | None:
    """Return the place of a rule that an owner's game can't have, and why; None if it can have all of them."""
    if play.hands:
        why = _("a hand has {most} dice at most", most=MOST_OF_HAND)
        return (("turn", "dice"), why) if play.dice > MOST_OF_HAND else None
    if play.aside == "scoring":
        return _why_too_many_sets(play)
    if any(abs(worth) > HEAVIEST for worth in play.worth):
        return ("turn", "worth"), _("a die that is set aside counts {most} at most", most=HEAVIEST)
    if play.aside != "nothing":
        why = _("so many “dice” with these “needs” and “worth” are too much to solve: give fewer dice or needs")
        return (("turn", "dice"), why) if chosen(play) > MOST_CHOSEN else None
    farthest = FARTHEST_TOGETHER if play.wins == "last_point" else FARTHEST
    if play.goal > farthest:
        return ("game", "goal"), _("the goal is {most} at most", most=farthest)
    return _why_no_throws(play)


def _too_many(most: int) -> Wrong:
    return ("turn",), _(
        "a turn can go in too many ways to be solved, {most} at most: use fewer dice, rolls or values", most=most
    )


def _why_too_many_sets(play: Play) -> Wrong | None:
    farthest = FARTHEST * play.table.step
    if play.goal > farthest:
        return ("game", "goal"), _("the goal is {most} at most", most=farthest)
    of = setting_of(play)
    many = sum(len(options) for dice in range(play.dice + 1) for options, _ways in options_of(of, dice))
    return _too_many(MOST_READ) if many > MOST_READ else None


def chosen(play: Play) -> int:
    """Return the throws among which dice are chosen, with all that can be set aside before, and results to beat."""
    of = scoring_of(play).of
    results = len({of(dice)[1] for dice, _ways in throws(play.dice)})
    return results * sum(
        len({of(dice) for dice, _ways in throws(aside)}) * len(throws(play.dice - aside)) for aside in range(play.dice)
    )


def _why_no_throws(play: Play) -> Wrong | None:
    """Return why turns in which nothing is chosen among the dice can't be played, or followed."""
    targets = play.targets((play.rounds or NO_TARGET) - 1)
    fewer = play.drops or play.wins == "last_point"
    dice = range(1, play.dice + 1) if fewer else (play.dice,)
    tried = sum(map(len, play.patterns.values())) * len(targets) * sum(len(throws(many)) for many in dice)
    if tried > MOST_TRIED:
        return _too_many(MOST_TRIED)
    left = MOST_STATES
    for target in targets:
        found = outcomes(play, play.dice, target)
        if any(one.points > FARTHEST for one, _ways in found):
            return ("turn", "score"), _("a roll is worth {most} points at most", most=FARTHEST)
        for many in dice:
            if not play.throws and any(one.points < 0 for one, _ways in outcomes(play, many, target)):
                return ("turn", "score"), _("a roll can’t cost points where a turn has any number of them")
        if not (play.throws or play.drops) and _is_seldom(sum(ways for one, ways in found if one.over), play.dice):
            why = _("a turn hardly ever ends: give “throws”, or a “bust” of one roll in {count} or more", count=SELDOM)
            return ("turn",), why
        far = enough(play, target)
        steps = followed(play, target, begun(play), lambda points, far=far: play.stop and points >= far)  # type: ignore[misc]
        left -= sum(1 for _step in islice(steps, left + 1))
        if left < 0:
            return _too_many(MOST_STATES)
    if play.wins == "last_point" and any(
        _is_seldom(sum(ways for one, ways in outcomes(play, many, 0) if one.points), many) for many in dice
    ):
        why = _("a roll hardly ever scores: at least one in {count} must, with a single die too", count=SELDOM)
        return ("turn", "score"), why
    return None


def _is_seldom(ways: int, dice: int) -> bool:
    return SELDOM * ways < int(6**dice)


def check_ends(turn: Table, game: Table, play: Play) -> None:
    """Check that a turn ends, and the game."""
    if play.aside == "scoring":
        _check_sets(turn, game, play)
    ends = play.throws or play.drops or play.stop or play.ends_without_score or play.again
    if play.aside == "nothing" and not ends:
        raise turn.wrong(
            "throws",
            _("a turn never ends: give “throws”, “leaves”, “ends_without_score”, or “stop” and “bust”, under [turn]"),
        )
    if play.wins == "points" and not play.goal and not play.rounds:
        raise game.wrong("wins", _("the game never ends: give “goal” or “rounds”"))
    if play.wins == "last_point" and not (play.goal and play.ends_without_score):
        raise game.wrong("wins", _("the last point wins: give “goal” here, and “ends_without_score” under [turn]"))
    if bool(play.hands) != (play.wins == "hands") or (play.keep and not play.hands):
        raise game.wrong("wins", _('a game of hands has wins = "hands" here, and a [[hand]]'))
    if play.hands and not (play.lowest_pays or play.first_to):
        raise game.wrong("wins", _("the game never ends: give “lives”, “tokens” or “first_to”"))
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
