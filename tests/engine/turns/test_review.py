"""Reviews of games of turns: the results are the means, the luck and the costs together."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Refused, Started
from engine.turns.coach import review
from engine.turns.kit.throws.luck import for_points
from tests.engine.evenings import played_at_random
from tests.engine.games.written import game
from tests.engine.turns.moves import play_of
from tests.engine.turns.strategies import PRESETS, action, played_out, turn_game


@pytest.mark.parametrize(("preset", "options"), [*((preset, {}) for preset in PRESETS), ("pig", {"dice": 2})])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8)
def test_results_are_the_means_and_the_luck_less_the_costs(preset: str, options: dict[str, object], seed: int) -> None:
    book = played_at_random(Started(preset, ("Ann", "Ben"), "Ann", options), action, random.Random(seed), 40)
    coach, kind = turn_game(preset).coach, turn_game(preset)
    steps = [(entry.before, entry.event) for entry in book.played]
    last = max((n for n, (state, event) in enumerate(steps) if book.game.apply(state, event).last), default=-1)
    steps = steps[: last + 1]
    found = review(kind, coach, steps)
    for name, begun in found.begun.items():
        done = 0.0
        for state, event in steps:
            after = book.game.apply(state, event)
            if after.last is not None and after.last.player == name:
                done += float(coach.of_result(state, after.last))
        luck = sum(one.luck for one in found.rolls if one.player == name)
        cost = sum(one.cost for one in found.decisions if one.player == name)
        assert done == pytest.approx(begun + (cost - luck if kind.lowest_wins else luck - cost), abs=1e-6)
        assert cost >= 0


@pytest.mark.parametrize(
    ("preset", "words", "cost"),
    [
        ("pig", "6 6 6 2 .", 0.0),
        ("pig", "6 .", float(for_points(play_of("pig"), 0, 0).throw(6, 1, 0)) - 6),
        ("threes", "33333 +33333", 0.0),
        ("midnight", "146666 +146666", 0.0),
        ("bar-dice", "11111 .", 0.0),
        ("shut-the-box", "54 =9", 0.0),
    ],
)
def test_the_best_decision_costs_nothing_and_another_its_difference(preset: str, words: str, cost: float) -> None:
    book = game(preset, words)
    found: dict[str, Any] = book.game.review([(entry.before, entry.event) for entry in book.played])
    assert found["players"]["Ann"]["cost"] == pytest.approx(cost, abs=1e-9)
    assert found["decisions"]
    assert all(row["best"]["do"] for row in found["decisions"])


@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_no_advice_for_an_unknown_aim_or_after_the_end(preset: str) -> None:
    book = game(preset)
    with pytest.raises(Refused, match=r"There is advice for “.*”\.$"):
        book.game.advice(book.state, "glory")
    over = played_out(preset)
    assert over.state.winner
    with pytest.raises(Refused, match="The game is over: there is nothing to advise on"):
        over.game.advice(over.state, turn_game(preset).coach.aims[0])
