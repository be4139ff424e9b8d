"""Properties of every game of turns, on random rules and events: 300 evenings, 10,000 with ``-m fuzz``."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameHistory, Rolled, history_of
from engine.turns.state import TurnState
from tests.engine.evenings import corrects_back, tells_it_all
from tests.engine.test_every_game import PLAYERS, play
from tests.engine.turns.strategies import EVENINGS, PRESETS, rules_for, turn_game


def keeps_its_laws(book: GameHistory) -> None:
    """Check the last state: who plays, and what the totals are."""
    state: TurnState[Any] = book.state
    game = turn_game(state.rules.name)
    assert not state.out & set(state.playing)
    assert set(state.totals) == set(state.players)
    if state.turn is None:
        return
    assert state.turn.player == state.order[state.up]
    assert state.turn.player in state.playing
    assert not state.turn.over
    assert game.place(state) == (state.round, state.leg, state.players.index(state.turn.player))
    assert set(state.results) <= set(state.order[: state.up])


def one_evening(preset: str, options: dict[str, object], players: tuple[str, ...], steps: list[int]) -> None:
    """Play an evening; check that its log leads to the same state, and that corrections can be corrected."""
    book = play(preset, options, players, steps)
    keeps_its_laws(book)
    tells_it_all(book)
    corrects_back(history_of(book.events), steps[0])
    assert book.rolls == sum(isinstance(event, Rolled) for event in book.events)


@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data(), players=PLAYERS, steps=EVENINGS)
@settings(max_examples=60)
def test_an_evening_keeps_the_laws(
    preset: str, data: st.DataObject, players: tuple[str, ...], steps: list[int]
) -> None:
    one_evening(preset, data.draw(rules_for(preset)), players, steps)


@pytest.mark.fuzz
@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data(), players=PLAYERS, steps=EVENINGS)
@settings(max_examples=2000)
def test_two_thousand_evenings_keep_the_laws(
    preset: str, data: st.DataObject, players: tuple[str, ...], steps: list[int]
) -> None:
    one_evening(preset, data.draw(rules_for(preset)), players, steps)
