"""A leg: one turn of each player, for a round or for one roll-off, with the order of turns and the decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.games.ship.play.turn import Turn, completed, finish, reach
from engine.games.ship.rules import Rules
from engine.values import replace

Rank = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Leg:
    """The turns of all players in one round, or in one roll-off.

    ``number`` is 0 for the round itself and counts its roll-offs. ``turns`` are in the order of the seats from the
    starter. ``order`` are their indices in the order of play. Those in one group throw at the same time (001); with one
    tray they throw one by one. Roll by roll, ``roll`` is the number of the current roll, and ``thrown`` whether a
    player has thrown in it. ``up`` is the index of the current turn, None when the leg is decided. ``final`` is set
    where a roll-off decides the game and not a round.
    """

    number: int
    turns: tuple[Turn, ...]
    order: tuple[tuple[int, ...], ...]
    up: int | None = 0
    roll: int = 1
    thrown: bool = False
    final: bool = False

    @property
    def shooters(self) -> tuple[str, ...]:
        return tuple(self.turns[place].player for group in self.order for place in group)

    @property
    def turn(self) -> Turn | None:
        return None if self.up is None else self.turns[self.up]

    def of(self, player: str) -> int | None:
        return next((place for place, turn in enumerate(self.turns) if turn.player == player), None)


def begin(rules: Rules, players: Sequence[str], number: int = 0, *, final: bool = False) -> Leg:
    """Return a leg of these players, the first of whom begins. Roll by roll, all throw the first roll at once (001)."""
    places = tuple(range(len(players)))
    order = (places,) if rules.rolling == "interleaved" else tuple((place,) for place in places)
    return Leg(number, tuple(map(Turn, players)), order, final=final)


def with_turn(rules: Rules, leg: Leg, place: int, turn: Turn) -> Leg:
    thrown = leg.thrown or (turn.taken > leg.turns[place].taken and turn.passes == leg.turns[place].passes)
    turns = (*leg.turns[:place], turn, *leg.turns[place + 1 :])
    leg = Leg(leg.number, turns, leg.order, leg.up, leg.roll, thrown, leg.final)
    if rules.rolling == "turns":
        return leg if not turn.over else replace(leg, up=_first(leg, lambda one: not one.over))
    return _roll_by_roll(rules, leg)


def throws_now(leg: Leg, place: int) -> bool:
    """Return whether that player may throw now: the player on turn, or one who throws at the same time."""
    if leg.up is None or place == leg.up:
        return place == leg.up
    group = next(group for group in leg.order if leg.up in group)
    turn = leg.turns[place]
    return place in group and len(group) > 1 and not turn.over and turn.taken < leg.roll


def leads(rules: Rules, leg: Leg, turn: Turn) -> bool:
    """Return whether the player has ship, captain and crew and no other is better. A leader need not throw (001)."""
    return turn.qualified and rank(rules, turn) == max(rank(rules, one) for one in leg.turns)


def rank(rules: Rules, turn: Turn) -> Rank:
    """Return the rank of a turn (001): “more of their SCC completed”, then the cargo.

    Dice that can be held count as held.
    """
    done = completed(rules, turn) if not turn.qualified and not rules.auto_hold else turn
    if done is not None and done.qualified:
        return 3, done.score or 0
    return reach(rules, turn), 0


def _first(leg: Leg, wanted: Callable[[Turn], bool]) -> int | None:
    return next((place for group in leg.order for place in group if wanted(leg.turns[place])), None)


def _roll_by_roll(rules: Rules, leg: Leg) -> Leg:
    if _is_decided(rules, leg):
        return _ended(rules, leg)
    up = _first(leg, lambda turn: not turn.over and turn.taken < leg.roll)
    if up is not None:
        return leg if up == leg.up else replace(leg, up=up)
    if not leg.thrown:
        return _ended(rules, leg)
    leg = replace(leg, roll=leg.roll + 1, thrown=False, order=_worst_first(rules, leg))
    return replace(leg, up=_first(leg, lambda turn: not turn.over and turn.taken < leg.roll))


def _worst_first(rules: Rules, leg: Leg) -> tuple[tuple[int, ...], ...]:
    """Return the order of a roll (001): “the player with the better score goes last”; ties throw together (A9)."""
    ranks = [rank(rules, turn) for turn in leg.turns]
    places = sorted(range(len(ranks)), key=lambda place: ranks[place])
    return tuple(tuple(group) for _, group in groupby(places, key=lambda place: ranks[place]))


def _is_decided(rules: Rules, leg: Leg) -> bool:
    """Return whether no rolls are left, or the leader can no longer be reached (A10)."""
    ranks = [rank(rules, turn) for turn in leg.turns]
    best = max(ranks)
    live = [mark for mark, turn in zip(ranks, leg.turns, strict=True) if not turn.over]
    if not live:
        return True
    return best[0] == 3 and ranks.count(best) == 1 and all(mark == best for mark in live)


def _ended(rules: Rules, leg: Leg) -> Leg:
    turns = tuple(turn if turn.over else finish(rules, turn) for turn in leg.turns)
    return replace(leg, turns=turns, up=None)
