"""Advice on a deciding turn uses the chance to win that the page shows."""

from itertools import product
from random import Random
from typing import Any

import pytest

from engine import Event, GameHistory, Refused, Rolled, Started, Stopped
from tests.engine.games.written import game
from tests.engine.turns.strategies import turn_game

CASES: list[tuple[str, dict[str, object]]] = [
    ("pig", {"goal": 25}),
    ("pig", {"goal": 25, "dice": 2}),
    ("pig", {"goal": 25, "ends": "at_once"}),
    ("farkle", {"goal": 2000, "opening": 0}),
    ("farkle", {"goal": 2000, "scores": "plain"}),
    ("threes", {"dice": 4}),
    ("threes", {"tie": "shared"}),
    ("midnight", {}),
    ("bar-dice", {"lives": 1}),
    ("bar-dice", {"match": "single"}),
]
MOST_DICE = 3
"""Dice of a throw of which all results are tried."""


def best(book: GameHistory, aim: str) -> dict[str, Any]:
    found: Any = book.game.advice(book.state, aim)["best"]
    return dict(found)


def told(book: GameHistory, state: Any, player: str) -> float:
    """Return the chance to win that the page shows in that state; the result if the game is over."""
    if state.turn is None:
        winners = state.tied if state.winner is None else (state.winner,)
        return (player in winners) / len(winners)
    found = book.game.win_chances(state)
    assert found is not None
    return found.of[player]


@pytest.mark.parametrize(
    ("words", "goal", "do", "least"),
    [
        ("6 6 6 6 6 6 2 . 6 6 6 6", 25, "roll", 0.4),  # 24 against 38 as the last of the round: to stand loses
        ("6 6 6 6 4 . 6 6 6 6 6 6 6 6 6", 50, "stop", 1.0),  # 54
    ],
)
def test_in_the_last_round_of_pig_the_chance_to_win_is_the_measure(
    words: str, goal: int, do: str, least: float
) -> None:
    book = game("pig", words, goal=goal)
    assert turn_game("pig").coach.aim(book.state) == "win"
    assert best(book, "win")["do"] == do
    assert best(book, "win")["value"] >= least
    assert told(book, book.state, "Ben") == pytest.approx(best(book, "win")["value"])


def test_in_the_last_round_of_farkle_a_tie_is_half_a_win_and_less_is_none() -> None:
    behind = game("farkle", "111111 +111111 . 111235 +111", goal=2000, opening=0)
    assert turn_game("farkle").coach.aim(behind.state) == "beat"
    assert best(behind, "beat")["do"] == "roll"
    tied = game("farkle", "111111 +111111 . 111111 +111111", goal=2000, opening=0)
    values = {one["do"]: one["value"] for one in tied.game.advice(tied.state, "beat")["choices"]}  # type: ignore[attr-defined]
    assert values["stop"] == pytest.approx(0.5)
    assert values["roll"] > 0.9  # all six dice


def test_in_a_roll_off_of_pig_points_are_no_measure() -> None:
    book = game("pig", "6 6 6 6 6 . 6 6 6 6 6 . 6 6 6 6 6 . 6 6 6 6", goal=30)
    assert book.state.leg == 1
    assert best(book, "win")["do"] == "roll"


@pytest.mark.parametrize(("preset", "options"), CASES, ids=str)
def test_where_advice_is_to_win_its_value_is_what_is_told_and_no_action_has_a_better_chance(
    preset: str, options: dict[str, object]
) -> None:
    """After an action the chance told is at most the value of the best; for a throw, the mean over all its results."""
    chance, checked = Random(f"{preset}{options}"), 0
    while checked < 12:
        book = GameHistory(Started(preset, ("Ann", "Ben"), None, options))
        while book.state.turn is not None and book.state.round < 40:
            if (aim := aim_of(book)) and chance.random() < 0.5:
                check(book, aim)
                checked += 1
            book.write(some_event(book, chance))


@pytest.mark.parametrize(("preset", "options"), CASES, ids=str)
def test_with_players_to_come_the_advice_is_measured_by_the_chance_told(
    preset: str, options: dict[str, object]
) -> None:
    chance, checked = Random(preset), 0
    while checked < 6:
        book = GameHistory(Started(preset, ("Ann", "Ben", "Cid", "Dot"), None, options))
        while book.state.turn is not None and book.state.round < 40:
            aim = aim_of(book)
            if aim in ("win", "beat") and chance.random() < 0.2:
                assert told(book, book.state, book.state.turn.player) == pytest.approx(
                    best(book, aim)["value"], abs=1e-5
                )
                checked += 1
            book.write(some_event(book, chance))
        checked += options.get("lives") == 1


def aim_of(book: GameHistory) -> str | None:
    """Return the aim that is the chance to win now, None where the turn does not decide."""
    preset, state = book.state.rules.name, book.state
    if preset == "pig":
        return "win" if turn_game("pig").coach.aim(state) == "win" else None
    if preset == "farkle":
        return "beat" if turn_game("farkle").coach.aim(state) == "beat" else None
    if not state.results:
        return None
    return "stay" if preset == "bar-dice" and state.rules.match == "lives" else "beat"


def check(book: GameHistory, aim: str) -> None:
    state, player = book.state, book.state.turn.player
    now, legal = told(book, state, player), book.game.legal_actions(state)
    assert now == pytest.approx(best(book, aim)["value"], abs=1e-6)
    if "stop" in legal:
        assert told(book, book.game.apply(state, Stopped()), player) <= now + 1e-6
    many = book.game.expected_tray(state).throw
    seats: Any = getattr(turn_game(state.rules.name).coach, "seats", None)
    if seats and not seats(state).is_last(0):
        return  # after a lost turn the game goes on, which only a model tells
    if "roll" in legal and many <= MOST_DICE:
        after = [book.game.apply(state, Rolled(dice)) for dice in product(range(1, 7), repeat=many)]
        assert sum(told(book, one, player) for one in after) / len(after) <= now + 1e-6


def some_event(book: GameHistory, chance: Random) -> Event:
    state, legal = book.state, book.game.legal_actions(book.state)
    at_the_bar = state.rules.name == "bar-dice"
    if "stop" in legal and chance.random() < 0.25:
        return Stopped()
    aside = next((event for name, event in book.game.commands.items() if name != "stop"), None)
    lies = state.turn.lies if at_the_bar else book.game.expected_tray(state).may_hold
    for _ in range(99 if aside and lies and ("roll" not in legal or chance.random() < 0.3) else 0):
        dice = tuple(chance.sample(lies, chance.randint(1, len(lies) - at_the_bar)))
        event: Event = aside(dice)  # type: ignore[call-arg, misc]
        try:
            book.game.apply(state, event)
        except Refused:
            continue
        return event
    return Rolled(tuple(chance.choices(range(1, 7), k=book.game.expected_tray(state).throw)))
