"""The coach of these games: advice on a turn, and the review of a game, both from the values of turns.

A game says what a turn is worth at each moment (:class:`Coach`); costs and luck are differences of these values.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from engine.errors import Refused
from engine.events import Event, Rolled, Stopped
from engine.game import Game, Step
from engine.reports.figures import Hindsight, LuckyRoll, by_names, luckiest, summed
from engine.turns import rounds
from engine.turns.state import Turn, TurnState
from engine.turns.turn_plan import parts_with_all
from engine.values import Advice

Value = Fraction | float
Do = Literal["roll", "stop", "set_aside"]


@dataclass(frozen=True, slots=True)
class TurnWay:
    """One way to go on: set these dice aside, or keep them, then throw so many, or end the turn."""

    do: Do
    dice: tuple[int, ...]
    throw: int
    value: Value


@dataclass(frozen=True, slots=True)
class TurnChoice(TurnWay):
    """A way to go on with its value for an aim, and the difference to the best."""

    value: float
    cost: float


class Coach:
    """The values of turns in one game, for an aim. One without aims has no advice, and judges nothing."""

    aims: Sequence[str] = ()
    """The aims that there is advice for. The review judges by the first, and nothing where another one decides."""

    decides: Sequence[type[Event]] = ()
    """The events of the game that are decisions, besides throws and stops."""

    def aim(self, _state: TurnState[Any]) -> str:
        """Return the aim that decides now, by which the page advises."""
        return "points"

    def is_about(self, state: TurnState[Any]) -> bool:
        """Return whether the chance to win rests on a model of players to come."""
        return bool(rounds.done_and_later(state)[1])

    def ways(self, state: TurnState[Any], turn: Turn, aim: str) -> list[TurnWay]:
        """Return every way to go on, in any order. Raises :class:`Refused` where there is no advice for that aim."""
        raise NotImplementedError

    def of_throw(self, state: TurnState[Any], turn: Turn) -> Value:
        """Return the value of throwing now what is not set aside, for the first aim."""
        raise NotImplementedError

    def of_result(self, state: TurnState[Any], turn: Turn) -> Value:
        """Return the value of a turn that is finished now, for the first aim. ``state`` is the one before that."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Judged:
    """A player's decision in a round, and its cost for the first aim.

    It ``is_judged`` by that cost unless another aim decided, such as the chance to win in the last round.
    """

    player: str
    round: int
    cost: float
    is_judged: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Decision(Judged):
    """A decision in a turn, with the dice as they lay, and the best way."""

    lies: tuple[int, ...]
    did: TurnWay
    best: TurnWay


D = TypeVar("D", bound=Judged)


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice as they fell gained over the mean; negative for a loss. Where the lowest wins, less is a gain."""

    player: str
    round: int
    dice: tuple[int, ...]
    luck: float


@dataclass(frozen=True, slots=True)
class Review(Generic[D]):
    """The review of a game, in the order of play.

    ``begun`` is the sum of each player's means at the beginning of all turns, or of a card. For what is finished:
    results = begun + luck - costs, and where the lowest wins, begun - luck + costs.
    """

    begun: dict[str, float]
    decisions: tuple[D, ...]
    rolls: tuple[Luck, ...]

    def of(self, player: str) -> Hindsight:
        costs = [one.cost for one in self.decisions if one.player == player and one.is_judged]
        rolls = [LuckyRoll(one.dice, one.luck) for one in self.rolls if one.player == player]
        return Hindsight(sum(one.luck for one in rolls), sum(costs), len(costs), best_roll=luckiest(rolls))

    def report(self, decision: Callable[[D], dict[str, object]], dice: str = "dice") -> dict[str, object]:
        """Return the review in JSON types: for each player the sums, then all decisions and rolls."""
        sums = {name: self.of(name) for name in self.begun}
        return {
            "players": {
                name: {"begun": begun, "luck": sums[name].luck, "cost": sums[name].cost}
                for name, begun in self.begun.items()
            },
            "decisions": [{"player": one.player, "round": one.round, **decision(one)} for one in self.decisions],
            "rolls": [
                {"player": one.player, "round": one.round, dice: list(one.dice), "luck": one.luck} for one in self.rolls
            ],
        }


def hindsight(steps: Iterable[Step], looked: Callable[[list[Step]], Review[D]], seats: int = 0) -> dict[int, Hindsight]:
    """Return what the review says of each seat, of at least so many, with the steps ``looked`` at between renames."""
    found: dict[int, list[Hindsight]] = {seat: [] for seat in range(seats)}
    for players, part in by_names(steps):
        review = looked(part)
        for seat, name in enumerate(players):
            found.setdefault(seat, []).append(review.of(name))
    return {seat: summed(of) for seat, of in found.items()}


def advise(coach: Coach, state: TurnState[Any], aim: str, *, lowest: bool) -> Advice[TurnChoice]:
    """Return advice for the player on turn, the best choice first.

    Raises :class:`Refused` where there is no choice, or no advice for that aim.
    """
    if state.turn is None:
        raise Refused("no_advice", "The game is over: there is nothing to advise on.")
    if aim not in coach.aims:
        known = " and ".join(f"“{one}”" for one in coach.aims)
        raise Refused("no_advice", f"There is advice for {known}." if known else "There is nothing to advise on.")
    sign = -1 if lowest and aim == coach.aims[0] else 1
    ways = sorted(
        coach.ways(state, state.turn, aim), key=lambda way: (-sign * way.value, way.do != "stop", -len(way.dice))
    )
    best = ways[0].value
    return Advice(
        aim,
        tuple(
            TurnChoice(way.do, way.dice, way.throw, float(way.value), float(sign * (best - way.value))) for way in ways
        ),
    )


def ways_to_set_aside(turn: Turn, dice: int, worth: Callable[[tuple[int, ...]], Value]) -> list[TurnWay]:
    """Return every choice of dice to set aside before all others are thrown, of a turn of so many dice.

    ``worth`` is the value of throwing all dice but those.
    """
    if not turn.throws:
        return [TurnWay("roll", (), dice, worth(()))]
    before = turn.aside + turn.fresh
    ways = [TurnWay("roll", (), len(turn.loose), worth(before))] if turn.fresh else []
    for part in parts_with_all(turn.loose):
        left = len(turn.loose) - len(part)
        ways.append(TurnWay("roll" if left else "set_aside", part, left, worth(before + part)))
    return ways


def review(game: Game, coach: Coach, steps: Iterable[Step]) -> Review[Decision]:
    """Return the review of these steps, each a state and the event applied to it, as in a history."""
    sign = -1 if game.lowest_wins else 1
    begun: dict[str, float] = {}
    decisions: list[Decision] = []
    rolls: list[Luck] = []
    for state, event in steps if coach.aims else ():
        turn = state.turn if isinstance(state, TurnState) else None
        if turn is None or not isinstance(event, (Rolled, Stopped, *coach.decides)):
            continue
        after = game.apply(state, event)
        if not turn.throws:
            begun[turn.player] = begun.get(turn.player, 0.0) + float(coach.of_throw(state, turn))
        else:
            done = coach.of_throw(state, turn) if isinstance(event, Rolled) else _worth(coach, state, after, sign)
            best = _best(coach, state, turn, sign)
            did = _done(turn, event, done)
            cost = max(0.0, float(sign * (best.value - done)))
            is_judged = coach.aim(state) == coach.aims[0]
            decisions.append(Decision(turn.player, state.round, cost, turn.lies, did, best, is_judged=is_judged))
        if isinstance(event, Rolled):
            luck = sign * float(_worth(coach, state, after, sign) - coach.of_throw(state, turn))
            rolls.append(Luck(turn.player, state.round, event.dice, luck))
    return Review(begun, tuple(decisions), tuple(rolls))


def _worth(coach: Coach, before: TurnState[Any], after: TurnState[Any], sign: int) -> Value:
    """Return the value of the turn that the latest event belongs to, after that event."""
    if after.last is not None:
        return coach.of_result(before, after.last)
    assert after.turn is not None
    return _best(coach, after, after.turn, sign).value


def _best(coach: Coach, state: TurnState[Any], turn: Turn, sign: int) -> TurnWay:
    return max(coach.ways(state, turn, coach.aims[0]), key=lambda way: sign * way.value)


def _done(turn: Turn, event: Event, value: Value) -> TurnWay:
    match event:
        case Rolled(dice=dice):
            return TurnWay("roll", turn.fresh, len(dice), value)
        case Stopped():
            return TurnWay("stop", turn.fresh, 0, value)
    return TurnWay("set_aside", event.dice, 0, value)  # type: ignore[attr-defined]


def report_advice(advice: Advice[TurnChoice]) -> dict[str, object]:
    return advice.report(lambda one: _way_report(one) | {"cost": one.cost})


def report_decision(one: Decision) -> dict[str, object]:
    did, best = _way_report(one.did), _way_report(one.best)
    return {"lies": list(one.lies), "did": did, "cost": one.cost, "best": best}


def _way_report(way: TurnWay) -> dict[str, object]:
    return {"do": way.do, "dice": list(way.dice), "throw": way.throw, "value": float(way.value)}
