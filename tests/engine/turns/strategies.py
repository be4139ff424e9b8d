"""Random rules of games of turns, out of their options, and the actions of random games."""

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine import BadRules, Event, GameHistory, Rolled, Started, Stopped, game_of, presets_of_all
from engine.face import Option
from engine.turns.game import TurnGame
from engine.turns.kit.scoring.banking import BankGame
from engine.turns.kit.scoring.chances import further_parts
from tests.engine.evenings import Wheel, played_at_random

PRESETS = tuple(preset for preset in presets_of_all() if isinstance(game_of(preset), TurnGame))
STEPS = 60
EVENINGS = st.lists(st.integers(0, 2**40), min_size=STEPS, max_size=STEPS)
SHORT = {
    "goal": {"pig": 25, "big-pig": 25} | dict.fromkeys(("farkle", "ten-thousand", "zilch", "zonk"), 2000),
    "to_bank": {"ten-thousand": 0, "zilch": 0},
    "tokens": {"four-two-one": 5},
}
"""Values that end a game within an evening."""


def turn_game(preset: str) -> TurnGame:
    game = game_of(preset)
    assert isinstance(game, TurnGame)
    return game


def rules_for(preset: str) -> st.SearchStrategy[dict[str, object]]:
    game = turn_game(preset)
    found = st.fixed_dictionaries({}, optional={one.key: _values(preset, one) for one in game.known})
    return found.filter(lambda options: _are_valid(game, preset, options))


def _are_valid(game: TurnGame, preset: str, options: dict[str, object]) -> bool:
    with suppress(BadRules):
        return bool(game.rules(preset, options))
    return False


def _values(preset: str, option: Option) -> st.SearchStrategy[object]:
    match option.takes:
        case "number":
            short = SHORT.get(option.key, {}).get(preset, option.least)
            return st.sampled_from([short, option.least, option.most])
        case "flag":
            return st.booleans()
    return st.sampled_from(list(option.choices))


def action(state: Any, name: str, wheel: Wheel) -> Event:
    """Return an event of that action: an allowed one if the action is legal."""
    game = turn_game(state.rules.name)
    turn = state.turn
    match name:
        case "roll":
            return Rolled(wheel.dice((game.must_roll(state, turn) if turn else 0) or 5))
        case "stop":
            return Stopped()
        case "switch":
            return game.commands[name]()
        case "close":
            ways = list(game.choices(state, turn).values()) if turn else []
            return ways[wheel.take(len(ways))] if ways else game.commands[name]("3+2")  # type: ignore[call-arg]
    (own,) = game.events.values()
    return own(_chosen(state, wheel))  # type: ignore[call-arg]


def _chosen(state: Any, wheel: Wheel) -> tuple[int, ...]:
    turn = state.turn
    if turn is None or not turn.throws:
        return (6,)
    if turn_game(state.rules.name).stays == "kept":
        return tuple(die for die in turn.lies if wheel.take(2))
    game = turn_game(state.rules.name)
    if isinstance(game, BankGame):
        ways = [dice for dice, _left, _points in further_parts(game.table(state), turn) if dice]
        return ways[wheel.take(len(ways))] if ways else turn.loose[:1] or (6,)
    return tuple(die for die in turn.loose if wheel.take(2)) or turn.loose[:1] or (6,)


def played_out(preset: str) -> GameHistory:
    """Return a short game of Mia and Jonas, played at random to its end."""
    options: dict[str, object] = {key: of[preset] for key, of in SHORT.items() if preset in of}
    return played_at_random(Started(preset, ("Mia", "Jonas"), "Mia", options), action, Random(1), 5000)
