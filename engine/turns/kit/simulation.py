"""Chances to win by simulation, of games of which they can't be calculated soon.

The game is played to its end many times, turn by turn, with the spreads of turns: everyone plays for the best turn.
The draws follow from the state, so that equal states have equal chances.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import shake_128
from itertools import accumulate
from math import sqrt
from struct import iter_unpack
from typing import Any

from engine.players import clockwise
from engine.reports.win_chances import Spread, WinChances
from engine.turns.kit.file.play import Play
from engine.turns.state import TurnState

GAMES, TURNS = 2_000, 40_000
"""Games that are played, and the turns of all of them, at most: a tenth of a second on a desktop computer."""

_ANY: list[Spread] = [dict.fromkeys(range(many), 1.0) for many in range(64)]
"""Any of so many, equally likely."""

Draw = Callable[[Spread], int]
"""Draws a number of a spread."""
WITHIN = 1.96
"""Standard errors within which 95 of 100 such simulations are."""


ALL_LOST = -1_000_000
"""Stands for the points of a turn that takes those of the game too."""


class Spent(Exception):
    """All turns are drawn."""


def simulated(state: TurnState[Any], play_on: Callable[[Draw], Sequence[str]]) -> WinChances | None:
    """Return :func:`played_out` games of turns."""
    seen = (state.order, state.up, state.turn, state.gone and sorted(state.gone), state.limit, state.round)
    of = (seen, *state.totals.items(), *state.scores.items(), *state.results.items())
    return played_out(of, state.players, play_on)


def played_out(of: object, players: Sequence[str], play_on: Callable[[Draw], Sequence[str]]) -> WinChances | None:
    """Return the chances by the winners of games that ``play_on`` plays to the end; None if not one comes to an end.

    The draws follow from ``of``.
    """
    draw, found, games = drawing(str(of)), dict.fromkeys(players, 0.0), 0
    try:
        while games < GAMES:
            winners = play_on(draw)
            games += 1
            for name in winners:
                found[name] += 1 / len(winners)
    except Spent:
        pass
    if not games:
        return None
    chances = {name: won / games for name, won in found.items()}
    error = max(WITHIN * sqrt(one * (1 - one) / games) for one in chances.values())
    return WinChances(chances, error=max(error, 1 / games))


def drawing(seed: str) -> Draw:
    """Return what draws at most so many times, by that seed."""
    numbers: Iterator[tuple[int]] = iter_unpack("I", shake_128(seed.encode()).digest(4 * TURNS))
    known: dict[int, tuple[Spread, list[int], list[float]]] = {}  # with the spread, so that nothing else gets its id

    def draw(spread: Spread) -> int:
        if id(spread) not in known:
            known[id(spread)] = spread, [*spread], [*accumulate(spread.values())]
        _kept, values, upto = known[id(spread)]
        number = next(numbers, None)
        if number is None:
            raise Spent
        return values[min(bisect(upto, number[0] / 2**32 * upto[-1]), len(values) - 1)]

    return draw


def points_on(
    play: Play, state: TurnState[Any], now: Spread, whole: Callable[[int], Spread], draw: Draw
) -> Sequence[str]:
    """Play a game in which points add up, from the turn on that ends with ``now``, and return its winners.

    ``whole`` returns the spread of a turn, the same object each time, by the number of the round.
    """
    totals, number, order, spread = {**state.totals}, state.round, state.order[state.up :], now
    while True:
        for name in order:
            if name not in state.gone:
                points = draw(spread)
                totals[name] = state.handicap.get(name, 0) if points == ALL_LOST else totals[name] + points
                spread = whole(number)
                if play.at_once and 0 < play.goal <= totals[name]:
                    return (name,)
        best = [totals[name] for name in state.present]
        if 0 < play.goal <= max(best) or 0 < play.rounds <= number:
            pick = min(best) if play.lowest else max(best)
            return [name for name in state.present if totals[name] == pick]
        order, number = clockwise(state.players, state.starter), number + 1
        spread = whole(number)


@dataclass(frozen=True, slots=True)
class TokenGame:
    """What a game for tokens needs to be played on: the hands are numbers, the stronger the larger.

    ``results`` are those of this leg, ``scores`` of this round, ``now`` is the spread of the turn on, ``later`` that of
    those after it. ``whole`` returns the spread of a turn by the tokens in the pot, and ``worth`` the tokens of a hand.
    """

    state: TurnState[Any]
    tokens: int
    results: Mapping[str, int]
    scores: Mapping[str, int]
    now: Spread
    later: Spread
    whole: Callable[[int], Spread]
    worth: Mapping[int, int]

    def play_on(self, draw: Draw) -> Sequence[str]:
        """Play the game to its end, and return those who get rid of their tokens."""
        state, totals, here = self.state, {**self.state.totals}, [*self.state.playing]
        pot = max(0, self.tokens - sum(totals.values()))
        leg, hands = dict(self.results), dict(self.scores)
        order = [name for name in state.order[state.up :] if name not in state.gone]
        spread, later = self.now, self.later
        while len(here) > 1:
            for name in order:
                leg[name] = draw(spread)
                hands.setdefault(name, leg[name])
                spread = later
            least = min(leg[name] for name in here if name in leg)
            lowest = [name for name in here if leg.get(name) == least]
            loser = lowest[draw(_ANY[len(lowest)])]
            best = max((name for name in reversed(here) if name != loser), key=lambda name: hands.get(name, -1))
            moved = min(self.worth.get(hands.get(best, -1), 1), pot or totals[best])
            totals[loser] += moved
            if pot:
                pot -= moved
            else:
                totals[best] -= moved
            here = here if pot else [name for name in here if totals[name]]
            order, leg, hands = here, {}, {}
            spread = later = self.whole(pot)
        return [name for name in state.present if name not in here]
