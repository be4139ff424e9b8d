"""Advice and chances where awards decide: cards with their points are too many to be solved, so games are played out.

The turn that is on is played as it is best. In those to come everyone plays for the highest mean total, as if each open
box were to be filled twice: so there are few such turns, and each is drawn from its spread.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from statistics import fmean

from engine.games.yahtzee.analysis.position import (
    Position,
    in_each,
    ordinary,
    points_plan,
    position_of,
    worth_of_points,
)
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import Rules
from engine.games.yahtzee.state import State
from engine.reports.win_chances import Spread, WinChances, tallied
from engine.turns.kit.simulation import GAMES, TURNS, WITHIN, Draw, drawing, played_out
from engine.turns.turn_plan import Keep, keeps

Filled = tuple[Spread, Sequence[tuple[str, int]]]
"""The boxes that a turn may fill, each with points there, and the chances of their numbers."""


def filled(rules: Rules, position: Position, rolls_left: int, dice: Sequence[int]) -> Filled:
    """Return what a turn fills with the play for the highest mean total, from these dice on."""
    plan, known = points_plan(rules, position), keeps(rules.dice)
    each = in_each(rules, position, worth_of_points(rules))

    def best(lie: Keep) -> tuple[str, int]:
        place = known.number[lie] - known.first[rules.dice]
        box = max(each, key=lambda one: each[one][place])
        return box, ordinary(rules, box, False, False)[place]

    found = tallied((best(lie), chance) for lie, chance in plan.ends(rolls_left, dice).items())
    return dict(enumerate(found.values())), tuple(found)


@lru_cache(maxsize=128)
def _turn(rules: Rules, boxes: tuple[str, ...]) -> Filled:
    sheet = rules.sheet
    done = sum(sheet.weight[box.name] * (box.times - 2 * (box.name in boxes)) for box in sheet.boxes)
    return filled(rules, Position(done, False, 0), rules.rolls, ())


def _played_on(rules: Rules, card: Card, draw: Draw, turn: Filled | None = None, but: str = "") -> Card:
    """Return the card after all its turns, the first of which is that one; one time of a box is left open (``but``)."""
    scores = dict(card.boxes)
    left = {box: rules.sheet.box[box].times - len(scores.get(box, ())) - (box == but) for box in rules.boxes}
    boxes = tuple(box for box, times in left.items() if times > 0)
    while boxes:
        spread, ways = turn or _turn(rules, boxes)
        box, points = ways[draw(spread)]
        scores[box], turn = (*scores.get(box, ()), points), None
        left[box] -= 1
        if not left[box]:
            boxes = tuple(one for one in boxes if one != box)
    return Card(scores)


def chances(state: State) -> WinChances | None:
    """Return the chances to win of all who are there."""
    rules, turn = state.rules, state.turn
    assert turn is not None
    dice = turn.dice if turn.rolls else ()
    now = filled(rules, position_of(rules, state.cards[turn.player]), state.rolls_left, dice)

    def play_on(draw: Draw) -> Sequence[str]:
        results = {}
        for name in state.present:
            end = _played_on(rules, state.cards[name], draw, now if name == state.player else None)
            results[name] = end.result(rules) + state.handicap.get(name, 0)
        return [name for name, result in results.items() if result == max(results.values())]

    return played_out((turn, *state.cards.items()), state.players, play_on)


@lru_cache(maxsize=8)
def means(rules: Rules, card: Card, beat: tuple[int, int] | None) -> tuple[Mapping[tuple[str, int], float], float]:
    """Return the mean of what decides after each box with each of its scores, and the largest error.

    ``beat``: of the share of the win instead, against so many awards, and how many others have them.
    """
    value: Callable[[int], float] = float
    if beat:
        value = lambda result: float(result > beat[0]) or (result == beat[0]) / (beat[1] + 1)  # noqa: E731
    boxes, found, error = card.open_boxes(rules), {}, 0.0
    games = min(GAMES, TURNS // (len(boxes) * max(1, rules.turns - card.filled - 1)))
    for name in boxes:
        box, draw = rules.sheet.box[name], drawing(str(card))  # the same draws for each box
        assert box.award
        ends = []
        for end in (_played_on(rules, card, draw, but=name) for _ in range(games)):
            others = end.result(rules) - end.level(rules) - end.award(rules, name)
            ends.append((end.boxes.get(name, ()), others, end.total(rules)))
        for points in {*ordinary(rules, name, False, False)}:
            values = [
                value(others + box.award.of((*had, points), box.times) + rules.level(total + points))
                for had, others, total in ends
            ]
            mean = found[name, points] = fmean(values)
            variance = fmean(one * one for one in values) - mean * mean
            error = max(error, WITHIN * sqrt(max(0.0, variance) / games))
    return found, error
