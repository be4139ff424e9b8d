"""Chances and advice in Bar dice: which dice to keep for a strong hand, or to beat those that lie there.

A round to come takes a life of each player, or is won by each, equally likely. So the lives of a player are lost, or
the rounds won, as by independent clocks that tick at random, and the last or the first to be done wins: the number of
ticks by a time has Poisson's distribution.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import exp
from operator import floordiv, truediv
from typing import Any

from engine.errors import Refused
from engine.events import Event
from engine.games.bar_dice.rules import DICE, ROLLS, WINS, Rules, hand, ranks, strength
from engine.reports.win_chances import InTurn, Spread, WinChances, scaled
from engine.turns import rounds
from engine.turns.coach import Coach, TurnWay, Value
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import TurnPlan, keeps, parts_of, plan

WHOLE = 2 * 6**DICE * 6 ** (DICE * ROLLS)
"""Certainty as a whole number: a strength is a part of twice 6 to the power of 5, and every throw divides the rest."""


class BarDiceCoach(Coach):
    """The values of turns.

    ``hand`` is the mean strength of the hand: the share of single throws that it beats, and half of those it equals.
    Once there is a hand, ``beat`` is the chance to win the round or the roll-off for it, and ``stay`` the chance not to
    lose it. That the first player also sets the rolls of the others is not counted.
    """

    aims: Sequence[str] = ("hand", "beat", "stay")
    decides: Sequence[type[Event]] = ()

    def aim(self, state: TurnState[Any]) -> str:
        if not rounds.done_and_later(state)[0]:
            return "hand"
        return "stay" if state.rules.match == "lives" else "beat"

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        solved: TurnPlan[Any] = for_strength(state.rules.ace_needed) if aim == "hand" else to_win(state, aim)
        worth: Callable[[Any], Value] = (lambda value: Fraction(value, WHOLE)) if aim == "hand" else float
        left = rolls_of(state) - turn.throws
        if not turn.throws:
            return [TurnWay("roll", (), DICE, worth(solved.of_keep(left, ())))]
        ways = [
            TurnWay("roll", keep, DICE - len(keep), worth(solved.of_keep(left, keep)))
            for keep in parts_of(turn.lies)
            if left
        ]
        return [*ways, TurnWay("stop", (), 0, worth(solved.of_dice(0, turn.lies)))]

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Fraction:
        solved = for_strength(state.rules.ace_needed)
        return Fraction(solved.of_keep(rolls_of(state) - turn.throws, turn.fresh), WHOLE)

    def of_result(self, state: TurnState[Any], turn: Turn) -> Fraction:
        return strength(state.rules.ace_needed)[hand(state.rules.ace_needed, turn.lies)]


COACH = BarDiceCoach()


@cache
def for_strength(ace_needed: bool) -> TurnPlan[int]:
    known = strength(ace_needed)
    return plan(DICE, ROLLS, [int(known[hand(ace_needed, dice)] * WHOLE) for dice in keeps(DICE).rolls], floordiv)


def to_win(state: TurnState[Any], aim: str) -> TurnPlan[float]:
    """Return the turn with the best chance to win the round, or to stay. Raises :class:`Refused` without a hand."""
    results, later = rounds.done_and_later(state)
    if not results:
        raise Refused("no_advice", "There is no hand to beat yet: there is advice for “hand”.")
    known = ranks(state.rules.ace_needed)
    done = tuple(sorted(known[result] for result in results.values()))
    return _to_win(state.rules.ace_needed, rolls_of(state), done, len(later), aim == "stay")


@lru_cache(maxsize=64)
def _to_win(ace_needed: bool, rolls: int, done: tuple[int, ...], later: int, stay: bool) -> TurnPlan[float]:
    after = in_turn(ace_needed, rolls, later, lowest=stay)
    shares = {one: after.worth(place, done) for one, place in ranks(ace_needed).items()}
    worths = [abs(stay - shares[hand(ace_needed, dice)]) for dice in keeps(DICE).rolls]
    return plan(DICE, ROLLS, worths, truediv)


@cache
def in_turn(ace_needed: bool, rolls: int, later: int, *, lowest: bool) -> InTurn:
    """Return players to come, with the places of their hands. They keep dice for the strongest hand."""
    return InTurn(later, lambda *_: (_whole_turn(ace_needed, rolls),), lowest=lowest)


@cache
def _whole_turn(ace_needed: bool, rolls: int) -> Spread:
    return spread_of(ace_needed, for_strength(ace_needed), rolls, ())


def spread_of(ace_needed: bool, solved: TurnPlan[Any], left: int, dice: tuple[int, ...]) -> Spread:
    """Return the spread of the place of the hand with that play, from these dice on."""
    found: dict[int, float] = {}
    for lies, chance in solved.ends(left, dice).items():
        place = ranks(ace_needed)[hand(ace_needed, lies)]
        found[place] = found.get(place, 0.0) + chance
    return found


def rolls_of(state: TurnState[Any]) -> int:
    """Return the rolls of a turn now: one in a roll-off, else as many as the first player of the round took."""
    return 1 if state.leg else state.limit or ROLLS


TIMES = 96
"""Moments at which the clocks are compared."""


def win_chances(state: TurnState[Rules]) -> WinChances | None:
    turn, rules = state.turn, state.rules
    if turn is None or len(state.playing) < 2:
        return None
    lives, rolls, ace_needed = rules.match == "lives", rolls_of(state), rules.ace_needed
    results, later = rounds.done_and_later(state)
    solved = to_win(state, "stay" if lives else "beat") if results else for_strength(ace_needed)
    spread = spread_of(ace_needed, solved, rolls - turn.throws, turn.lies)
    done = [ranks(ace_needed)[result] for result in results.values()]
    shares = in_turn(ace_needed, rolls, len(later), lowest=lives).shares(done, spread)
    found = dict.fromkeys(state.players, 0.0)
    for name, chance in scaled(dict(zip((*results, turn.player, *later), shares, strict=True))).items():
        if rules.match == "single":
            found[name] = chance
        elif chance:
            after = {one: state.totals[one] + (-1 if lives else 1) * (one == name) for one in state.playing}
            for one, then in _decided(after, rules).items():
                found[one] += chance * then
    return WinChances(found)


def _decided(totals: dict[str, int], rules: Rules) -> dict[str, float]:
    """Return the chances of the players with these lives, or rounds won, before a round."""
    lives = rules.match == "lives"
    missing = {name: total if lives else WINS - total for name, total in totals.items()}
    done = [name for name, ticks in missing.items() if ticks <= 0]
    if not lives and done:
        return {name: float(name in done) for name in missing}
    racing = Counter(ticks for ticks in missing.values() if ticks > 0)
    shares = _race(tuple(sorted(racing.items())), lives)
    return {name: shares.get(ticks, 0.0) for name, ticks in missing.items()}


@lru_cache(maxsize=256)
def _race(racing: tuple[tuple[int, int], ...], last: bool) -> dict[int, float]:
    """Return a clock's chance to be the first to be done, or the last, by its ticks; ``racing`` counts the clocks."""
    most = max(ticks for ticks, _ in racing)
    span = most + 6 * most**0.5 + 6
    found = {ticks: 0.0 for ticks, _ in racing}
    for place in range(TIMES):
        ticking = _ticks((place + 0.5) * span / TIMES, most)
        not_yet = {ticks: sum(ticking[:ticks]) for ticks, _ in racing}
        for ticks in found:
            others = ticking[ticks - 1]
            for other, many in racing:
                behind = 1 - not_yet[other] if last else not_yet[other]
                others *= behind ** (many - (other == ticks))
            found[ticks] += others
    whole = sum(found[ticks] * many for ticks, many in racing)
    return {ticks: chance / whole for ticks, chance in found.items()}


def _ticks(time: float, most: int) -> list[float]:
    """Return the chances of 0 to ``most`` ticks by that time."""
    found = [exp(-time)]
    for many in range(1, most + 1):
        found.append(found[-1] * time / many)
    return found
