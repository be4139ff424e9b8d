"""The review of a game: the luck of each roll, and the cost of each decision.

Luck and costs are measured against the highest mean of the turn. For a finished turn: score (0 without ship, captain
and crew) = mean at the start + luck of its rolls - cost of its decisions. Playing to win can rightly cost points, so
the cost of a decision in the chance to win is listed beside it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import truediv

from engine.errors import Refused
from engine.events import Event, Rolled, Stopped
from engine.game import Step
from engine.games.ship.analysis.advice import worth_of
from engine.games.ship.analysis.chances import MOST_COACHED, Solution, TurnOption, chances, options, solve
from engine.games.ship.events import Held, Passed, Released
from engine.games.ship.play.leg import Leg, with_turn
from engine.games.ship.play.turn import Turn, hold, release, throw
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
    return Review(_points(rules).mean[0][(), ()], turns_taken(steps), tuple(rolls), tuple(decisions))


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
        moved = _moved(state, event) if isinstance(state, State) else None
        if moved is not None:
            yield (state, event, *moved)


def _leg_of(state: State) -> Leg:
    assert state.leg is not None
    return state.leg


def _moved(state: State, event: Event) -> tuple[int, Turn] | None:
    """Return the place of the event's turn, and the turn after it. None for events outside a turn."""
    if state.leg is None or state.leg.up is None:
        return None
    place: int | None = state.leg.up
    if isinstance(event, Rolled) and event.player is not None:
        place = state.leg.of(event.player)
    assert place is not None
    turn = state.leg.turns[place]
    match event:
        case Rolled(dice=dice):
            return place, throw(state.rules, turn, dice)
        case Held(dice=dice):
            return place, hold(state.rules, turn, dice)
        case Released(dice=dice):
            return place, release(state.rules, turn, dice)
        case Stopped():
            return place, replace(turn, over=True)
        case Passed():
            passed = replace(turn, passes=turn.passes + 1)
            return place, replace(passed, over=passed.taken == state.rules.rolls)
    return None


def _luck(rules: Rules, before: Turn, after: Turn) -> float:
    solution = _points(rules)
    best = max(_value(solution, float, option, after) for option in options(rules, after))
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
    solution = _solved(rules, tuple(map(worth, range(6 * rules.cargo_dice + rules.rolls + 1))))
    done = worth(left.score or 0) if left.over else solution.mean[left.taken][_aside(left)]
    return max(0.0, max(_value(solution, worth, option, lay) for option in ways) - done)


def _value(solution: Solution[float], worth: Callable[[int], float], option: TurnOption, turn: Turn) -> float:
    if option.aside is None:
        return worth(option.cargo + turn.bonus if option.cargo else 0)
    return solution.mean[turn.taken][option.aside]


def _aside(turn: Turn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return turn.held, tuple(sorted(turn.kept))


def _points(rules: Rules) -> Solution[float]:
    return _solved(rules, tuple(map(float, range(6 * rules.cargo_dice + rules.rolls + 1))))


@lru_cache(maxsize=64)
def _solved(rules: Rules, worths: tuple[float, ...]) -> Solution[float]:
    return solve(chances(rules), worths.__getitem__, truediv)
