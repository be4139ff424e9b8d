"""The renaming of a player everywhere in a state."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from engine.ship.play.leg import Leg
from engine.ship.play.money import Money, Wager
from engine.ship.play.turn import Turn
from engine.ship.state import Round, State

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
