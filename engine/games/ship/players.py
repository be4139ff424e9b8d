"""Changes of players: joining between rounds, leaving at any time, renaming everywhere. No score is lost."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from engine.errors import Refused
from engine.events import Joined, Left, Renamed
from engine.games.ship.play import starting
from engine.games.ship.play.holding import finish
from engine.games.ship.play.leg import Leg, begin, with_turn
from engine.games.ship.play.money import Money, Wager, ante, seated
from engine.games.ship.play.rounds import end, settled
from engine.games.ship.play.turn import Turn
from engine.games.ship.state import Phase, Round, State
from engine.i18n import gettext as _
from engine.players import check_joins, check_leaves, check_renames, clockwise

T = TypeVar("T")


def renamed(state: State, old: str, new: str) -> State:
    """Return the same state with one player renamed."""
    change = _Change(old, new)
    return replace(
        state,
        players=change.names(state.players),
        gone=frozenset(change.names(state.gone)),
        starter=change.name(state.starter),
        scores=change.keys(state.scores),
        handicap=change.keys(state.handicap),
        money=change.money(state.money),
        start=state.start and replace(state.start, thrown=change.keys(state.start.thrown)),
        leg=state.leg and change.leg(state.leg),
        rounds=tuple(map(change.round, state.rounds)),
        last=state.last and change.turn(state.last),
        winner=change.name(state.winner),
        tied=change.names(state.tied),
    )


class _Change:
    def __init__(self, old: str, new: str) -> None:
        self._of = {old: new}

    def name(self, name: str | None) -> str | None:
        return name and self._of.get(name, name)

    def names(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._of.get(name, name) for name in names)

    def keys(self, by_name: Mapping[str, T]) -> dict[str, T]:
        return {self._of.get(name, name): value for name, value in by_name.items()}

    def turn(self, turn: Turn) -> Turn:
        return replace(turn, player=self._of.get(turn.player, turn.player))

    def leg(self, leg: Leg) -> Leg:
        return replace(leg, turns=tuple(map(self.turn, leg.turns)))

    def round(self, played: Round) -> Round:
        winner, tied = self.name(played.winner), self.names(played.tied)
        return replace(played, scores=self.keys(played.scores), winner=winner, tied=tied)

    def money(self, money: Money) -> Money:
        bets = tuple(map(self.wager, money.bets))
        former = (money.former | self._of.keys()) - set(self._of.values())
        chips, drinks = self.keys(money.chips), self.keys(money.drinks)
        return replace(money, chips=chips, drinks=drinks, bets=bets, former=former)

    def wager(self, bet: Wager) -> Wager:
        shooter, by, against = self.names((bet.shooter, bet.by, bet.against))
        return replace(bet, shooter=shooter, by=by, against=against)


def join(state: State, event: Joined) -> State:
    """Add a player to the right of the first seat, or at the previous seat.

    The player pays the ante if there was one.
    """
    name = event.player
    check_joins(state.present, name)
    if _something_was_thrown(state):
        raise Refused("mid_round", _("{name} joins next round.", name=name))
    back = name in state.players
    state = replace(
        state,
        players=state.players if back else (*state.players, name),
        gone=state.gone - {name},
        scores={**state.scores, name: None},
        money=seated(state.money, name),
    )
    if state.phase is Phase.STARTER:
        return starting.begin(state, state.present)
    if state.phase is Phase.ROUND and state.money.ante is not None:
        state = replace(state, money=ante(state.money, [name], state.money.ante))
    assert state.starter is not None
    order = clockwise(state.present, state.starter)
    return replace(state, leg=begin(state.rules, order))


def leave(state: State, event: Left) -> State:
    """Remove a player: turns to come are skipped, a current turn ends as it lies, the ante stays in the pot."""
    name = event.player
    check_leaves(state.present, name)
    bets = tuple(bet for bet in state.money.bets if bet.shooter != name)
    state = replace(state, gone=state.gone | {name}, money=replace(state.money, bets=bets))
    if len(state.present) == 1:
        return end(state, state.present)
    if state.phase is Phase.STARTER:
        return _out_of_the_start(state, name)
    assert state.leg is not None
    if state.phase is Phase.ANTE or state.untouched:
        return _out_of_the_round(state)
    place = state.leg.of(name)
    if place is None or state.leg.turns[place].over:
        return state
    return _out_of_a_turn(state, place)


def rename(state: State, event: Renamed) -> State:
    """Rename a player in the whole state."""
    old, new = event.player, event.name
    check_renames((*state.players, *state.money.bystanders), old, new)
    return renamed(state, old, new)


def _something_was_thrown(state: State) -> bool:
    if state.phase is Phase.STARTER:
        assert state.start is not None
        return state.start.attempt > 1 or any(state.start.thrown.values())
    return state.phase is Phase.ROLLOFF or not state.untouched


def _out_of_the_start(state: State, name: str) -> State:
    assert state.start is not None
    thrown = {player: dice for player, dice in state.start.thrown.items() if player != name}
    return starting.decide(replace(state, start=replace(state.start, thrown=thrown)))


def _out_of_the_round(state: State) -> State:
    """Restart a round without throws for the players still present, beginning with the next one."""
    order = [name for name in state.shooters if name not in state.gone]
    return replace(state, starter=order[0], leg=begin(state.rules, order))


def _out_of_a_turn(state: State, place: int) -> State:
    assert state.leg is not None
    turn = finish(state.rules, state.leg.turns[place])
    leg = with_turn(state.rules, state.leg, place, turn)
    return settled(replace(state, leg=leg))
