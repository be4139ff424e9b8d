"""The figures of one game, calculated from its events: the winner, the turns, the faces, the coach's review."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from engine.errors import Refused
from engine.events import Corrected, Rolled
from engine.game import Step
from engine.history import GameHistory, history_of
from engine.queries import totals
from engine.ship.analysis.review import PlayedTurn, Review, turns_taken
from engine.ship.analysis.review import review as review_of_ship
from engine.ship.state import State as ShipState
from engine.statistics.record import ArchivedGame, Hindsight, Kind, LuckyRoll, Part, Record
from engine.turns.coach import review as review_of_turns
from engine.turns.game import TurnGame
from engine.turns.state import TurnState
from engine.values import FACES
from engine.yahtzee.analysis.review import review as review_of_yahtzee
from engine.yahtzee.boxes import FURTHER_YAHTZEE, YAHTZEE
from engine.yahtzee.state import State as YahtzeeState

PLACES = 6
"""The number of decimals of luck and costs."""


def record_of(game: ArchivedGame, *, look_back: bool) -> Record:
    """Return the figures of that game. ``look_back`` includes the coach's review, which takes up to some seconds.

    Raises :class:`~engine.BadLog` where this version cannot read it.
    """
    history = history_of(game.events)
    steps = [(entry.before, entry.event) for entry in history.played]
    kind: Kind = "ship"
    if isinstance(history.state, TurnState):
        kind = history.game.kind
        parts = _parts_of_turns(history, steps if look_back else None)
    elif isinstance(history.state, YahtzeeState):
        kind = "yahtzee"
        parts = _yahtzee_parts(history.state, _of_yahtzee(history.state, steps) if look_back else {})
    else:
        parts = _ship_parts(history.state, turns_taken(steps), review_of_ship(steps) if look_back else None)
    return Record(
        number=game.number,
        clock=game.clock,
        kind=kind,
        preset=history.state.rules.name,
        parts=parts,
        events=len(game.events),
        rolls=history.rolls,
        corrections=sum(isinstance(event, Corrected) for event in game.events),
        faces=faces_of(game),
        over=history.state.player is None,
        is_open=game.is_open,
        looked_back=look_back,
        purses=history.game.moved(history.state),
    )


def faces_of(game: ArchivedGame) -> tuple[int, ...]:
    """Return the count of each face thrown on this tray, from one to six.

    Only dice seen by the camera count, not rolls entered by hand or games imported from another table. A corrected roll
    counts as corrected, also where it was thrown again because of that.
    """
    thrown: list[tuple[int, ...]] = []
    for event, moment in zip(game.events, game.moments, strict=True):
        if isinstance(event, Rolled):
            seen = not event.told and moment > 0
            thrown.append(event.dice if seen else ())
        elif isinstance(event, Corrected) and thrown[event.roll - 1]:
            thrown[event.roll - 1] = event.dice
    found = Counter(die for dice in thrown for die in dice)
    return tuple(found[face] for face in FACES)


def _ship_parts(state: ShipState, taken: Sequence[PlayedTurn], found: Review | None) -> tuple[Part, ...]:
    points, chips = totals(state), state.money.chips
    over = state.player is None
    return tuple(
        Part(
            name=name,
            total=points[name],
            head_start=state.handicap.get(name, 0),
            won=name == state.winner,
            shared=over and name in state.tied,
            cargoes=tuple(sum(one.turn.cargo) for one in taken if one.seat == seat),
            hindsight=_of_ship(found, seat) if found else None,
            chips=chips.get(name, 0) if state.rules.stakes.kind == "pot" or any(chips.values()) else None,
        )
        for seat, name in enumerate(state.players)
    )


def _of_ship(found: Review, seat: int) -> Hindsight:
    decisions = [one for one in found.decisions if one.seat == seat]
    to_win = [one.to_win for one in decisions]
    return Hindsight(
        luck=round(sum(one.luck for one in found.rolls if one.seat == seat), PLACES),
        cost=round(sum(one.cost for one in decisions), PLACES),
        decisions=len(decisions),
        to_win=round(sum(filter(None, to_win)), PLACES) if to_win and None not in to_win else None,
        best_roll=_luckiest(LuckyRoll(one.dice, one.luck) for one in found.rolls if one.seat == seat),
    )


def _parts_of_turns(history: GameHistory, steps: Sequence[Step] | None) -> tuple[Part, ...]:
    state, game = history.state, history.game
    hindsight = _of_turns(game, len(state.players), steps) if steps and isinstance(game, TurnGame) else {}
    points = totals(state)
    return tuple(
        Part(
            name=name,
            total=points[name],
            head_start=state.handicap.get(name, 0),
            won=name == state.winner and len(state.players) > 1,
            shared=state.player is None and name in state.tied,
            hindsight=hindsight.get(seat),
        )
        for seat, name in enumerate(state.players)
    )


def _of_turns(game: TurnGame, seats: int, steps: Sequence[Step]) -> dict[int, Hindsight]:
    """Return the coach's review by seat."""
    found: dict[int, list[Hindsight]] = {seat: [] for seat in range(seats)}
    for players, part in _by_names(steps):
        looked = review_of_turns(game, game.coach, part)
        for seat, name in enumerate(players):
            costs = [one.cost for one in looked.decisions if one.player == name]
            rolls = [one for one in looked.rolls if one.player == name]
            best = _luckiest(LuckyRoll(one.dice, one.luck) for one in rolls)
            luck = sum(one.luck for one in rolls)
            found[seat].append(Hindsight(luck, sum(costs), len(costs), best_roll=best))
    return {seat: _summed(of) for seat, of in found.items()}


def _luckiest(rolls: Iterable[LuckyRoll | None]) -> LuckyRoll | None:
    """Return the first of the luckiest rolls, with its luck rounded; None if there is none."""
    best = max((roll for roll in rolls if roll is not None), key=lambda roll: roll.luck, default=None)
    return replace(best, luck=round(best.luck, PLACES)) if best else None


def _yahtzee_parts(state: YahtzeeState, hindsight: dict[int, Hindsight]) -> tuple[Part, ...]:
    points = state.totals
    parts = []
    for seat, name in enumerate(state.players):
        card = state.cards[name]
        parts.append(
            Part(
                name=name,
                total=points[name],
                head_start=state.handicap.get(name, 0),
                won=name == state.winner and len(state.players) > 1,
                shared=state.turn is None and name in state.tied,
                filled=not card.open_boxes(state.rules),
                bonus=card.upper_bonus(state.rules) > 0,
                yahtzees=(card.yahtzee_box == YAHTZEE) + card.yahtzee_bonus // FURTHER_YAHTZEE,
                hindsight=hindsight.get(seat),
            )
        )
    return tuple(parts)


def _of_yahtzee(state: YahtzeeState, steps: Sequence[Step]) -> dict[int, Hindsight]:
    """Return the coach's review by seat; empty for rules without a table."""
    found: dict[int, list[Hindsight]] = {seat: [] for seat in range(len(state.players))}
    try:
        for players, part in _by_names(steps):
            looked = review_of_yahtzee(part)
            for seat, name in enumerate(players):
                many = sum(one.player == name for one in looked.decisions)
                best = _luckiest(LuckyRoll(one.dice, one.luck) for one in looked.rolls if one.player == name)
                found[seat].append(Hindsight(looked.luck(name), looked.cost(name), many, best_roll=best))
    except Refused:
        return {}
    return {seat: _summed(of) for seat, of in found.items()}


def _summed(parts: Sequence[Hindsight]) -> Hindsight:
    return Hindsight(
        round(sum(one.luck for one in parts), PLACES),
        round(sum(one.cost for one in parts), PLACES),
        sum(one.decisions for one in parts),
        best_roll=_luckiest(one.best_roll for one in parts),
    )


def _by_names(steps: Iterable[Step]) -> Iterable[tuple[tuple[str, ...], list[Step]]]:
    """Yield the steps in parts without joins and renames, so that a name identifies a seat."""
    yield from ((players, list(part)) for players, part in groupby(steps, key=lambda step: step[0].players))
