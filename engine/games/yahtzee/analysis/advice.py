"""The coach: the best choice for an aim, its value and the cost of every other; the chances of a score, and to win.

For the chances to win each final total has the mean of the coach's play, and is spread normally around it. The last
player to fill a card has the exact chance of the advice to beat the others. The variance of the points to come was
measured on games of the coach, by the number of open boxes. The test of the calibration plays other games.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import floordiv, truediv

from engine.errors import Refused
from engine.events import MAX_PLAYERS
from engine.games.yahtzee.analysis import awards
from engine.games.yahtzee.analysis.position import (
    Position,
    Worth,
    both,
    in_boxes,
    missing,
    open_boxes,
    points_plan,
    position_of,
    table_of,
    turn_plan,
    turns_left,
    worth_of_points,
)
from engine.games.yahtzee.card import Card
from engine.games.yahtzee.rules import Rules
from engine.games.yahtzee.state import State, Turn
from engine.i18n import gettext as _
from engine.i18n import number
from engine.reports.odds_report import OddsAsked, OddsReport
from engine.reports.win_chances import WinChances, best_of_normal
from engine.turns.turn_plan import TurnPlan, parts_of
from engine.values import Advice, replace

SHARES = lcm(*range(1, MAX_PLAYERS + 1))
"""A number that all equal shares divide."""

MOST_OPEN = 3
"""The most boxes that may be open. Each further box takes about five times as long."""


def plan_to_reach(rules: Rules, position: Position, points: int, tied: int = 0) -> TurnPlan[int]:
    """Return the turn with the best such chance, in parts of :func:`whole`; ``tied`` as in `worth_of_reaching`."""
    return turn_plan(rules, _values(rules, position, points, tied), floordiv)


def _values(rules: Rules, position: Position, points: int, tied: int) -> tuple[list[int], list[int] | None]:
    sure = whole(rules, position) if rules.served_wins else None
    return both(rules, position, worth_of_reaching(rules, position, points, tied), sure)


def worth_of_reaching(rules: Rules, position: Position, points: int, tied: int) -> Worth[int]:
    """Return the value of a position after earning that many points, in parts of that position's :func:`whole`.

    One point less has an equal share of the value with ``tied`` others who have as many; none where that is 0.
    """
    of_a_turn = whole(rules, position) // _whole(rules, turns_left(rules, position) - 1)
    return lambda following, earned: of_a_turn * _chance(rules, following, points - earned, tied)


def whole(rules: Rules, position: Position) -> int:
    """Return certainty as an integer, in that position."""
    return _whole(rules, turns_left(rules, position))


def _whole(rules: Rules, boxes: int) -> int:
    return SHARES * int(6 ** (rules.dice * rules.rolls * boxes))


@lru_cache(maxsize=1 << 14)
def _chance(rules: Rules, position: Position, points: int, tied: int) -> int:
    if points <= 0:
        return whole(rules, position)
    if not open_boxes(rules, position):
        return whole(rules, position) // (tied + 1) if tied and points == 1 else 0
    later, first = _values(rules, position, points, tied)
    return _mean(rules, tuple(later), tuple(first) if first else None)


@lru_cache(maxsize=1 << 10)
def _mean(rules: Rules, later: tuple[int, ...], first: tuple[int, ...] | None) -> int:
    """Return the value of a turn for these values of rolls. Cached: with one box left few values differ."""
    return turn_plan(rules, (later, first), floordiv).worth if any(later) or first else 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible action: score the dice in ``box`` for ``points``, or keep some and throw the given number.

    ``box`` is None where dice are thrown. ``value`` is its value for the aim: the mean of the final total, or a chance.
    ``cost`` is its difference from the best value.
    """

    box: str | None
    points: int
    keep: tuple[int, ...]
    throw: int
    value: float
    cost: float


def advise(state: State, aim: str) -> Advice[Choice]:
    """Return advice for the player on turn. Raises :class:`Refused` where there is no choice to advise on.

    ``points`` is the highest mean of the final total, of one player's card by itself. ``reach N`` is the chance to end
    with N or more. ``beat`` is the chance to win, in which a tie counts as an equal share, once all others have filled
    their cards. ``reach`` and ``beat`` need at most three open boxes.
    """
    turn = state.turn
    if turn is None:
        raise Refused("no_advice", "The game is over: there is nothing to advise on.")
    if aim == "points":
        return _by_awards(state, aim) if state.rules.awards else Advice(aim, _for_points(state))
    number = re.fullmatch(r"reach (\d{1,4})", aim)
    if number:
        return Advice(aim, _to_reach(replace(state, rules=replace(state.rules, served_wins=False)), int(number[1])))
    if aim == "beat":
        best, holders = _best_of_the_others(state)
        best -= state.handicap.get(turn.player, 0)
        if state.rules.awards:
            return _by_awards(state, aim, (best, holders))
        return Advice(aim, _to_reach(state, best + 1, holders))
    raise Refused("no_advice", "There is advice for points, beat, and to reach a score, as in “reach 250”.")


def mean_total(rules: Rules, card: Card) -> float:
    """Return the mean of the final total with the best play from that card, before a throw."""
    return card.total(rules) + points_plan(rules, position_of(rules, card)).worth


def _for_points(state: State) -> tuple[Choice, ...]:
    assert state.turn is not None
    rules, card = state.rules, state.cards[state.turn.player]
    position, worth = position_of(rules, card), worth_of_points(rules)
    total = card.total(rules)
    return _choices(state, points_plan(rules, position), position, worth, lambda value: total + value)


def _by_awards(state: State, aim: str, beat: tuple[int, int] | None = None) -> Advice[Choice]:
    assert state.turn is not None
    rules, card = state.rules, state.cards[state.turn.player]
    position, (found, error) = position_of(rules, card), awards.means(rules, card, beat)
    boxes = {position.filled + rules.sheet.weight[box]: box for box in card.open_boxes(rules)}

    def worth(following: Position, points: int) -> float:
        return found[boxes[following.filled], points]

    plan = turn_plan(rules, both(rules, position, worth), truediv)
    return Advice(aim, _choices(state, plan, position, worth, float), error)


def _to_reach(state: State, total: int, tied: int = 0) -> tuple[Choice, ...]:
    assert state.turn is not None
    rules, card = state.rules, state.cards[state.turn.player]
    position = position_of(rules, card)
    if turns_left(rules, position) > MOST_OPEN:
        raise Refused("too_early", f"The chance to reach a score is given from the last {MOST_OPEN} open boxes on.")
    missing, certain = total - card.total(rules), whole(rules, position)
    worth = worth_of_reaching(rules, position, missing, tied)
    found = plan_to_reach(rules, position, missing, tied)
    return _choices(state, found, position, worth, lambda value: float(Fraction(int(value), certain)), certain)


def _best_of_the_others(state: State) -> tuple[int, int]:
    """Return the best total of the others, and how many of them have it."""
    others = [name for name in state.present if name != state.player]
    if not others:
        raise Refused("no_advice", "Nobody else plays: there is advice to reach a score, as in “reach 250”.")
    if any(state.cards[name].open_boxes(state.rules) for name in others):
        raise Refused("too_early", "The others still play: there is advice to reach a score, as in “reach 250”.")
    totals = [state.totals[name] for name in others]
    return max(totals), totals.count(max(totals))


def _choices(
    state: State,
    found: TurnPlan[float] | TurnPlan[int],
    position: Position,
    worth: Worth[float],
    value: Callable[[float], float],
    sure: int | None = None,
) -> tuple[Choice, ...]:
    """Return all choices, the best first. On ties scoring comes before throwing, and keeping more before fewer."""
    turn, rules = state.turn, state.rules
    assert turn is not None
    ways: list[tuple[float, str | None, int, tuple[int, ...]]] = []
    if turn.rolls:
        first = turn.rolls == 1
        wins = sure if rules.wins_served(turn.dice, first=first) else None
        ways += [
            (of_box if wins is None else wins, box, score, ())
            for box, score, of_box in in_boxes(rules, position, turn.dice, worth, first=first)
        ]
    if state.rolls_left:
        kept = reversed(parts_of(turn.dice) or ((),))
        ways += [(found.of_keep(state.rolls_left, keep), None, 0, keep) for keep in kept]
    ways.sort(key=lambda way: -way[0])
    best = value(ways[0][0])
    return tuple(
        Choice(box, score, keep, 0 if box else rules.dice - len(keep), value(way), best - value(way))
        for way, box, score, keep in ways
    )


LEAST = 0.3
"""The standard deviation of a total that is certain, in points, which parts those that differ by a point."""


def win_chances(state: State) -> WinChances | None:
    """Return the chances as the game stands; None for a player alone, and without a table."""
    turn, rules = state.turn, state.rules
    if turn is None or len(state.present) < 2 or table_of(rules) is None:
        return None
    error, found = 0.0, dict[str, float]()
    with suppress(Refused):
        told = advise(state, "beat")
        own, error = told.best.value, told.error
        others = {name: state.totals[name] for name in state.present if name != turn.player}
        best = [name for name, total in others.items() if total == max(others.values())]
        found = {turn.player: own, **dict.fromkeys(best, (1 - own) / len(best))}
    if not found and rules.awards:
        return awards.chances(state)
    if not found:
        found = best_of_normal({name: _final(state, turn, name) for name in state.present})
    return WinChances({name: found.get(name, 0.0) for name in state.players}, error=error)


def _final(state: State, turn: Turn, name: str) -> tuple[float, float]:
    """Return the mean and the standard deviation of the total that the player ends with."""
    rules, card = state.rules, state.cards[name]
    boxes = float(rules.turns - card.filled)
    if not boxes:
        mean = float(card.total(rules))
    elif name == turn.player and turn.rolls:
        plan = points_plan(rules, position_of(rules, card))
        left = state.rolls_left
        kept = plan.of_keep(left, turn.kept) if turn.kept and left else plan.of_dice(left, turn.dice)
        mean = card.total(rules) + max(kept, plan.of_dice(left, turn.dice))
        boxes -= 1 - left / (rules.rolls + 1)
    else:
        mean = mean_total(rules, card)
    return mean + state.handicap.get(name, 0), max(LEAST, _variance(rules, boxes) ** 0.5)


def _variance(rules: Rules, boxes: float) -> float:
    """Return the variance with so many open boxes; a part of one is a turn that has begun."""
    spread = rules.sheet.spread
    below = min(int(boxes), len(spread) - 2)
    return spread[below] + (boxes - below) * (spread[below + 1] - spread[below])


def report_advice(advice: Advice[Choice]) -> dict[str, object]:
    def reported(one: Choice) -> dict[str, object]:
        earns = {"points": one.points} if one.box else {"throw": one.throw}
        return done_in_json(one.box, one.keep) | earns | {"value": one.value, "cost": one.cost}

    return advice.report(reported)


def done_in_json(box: str | None, keep: tuple[int, ...]) -> dict[str, object]:
    return {"do": "score", "box": box} if box else {"do": "roll", "keep": list(keep)}


def odds_report(rules: Rules, asked: OddsAsked) -> OddsReport:
    """Return the mean total of one card played by these rules for the highest mean.

    The value comes from the shipped table. To solve the rules takes about 15 seconds. Raises :class:`Refused` if the
    value is not available, and for the chance to beat a score.
    """
    if asked.beat is not None:
        raise Refused(
            "no_beat", _("The chance to beat a score is that of one turn, not of a whole card: leave --beat out.")
        )
    mean = _mean_of_a_card(rules, asked)
    line = _("mean total of a card  {mean}", mean=number(mean, 4))
    apart = (_("(of cards that are filled: a first roll that wins at once is left out)"),) if rules.served_wins else ()
    return OddsReport({"expected_score": mean}, lines=(line, *apart))


def _mean_of_a_card(rules: Rules, asked: OddsAsked) -> float:
    if asked.solve:
        from engine.games.yahtzee.analysis.solving import solve  # numpy is slow to load

        return float(solve(rules, asked.show)[missing(rules), 0, 0])
    try:
        return mean_total(rules, Card())
    except Refused:
        raise Refused(
            "no_table", _("There is a table for a preset’s own rules only: add --solve to solve these.")
        ) from None
