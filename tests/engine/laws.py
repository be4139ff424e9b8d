"""What holds for states and steps of single games, beside the laws of all games."""

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from engine import (
    Corrected,
    Event,
    GameHistory,
    Held,
    Joined,
    Left,
    Refused,
    Released,
    Renamed,
    RoundsSet,
    Scored,
    State,
    Turn,
    Undone,
    apply,
    expected_tray,
    game_of,
)
from engine.games.yahtzee.announcements import report
from engine.games.yahtzee.state import State as Yahtzee
from engine.turns.game import TurnGame
from tests.engine.evenings import Wheel

NOT_MOVES = Left | Joined | Renamed | Corrected | Undone | RoundsSet


def keeps_its_own_laws(book: GameHistory) -> None:
    state: Any = book.state
    if isinstance(book.game, TurnGame):
        _of_turns(book, state)
    elif isinstance(state, Yahtzee):
        _of_yahtzee(state)
    else:
        money = state.money
        assert sum(money.chips.values()) + sum(money.bystanders.values()) + money.pot == 0
        expected = book.game.expected_tray(state)
        assert state.turn is None or len(expected.held) + expected.throw == state.rules.dice
        assert state.turn is None or state.rolls_left > 0
        if state.turn is not None and state.turn.rolls:
            assert len(state.turn.held) + len(state.turn.loose) == state.rules.dice, "no die is lost"
        assert set(money.chips) == set(state.players)
        assert {*money.drinks, *state.scores, *state.handicap, *state.tied, *state.gone} <= set(state.players)


def steps_by_its_own_laws(book: GameHistory, before: Any, event: Event, *, waited: bool) -> None:
    """Check the latest step of a game. ``waited``: turns waited for it to be played."""
    after: Any = book.state
    if isinstance(event, NOT_MOVES) or waited:
        return
    if isinstance(before, State):
        _held_dice_stay(before, after)
    elif isinstance(before, Yahtzee):
        _writes_one_box_at_most(before, after, event)


def _of_turns(book: GameHistory, state: Any) -> None:
    assert not state.out & set(state.playing)
    assert {*state.results, *state.scores, *state.busts, *state.opened, *state.gone} <= set(state.players)
    if state.turn is not None:
        assert state.turn.player == state.order[state.up]
        assert state.turn.player in state.playing
        assert not state.turn.over
        assert book.game.place(state) == (state.round, state.leg, state.players.index(state.turn.player))
        assert set(state.results) <= set(state.order[: state.up])


def _of_yahtzee(state: Yahtzee) -> None:
    for name, card in state.cards.items():
        assert set(card.boxes) <= set(state.rules.boxes)
        total = sum(map(sum, card.boxes.values())) + card.upper_bonus(state.rules) + card.yahtzee_bonus
        assert card.total(state.rules) == total
        assert state.rules.awards or state.totals[name] == total
        assert card.yahtzee_bonus % (state.rules.further or 1) == 0
        assert not card.yahtzee_bonus or card.top(state.rules) == 50
    if state.turn is None and len(state.players) > 1 and not state.rules.served_wins:
        assert state.totals[state.winner or state.tied[0]] == max(state.totals.values())
    told: Any = report(state)
    may, may_not, would = told["may_score"], told["may_not_score"], told["would_score"]
    if state.turn is None or not state.turn.rolls:
        assert (may, may_not, would) == ({}, {}, {})
        return
    assert may
    assert may.items() <= would.items()
    assert {*may, *may_not} == set(state.rules.boxes)
    for box, why in may_not.items():
        with pytest.raises(Refused) as refused:
            apply(state, Scored(box))
        assert refused.value.why == why
    for box, points in may.items():
        assert apply(state, Scored(box)).cards[state.turn.player].boxes[box][-1] == points
    turned = replace(state, turn=replace(state.turn, dice=state.turn.dice[::-1]))
    assert report(turned)["may_score"] == may, "the order of thrown dice changes no score"


def _writes_one_box_at_most(before: Yahtzee, after: Yahtzee, event: Event) -> None:
    for name in before.players:
        was, now = before.cards[name], after.cards[name]
        new = {box for box, scores in now.boxes.items() if scores != was.boxes.get(box)}
        assert new == ({event.box} if isinstance(event, Scored) and name == before.player else set())
        assert all(now.boxes[box][: len(scores)] == scores for box, scores in was.boxes.items())
        assert now.filled == was.filled + len(new)
        assert list(now.boxes) == [box for box in before.rules.boxes if box in now.boxes]


def _held_dice_stay(before: State, after: State) -> None:
    turn = before.turn
    if turn is None or before.rolloffs != after.rolloffs or before.round != after.round or after.leg is None:
        return
    place = after.leg.of(turn.player)
    now = after.leg.turns[place] if place is not None else Turn("")
    if turn.qualified:
        assert now.held == turn.held
    elif not now.qualified and before.rules.progress != "switch":
        assert set(turn.held) <= set(now.held)


def sets_aside_at_once(state: Any, wheel: Wheel) -> None:
    """Check that dice set aside at once have no order, and that all of them are set aside or none."""
    commands = game_of(state.rules.name).commands
    kinds = [commands[name] for name in ("hold", "release", "set_aside", "keep") if name in commands]
    if kinds:
        turn = state.turn
        lies = (*getattr(turn, "loose", ()), *getattr(turn, "lies", ()), *getattr(turn, "dice", ()), 6)
        dice = tuple(lies[wheel.take(len(lies))] for _ in range(1 + wheel.take(4)))
        is_set_aside_at_once(state, kinds[wheel.take(len(kinds))], dice)


def without_order(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_order(part) for key, part in value.items()}
    return sorted(value) if isinstance(value, list) and all(isinstance(one, int) for one in value) else value


def after(state: Any, event: Event) -> Any:
    try:
        return apply(state, event)
    except Refused:
        return None


def one_by_one(state: Any, kind: type[Event], dice: tuple[int, ...]) -> bool:
    """Return whether the dice can be set aside one by one in some order."""
    for order in permutations(dice):
        found = state
        for die in order:
            found = after(found, kind((die,))) if found and found.player == state.player else found  # type: ignore[call-arg]
        if found is not None:
            return True
    return False


def is_set_aside_at_once(state: Any, kind: type[Event], dice: tuple[int, ...]) -> None:
    game = game_of(state.rules.name)
    found = [after(state, kind(order)) for order in sorted(set(permutations(dice)))]  # type: ignore[call-arg]
    assert len({json.dumps(one and without_order(game.report(one)), sort_keys=True) for one in found}) == 1
    if found[0] is None or found[0].player != state.player:
        return
    if kind in (Held, Released):
        assert one_by_one(state, kind, dice)
    else:
        assert not Counter(dice) - Counter(expected_tray(found[0]).held or dice)
