"""Advice where a turn decides: it is measured by the chance to win, which is the one that is told beside it."""

from itertools import product
from random import Random
from typing import Any

import pytest

from engine import Event, GameHistory, Refused, Rolled, Started, Stopped, game_of
from engine.pig.winning import decides as decides_at_pig
from tests.engine.turns.playing import game
from web.games import game_on_the_page

SMALL: dict[str, list[dict[str, object]]] = {
    "pig": [{"goal": 25}, {"goal": 25, "dice": 2}, {"goal": 25, "ends": "at_once"}],
    "farkle": [{"goal": 2000, "opening": 0}, {"goal": 2000, "scores": "plain"}],
    "threes": [{"dice": 4}, {"tie": "shared"}],
    "midnight": [{}],
    "bar-dice": [{"lives": 1}, {"match": "single"}, {"match": "single", "ace_needed": False}],
}
CASES = [(preset, options) for preset, several in SMALL.items() for options in several]
MOST_DICE = 3
"""Dice of a throw of which all results are tried."""


def advice(book: GameHistory, aim: str) -> dict[str, Any]:
    return book.game.advice(book.state, aim)


def won_by(book: GameHistory, player: str) -> float:
    found = book.game.win_chances(book.state)
    assert found is not None
    return found.of[player]


@pytest.mark.parametrize(
    ("words", "goal", "best", "least"),
    [
        ("6 6 6 6 6 6 2 . 6 6 6 6", 25, "roll", 0.4),  # 38, and 24 in the turn: to stand loses
        ("6 6 6 6 4 . 6 6 6 6 6 6 6 6 6", 50, "stop", 1.0),  # 54 as the last of the round
    ],
)
def test_in_the_last_round_of_pig_the_chance_to_win_is_the_measure(
    words: str, goal: int, best: str, least: float
) -> None:
    book = game("pig", words, goal=goal)
    found = game_on_the_page(book.state).help(book.state)
    assert found.aim == "win"
    assert found.ways[0].throw == (best == "roll")
    assert found.ways[0].value >= least
    assert won_by(book, "Ben") == pytest.approx(found.ways[0].value)


def test_in_the_last_round_of_farkle_nobody_stands_behind() -> None:
    book = game("farkle", "111111 +111111 . 111235 +111", goal=2000, opening=0)
    found = game_on_the_page(book.state).help(book.state)
    assert (found.aim, found.ways[0].throw) == ("win", 3)
    assert won_by(book, "Ben") == pytest.approx(found.ways[0].value)
    tied = game("farkle", "111111 +111111 . 111111 +111111", goal=2000, opening=0)
    values = {one["do"]: one["value"] for one in advice(tied, "beat")["choices"]}
    assert values["stop"] == pytest.approx(0.5)
    assert values["roll"] > 0.9  # with six dice there is hardly a farkle


def test_in_a_roll_off_of_pig_points_are_no_measure() -> None:
    book = game("pig", "6 6 6 6 6 . 6 6 6 6 6 . 6 6 6 6 6 . 6 6 6 6", goal=30)
    assert book.state.leg == 1
    assert decides_at_pig(book.state)
    assert advice(book, "win")["best"]["do"] == "roll"


@pytest.mark.parametrize(("preset", "options"), CASES, ids=lambda one: str(one))
@pytest.mark.parametrize("players", ["Ann Ben", "Ann Ben Cid"])
def test_where_advice_is_to_win_no_action_has_a_better_chance_than_the_best(
    preset: str, options: dict[str, object], players: str
) -> None:
    """The value of each action is the chance that is told after it; of a throw, the mean over all its results."""
    chance, seen = Random(f"{preset}{options}"), 0
    for _ in range(12):
        book = GameHistory(Started(preset, tuple(players.split()), None, options))
        while book.state.player is not None and book.state.round < 40:
            if chance.random() < 0.5 and to_win(book):
                seen += check(book)
            book.write(some_event(book, chance))
    assert seen > 10


def to_win(book: GameHistory) -> bool:
    """Return whether the advice is the chance to win, with one player to come at the most, which is exact."""
    page, state = game_on_the_page(book.state), book.state
    here = [name for name in state.order if name not in state.gone]
    if page.help(state).aim not in ("win", "stay", "beat") or not state.turn.throws:
        return False
    return preset_of(book) != "pig" or "at_once" not in str(state.rules) or len(here) > 2


def preset_of(book: GameHistory) -> str:
    return str(book.state.rules.name)


def check(book: GameHistory) -> int:
    state, player = book.state, book.state.turn.player
    aim = {"pig": "win", "bar-dice": "stay" if state.rules.match == "lives" else "beat"} if False else None
    assert aim is None
    page = game_on_the_page(state)
    found = page.help(state)
    told = won_by(book, player)
    assert found.ways[0].value == max(way.value for way in found.ways)
    if preset_of(book) != "bar-dice" or len(state.playing) == 2 or state.rules.match == "single":
        assert told == pytest.approx(found.ways[0].value, abs=1e-6)
    later = [name for name in state.order[state.up + 1 :] if name not in state.gone]
    if len(later) > 1 or len(state.present) > 2:
        return 1
    if "stop" in book.game.legal_actions(state):
        assert chance_after(book, [Stopped()], player) <= told + 1e-6
    many = book.game.expected_tray(state).throw
    if "roll" in book.game.legal_actions(state) and 0 < many <= MOST_DICE:
        throws = list(product(range(1, 7), repeat=many))
        mean = sum(chance_after(book, [Rolled(dice)], player) for dice in throws) / len(throws)
        assert mean <= told + 1e-6
    return 1


def chance_after(book: GameHistory, events: list[Event], player: str) -> float:
    state = book.state
    for event in events:
        state = book.game.apply(state, event)
    if state.turn is None:
        return 1.0 if state.winner == player else 1 / len(state.tied) if player in state.tied else 0.0
    found = book.game.win_chances(state)
    assert found is not None
    return found.of[player]


def some_event(book: GameHistory, chance: Random) -> Event:
    """Return an event that is allowed, mostly one that brings the game on."""
    state, legal = book.state, book.game.legal_actions(book.state)
    if "stop" in legal and chance.random() < (0.2 if preset_of(book) == "pig" else 0.4):
        return Stopped()
    aside = next((event for name, event in book.game.commands.items() if name not in ("stop",)), None)
    if aside is not None and ("roll" not in legal or chance.random() < 0.3):
        lies = [*state.turn.lies] if preset_of(book) == "bar-dice" else [*book.game.expected_tray(state).may_hold]
        for _ in range(9):
            dice = tuple(chance.sample(lies, chance.randint(1, len(lies)))) if lies else ()
            if preset_of(book) == "bar-dice" and len(dice) == len(lies):
                continue
            event: Event = aside(dice)  # type: ignore[call-arg]
            try:
                book.game.apply(state, event)
            except Refused:
                continue
            return event
    return Rolled(tuple(chance.choices(range(1, 7), k=book.game.expected_tray(state).throw)))


def test_the_games_are_all_there() -> None:
    assert {game_of(preset).kind for preset in SMALL} == {"pig", "farkle", "threes", "midnight", "bar_dice"}
