"""How fast games are played by the public functions."""

import random
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from engine import (
    Event,
    GameHistory,
    Rolled,
    Started,
    State,
    Stopped,
    apply,
    fold,
    game_of,
    legal_actions,
    presets_of_all,
)
from engine.turns.game import TurnGame
from engine.turns.kit.game import KitGame
from tests.engine.evenings import Wheel
from tests.engine.turns.strategies import action

pytestmark = pytest.mark.benchmark

PLAYERS = ("Ann", "Ben", "Cid", "Dan")
GAMES = 300


def by_the_engine(chance: random.Random) -> int:
    state: State = fold([Started("dice-game-depot", PLAYERS, "Ann")])
    turns = 0
    while legal := legal_actions(state):
        event: Event = Stopped()
        if chance.choice(legal) == "roll":
            event = Rolled(tuple(chance.choices(range(1, 7), k=state.must_roll)))
        state = apply(state, event)
        turns += state.last is not None and state.last.over
    return turns


def turns_a_second(play: Callable[[random.Random], int]) -> float:
    chance = random.Random(3)
    began = time.process_time()
    turns = sum(play(chance) for _ in range(GAMES))
    return turns / (time.process_time() - began)


def test_the_engine_plays_five_thousand_turns_a_second() -> None:
    turns_a_second(by_the_engine)
    ours = turns_a_second(by_the_engine)
    print(f"\n{ours:,.0f} turns a second")
    assert ours > 5000


def log_of(events: int) -> list[Event]:
    chance = random.Random(5)
    book = GameHistory(Started("rounds", PLAYERS, "Ann", {"match": "rounds(1000)", "cargo_reroll": "all"}))
    while len(book.events) < events:
        if "stop" in legal_actions(book.state) and chance.random() < 0.5:
            book.write(Stopped())
        else:
            book.write(Rolled(tuple(chance.choices(range(1, 7), k=book.state.must_roll))))
    return book.events


def test_a_log_of_a_thousand_events_is_folded_in_twenty_milliseconds() -> None:
    log = log_of(1000)
    took = []
    for _ in range(9):
        began = time.process_time()
        fold(log)
        took.append(1000 * (time.process_time() - began))
    print(f"\n{min(took):.1f} ms, {sorted(took)[4]:.1f} ms in the median")
    assert min(took) < 20


def events_of(preset: str, chance: random.Random) -> list[Event]:
    """Return the events of 40 turns, or of a whole game."""
    events: list[Event] = [Started(preset, PLAYERS, "Ann")]
    state: Any = fold(events)
    turns = 0
    while turns < 40 and (legal := legal_actions(state)):
        event = action(state, chance.choice(legal), Wheel(chance.randrange(2**40)))
        if isinstance(event, Rolled):
            event = Rolled(tuple(chance.choices(range(1, 7), k=len(event.dice))))
        events.append(event)
        state = apply(state, event)
        turns += state.last is not None
    return events


def by_actions(preset: str) -> Callable[[random.Random], int]:
    """Return a player of games whose events are there: what is measured is the engine alone."""
    chance = random.Random(4)
    games = cycle([events_of(preset, chance) for _ in range(GAMES)])

    def play(_chance: random.Random) -> int:
        start, *events = next(games)
        state: Any = fold([start])
        turns = 0
        for event in events:
            legal_actions(state)
            state = apply(state, event)
            turns += state.last is not None
        return turns

    turns_a_second(play)
    return play


@pytest.mark.parametrize("preset", [preset for preset in presets_of_all() if isinstance(game_of(preset), TurnGame)])
def test_every_game_of_turns_plays_five_thousand_turns_a_second(preset: str) -> None:
    ours = turns_a_second(by_actions(preset))
    print(f"\n{ours:,.0f}")
    assert ours > 5000


def test_files_play_a_third_as_fast_as_ship() -> None:
    """A ratio holds on a busy machine too."""
    found = {}
    for preset in presets_of_all():
        if isinstance(game_of(preset), KitGame):
            ours = turns_a_second(by_actions(preset))
            found[preset] = ours / turns_a_second(by_the_engine)
            print(f"\n{preset}: {ours:,.0f} turns a second, {found[preset]:.2f}", end="")
    assert min(found.values()) > 1 / 3
