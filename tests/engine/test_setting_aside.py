"""Dice set aside at once have no order, and all of them are set aside or none, in every game."""

import json
from collections import Counter
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    BadLog,
    Event,
    GameHistory,
    Held,
    Refused,
    Released,
    Rolled,
    Started,
    apply,
    expected_tray,
    fold,
    game_of,
    presets_of_all,
)
from tests.engine.actions import actions_of, rules_for
from tests.engine.evenings import Wheel, refusal, something
from tests.engine.games.ship.playing import state_of

MOVES = ("hold", "release", "set_aside", "keep")
STEPS = st.lists(st.integers(0, 2**40), min_size=40, max_size=40)


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


def check(state: Any, kind: type[Event], dice: tuple[int, ...]) -> None:
    game = game_of(state.rules.name)
    found = [after(state, kind(order)) for order in sorted(set(permutations(dice)))]  # type: ignore[call-arg]
    assert len({json.dumps(one and without_order(game.report(one)), sort_keys=True) for one in found}) == 1
    if found[0] is None or found[0].player != state.player:
        return
    if kind in (Held, Released):
        assert one_by_one(state, kind, dice)
    else:
        assert not Counter(dice) - Counter(expected_tray(found[0]).held or dice)


@pytest.mark.parametrize("preset", presets_of_all())
@given(data=st.data(), steps=STEPS)
@settings(max_examples=40)
def test_dice_set_aside_at_once_are_all_or_nothing_in_any_order(
    preset: str, data: st.DataObject, steps: list[int]
) -> None:
    book = GameHistory(Started(preset, ("Ann", "Ben"), "Ann", data.draw(rules_for(preset))))
    kinds = [book.game.commands[name] for name in MOVES if name in book.game.commands]
    for number in steps:
        event = something(book, number, actions_of(preset)[0])
        if event is not None:
            refusal(book, event)
        if not kinds or book.state.player is None:
            break
        wheel = Wheel(number)
        turn = book.state.turn
        lies = (*getattr(turn, "loose", ()), *getattr(turn, "lies", ()), *getattr(turn, "dice", ()), 6)
        dice = tuple(lies[wheel.take(len(lies))] for _ in range(1 + wheel.take(4)))
        check(book.state, kinds[wheel.take(len(kinds))], dice)


@pytest.mark.parametrize("progress", ["commit", "switch", "both"])
@pytest.mark.parametrize("cargo_reroll", ["all", "each"])
@pytest.mark.parametrize("sequences", ["6-5-4", "either"])
def test_of_every_throw_of_three_dice_all_that_are_named_are_held_or_none(
    progress: str, cargo_reroll: str, sequences: str
) -> None:
    begun = state_of("65233 +65", auto_hold=False, progress=progress, cargo_reroll=cargo_reroll, sequences=sequences)
    for dice in combinations_with_replacement(range(1, 7), 3):
        state = apply(begun, Rolled(dice))
        for many in (1, 2, 3):
            for named in combinations_with_replacement(sorted(set(dice)), many):
                check(state, Held, named)


def test_of_two_equal_dice_one_is_not_dropped() -> None:
    state = state_of("65221 +65 442", auto_hold=False)
    with pytest.raises(Refused, match="The 4 is cargo: re-roll all cargo dice or none"):
        apply(state, Held((4, 4)))


def test_a_stored_hold_of_which_one_die_was_dropped_leads_to_the_state_of_then() -> None:
    start = Started("dice-game-depot", ("Ann", "Ben"), "Ann", {"auto_hold": False})
    rolls = (Rolled((6, 5, 2, 2, 1)), Held((6, 5)), Rolled((4, 4, 2)))
    assert fold([start, *rolls, Held((4, 4))]) == fold([start, *rolls, Held((4,))])
    with pytest.raises(BadLog, match="cargo"):
        fold([start, *rolls, Held((4,)), Held((4,))])
