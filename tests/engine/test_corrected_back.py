"""What corrections leave as it was, and new names: games of any kind with both, beside the same ones without."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import Corrected, Event, GameHistory, Joined, Renamed, Started, Undone, history_of, presets_of_all
from engine.codec import plain
from engine.names import with_names
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
def test_a_name_says_who_and_changes_nothing_else(preset: str) -> None:
    """A game in which players are renamed comes to the state of the same game without new names, after each event."""
    for seed in range(8):
        chance = Random(f"{preset} {seed} names")
        Renaming(begun(preset, chance)).go(chance, 50)


class Renaming:
    """A game with new names, and the same one without; what was said last is what a player is called."""

    def __init__(self, book: GameHistory) -> None:
        self.book, self.other = book, history_of(book.events)
        self.said: list[tuple[str, str]] = []
        self.latest: list[type[Event]] = []

    @property
    def first_names(self) -> dict[str, str]:
        return dict(zip(self.book.state.players, self.other.state.players, strict=True))

    def go(self, chance: Random, steps: int) -> None:
        action, _names = actions_of(self.book.state.rules.name)
        for step in range(steps):
            present, players = self.book.state.present, self.book.state.players
            event = something(self.book, chance.getrandbits(40), action)
            if chance.random() < 0.12:
                event = Renamed(chance.choice(players), f"new {step}")
            elif isinstance(event, Joined):
                event = Joined(chance.choice([*(one for one in players if one not in present), f"Joe {step}"]))
            if event is not None and not (isinstance(event, Renamed) and event.name in "PQRS"):
                self.write(event)
                self.agree(event)

    def write(self, event: Event) -> None:
        first = self.first_names
        names = {key: first[name] for key in ("player", "by") if (name := getattr(event, key, None)) in first}
        if isinstance(event, Renamed):
            assert refusal(self.book, event) is None
            self.said.append((first[event.player], event.name))
        elif event == Undone() and self.latest[-1:] == [Renamed]:
            self.book.write(event)
            self.latest.pop()
            self.said.pop()
            return
        else:
            refused, other = refusal(self.book, event), refusal(self.other, replace(event, **names))
            assert (refused and refused.code) == (other and other.code), event
            if refused:
                return
        match event:
            case Undone():
                self.latest.pop()
            case Corrected():
                self.latest = [Corrected]
            case _:
                self.latest.append(type(event))

    def agree(self, event: Event) -> None:
        first, said = self.first_names, dict(self.said)
        assert {name: said.get(one, one) for name, one in first.items()} == {name: name for name in first}, event
        assert _of_play(self.book.state, first) == _of_play(self.other.state, {}), event


def _of_play(state: Any, called: dict[str, str]) -> object:
    """Return the state with the players called so, without the turn that is shown and the former names."""
    row: Any = with_names(plain(state), called, inside=True)
    row.pop("last", None)
    row.get("money", {}).pop("former", None)
    return {key: sorted(part) if isinstance(getattr(state, key), frozenset) else part for key, part in row.items()}


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
