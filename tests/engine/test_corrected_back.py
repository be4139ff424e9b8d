"""Rolls of any game that are corrected, names given and taken back, and the rolls corrected back: it is as it was."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import Corrected, GameHistory, Renamed, Started, Undone, history_of, presets_of_all
from tests.engine.actions import actions_of
from tests.engine.evenings import refusal, something
from tests.engine.test_every_game import AHEAD


def begun(preset: str, chance: Random) -> GameHistory:
    options, ahead = AHEAD.get(preset, ({}, 0))
    players = tuple("ABCD"[: chance.randint(2, 4)])
    return GameHistory(Started(preset, players, "A", options, dict.fromkeys(players, ahead) if ahead else {}))


def play(book: GameHistory, chance: Random, steps: int, *, but: Any = ()) -> None:
    action, _names = actions_of(book.state.rules.name)
    for _step in range(steps):
        event = something(book, chance.getrandbits(40), action)
        if event is not None and not isinstance(event, but):
            refusal(book, event)


@pytest.mark.parametrize("preset", presets_of_all())
def test_a_name_given_while_nothing_is_set_aside_keeps_the_way_back(preset: str) -> None:
    for seed in range(6):
        goes_back(preset, Random(f"{preset}{seed}"))


def goes_back(preset: str, chance: Random) -> None:
    """Play a game to its end, or a while; correct one to three rolls, with new names between, and all of them back."""
    book, steps = begun(preset, chance), chance.randint(5, 50)
    while steps and book.state.player is not None:
        play(book, chance, 1, but=Corrected | Undone)
        steps -= 1
    tried, rolls = history_of(book.events), range(1, book.rolls + 1)
    for roll in chance.choices(rolls, k=chance.randint(1, 3)) if rolls else ():
        other = tuple(chance.randint(1, 6) for _die in book.roll_of(roll))
        if not refusal(tried, Corrected(roll, other)) and not tried.aside and tried.state.present:
            renames_and_back(tried, chance.choice(tried.state.present), undo=chance.random() < 0.3)
    for roll in rolls:
        tried.write(Corrected(roll, book.roll_of(roll)))
    assert _without_the_latest(tried.state) == _without_the_latest(book.state)


def renames_and_back(book: GameHistory, player: str, *, undo: bool) -> None:
    new = f"Zed{len(book.events)}"
    for name, other in ((player, new), (new, player)):
        book.write(Renamed(name, other))
    for _one in range(2 if undo else 0):
        book.write(Undone())


def _without_the_latest(state: Any) -> Any:
    """Return the state without the turn that is shown, and the former names, which go with any event."""
    if hasattr(state, "money"):
        state = replace(state, money=replace(state.money, former=()))
    return replace(state, last=None) if hasattr(state, "last") else state


@pytest.mark.parametrize("preset", presets_of_all())
def test_a_correction_to_the_same_dice_changes_nothing(preset: str) -> None:
    """The game is replayed from its first roll, with all that has waited, left and been named since."""
    for seed in range(6):
        chance = Random(f"{preset} {seed}")
        book = begun(preset, chance)
        play(book, chance, 60)
        if not book.aside and book.rolls and not refusal(history_of(book.events), Corrected(1, book.roll_of(1))):
            before = book.state
            book.write(Corrected(1, book.roll_of(1)))
            assert book.state == before
