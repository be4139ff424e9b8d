"""The review of a game: the luck of each roll, and the cost of each decision.

Luck and costs are measured against the highest mean of the turn. For a finished turn: score (0 without ship, captain
and crew) = mean at the start + luck of its rolls - cost of its decisions. Playing to win can rightly cost points, so
the cost of a decision in the chance to win is listed beside it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Refused
from engine.events import Event, Rolled
from engine.game import Step
from engine.games.ship.analysis.advice import worth_of
from engine.games.ship.analysis.chances import (
    MOST_COACHED,
    TurnOption,
    options,
    possible_scores,
    solved,
    solved_for_points,
)
from engine.games.ship.events import Passed
from engine.games.ship.play.leg import Leg, with_turn
from engine.games.ship.play.moves import MOVES
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.games.ship.state import State


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A finished turn, by the player on that seat, in that round. ``rolloff`` is 0 outside of one."""

    seat: int
    round: int
    rolloff: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class Luck:
    """The points that the dice as they fell gained over the mean of the turn."""

    seat: int
    dice: tuple[int, ...]
    luck: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The cost of a decision, in points of the turn, and in the chance to win the leg.

    ``dice`` are those not held as ship, captain and crew; ``threw`` is how many of them were thrown, 0 for standing.
    ``to_win`` is None where there is no advice to win.
    """

    seat: int
    dice: tuple[int, ...]
    threw: int
    cost: float
    to_win: float | None


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, in the order of play. Played roll by roll, it has no decisions."""

    mean: float
    taken: tuple[PlayedTurn, ...]
    rolls: tuple[Luck, ...]
    decisions: tuple[Decision, ...]


def review(steps: Iterable[Step]) -> Review | None:
    """Return the review of these steps, each a state and the event applied to it, as in a history.

    None where no turn was begun, and with more dice than are coached.
    """
    steps = tuple(steps)
    if steps and steps[0][0].rules.dice > MOST_COACHED:
        return None
    rolls: list[Luck] = []
    decisions: list[Decision] = []
    lay: dict[tuple[int, int, int], Turn] = {}
    rules: Rules | None = None
    for state, event, place, after in _moves(steps):
        rules, leg = state.rules, _leg_of(state)
        before = leg.turns[place]
        seat = state.players.index(before.player)
        here = state.round, leg.number, seat
        if here in lay and (isinstance(event, Rolled) or (after.over and not isinstance(event, Passed))):
            decisions += _decision(state, seat, lay[here], before if isinstance(event, Rolled) else after)
        if isinstance(event, Rolled):
            rolls.append(Luck(seat, event.dice, _luck(rules, before, after)))
            lay[here] = after
    if rules is None:
        return None
    return Review(solved_for_points(rules).mean[0][(), ()], turns_taken(steps), tuple(rolls), tuple(decisions))


def turns_taken(steps: Iterable[Step]) -> tuple[PlayedTurn, ...]:
    """Return the finished turns, without those ended by the player's leaving."""
    taken = []
    for state, _, place, after in _moves(steps):
        leg = _leg_of(state)
        for was, turn in zip(leg.turns, with_turn(state.rules, leg, place, after).turns, strict=True):
            if turn.over and not was.over:
                taken.append(PlayedTurn(state.players.index(turn.player), state.round, leg.number, turn))
    return tuple(taken)


def _moves(steps: Iterable[Step]) -> Iterator[tuple[State, Event, int, Turn]]:
    """Yield the moves within turns: state, event, the place of the turn in its leg, and the turn after the event."""
    for state, event in steps:
        move = MOVES.get(type(event))
        if move is not None and isinstance(state, State) and state.leg is not None and state.leg.up is not None:
            yield (state, event, *move(state, event))


def _leg_of(state: State) -> Leg:
    assert state.leg is not None
    return state.leg


def _luck(rules: Rules, before: Turn, after: Turn) -> float:
    solution = solved_for_points(rules)
    best = max(solution.of(option, after, float) for option in options(rules, after))
    return best - solution.mean[before.taken][_aside(before)]


def _decision(state: State, seat: int, lay: Turn, left: Turn) -> Iterator[Decision]:
    """Yield the cost of leaving the dice so; nothing where there was no choice."""
    ways = options(state.rules, lay)
    if len(ways) < 2 or state.rules.rolling == "interleaved":
        return
    try:
        to_win: float | None = _cost(state.rules, worth_of(state, "win"), ways, lay, left)
    except Refused:
        to_win = None
    threw = 0 if left.over else state.rules.dice - len(left.held) - len(left.kept)
    yield Decision(seat, lay.loose, threw, _cost(state.rules, float, ways, lay, left), to_win)


def _cost(rules: Rules, worth: Callable[[int], float], ways: tuple[TurnOption, ...], lay: Turn, left: Turn) -> float:
    solution = solved(rules, tuple(map(worth, possible_scores(rules))))
    done = worth(left.score or 0) if left.over else solution.mean[left.taken][_aside(left)]
    return max(0.0, max(solution.of(option, lay, worth) for option in ways) - done)


def _aside(turn: Turn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return turn.held, tuple(sorted(turn.kept))
