"""From events to the state they lead to. The only place where scores, turns and winners come about."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from engine.errors import BadLog
from engine.events import Event, Rolled, Started, Stopped
from engine.rules import Rules, preset
from engine.state import Phase, State, Turn


def fold(events: Iterable[Event]) -> State:
    """The state that a whole log leads to; :class:`BadLog` if no game can have gone that way."""
    state: State | None = None
    for event in events:
        state = advance(state, event)
    if state is None:
        raise BadLog("the log is empty: a game begins with its start")
    return state


def advance(state: State | None, event: Event) -> State:
    """The state after one more event."""
    match event, state:
        case Started(), None:
            return _begin(event)
        case Started(), _:
            raise BadLog("a second start in the middle of a game")
        case _, None:
            raise BadLog("the log does not begin with the start of a game")
        case _, State(turn=None):
            raise BadLog("the game is over, but the log goes on")
        case Rolled(dice), State(turn=Turn() as turn):
            if len(dice) != state.must_roll or not set(dice) <= set(range(1, 7)):
                raise BadLog(f"{turn.player} cannot have rolled {dice}: {state.must_roll} dice were to be thrown")
            return _with_turn(state, roll(state.rules, turn, dice))
        case Stopped(), State(turn=Turn() as turn):
            if not turn.qualified:
                raise BadLog(f"{turn.player} cannot have stopped before ship, captain and crew")
            return _with_turn(state, replace(turn, over=True))
    raise BadLog(f"{event} is not an event")


def next_game(state: State) -> Started:
    """The start of the game after this one: the player to the right of the last starter begins (003)."""
    seat = state.players.index(state.starter)
    return Started(state.rules.name, state.players, state.players[seat - 1])


def roll(rules: Rules, turn: Turn, dice: tuple[int, ...]) -> Turn:
    """The turn after a throw: what fits is held, in order, also several from one throw (003: "in order")."""
    held, loose = list(turn.held), list(dice)
    for face in rules.sequence[len(held) :]:
        if face not in loose:
            break
        loose.remove(face)
        held.append(face)
    rolls = (*turn.rolls, dice)
    return Turn(turn.player, rolls, tuple(held), tuple(loose), over=len(rolls) == rules.rolls)


def _begin(event: Started) -> State:
    seat = event.players.index(event.starter)
    shooters = event.players[seat:] + event.players[:seat]
    return State(
        rules=preset(event.preset),
        players=event.players,
        phase=Phase.ROUND,
        shooters=shooters,
        finished=(),
        turn=Turn(shooters[0]),
        scores=MappingProxyType(dict.fromkeys(event.players)),
        starter=event.starter,
    )


def _with_turn(state: State, turn: Turn) -> State:
    state = replace(state, turn=turn, last=turn)
    if not turn.over:
        return state
    if state.phase is Phase.ROUND:
        state = replace(state, scores=MappingProxyType({**state.scores, turn.player: turn.score}))
    finished = (*state.finished, turn)
    if len(finished) < len(state.shooters):
        return replace(state, finished=finished, turn=Turn(state.shooters[len(finished)]))
    return _end_of_pass(replace(state, finished=finished, turn=None))


def _end_of_pass(state: State) -> State:
    """The highest cargo wins; those who tie take one more turn each (003), all of them if nobody qualified."""
    best = state.leaders or state.shooters
    if len(best) == 1:
        return replace(state, phase=Phase.OVER, winner=best[0])
    return replace(
        state,
        phase=Phase.ROLLOFF,
        rolloffs=state.rolloffs + 1,
        shooters=best,
        finished=(),
        turn=Turn(best[0]),
    )
