"""A table that plays by other rules than the usual: cargo kept on the rail, passing, an ante, a game of rounds."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.panels.factory import NullPanel
from device.recording.format import TrueResult, TrueRound, result_of
from engine import Event, Held, Passed, Released, Rolled, Started, Stopped, fold
from table import Mode, TrayView
from table.panel import Button, Press
from table.table import Table
from tests.table.lying import MOVING, settled

Seat = Callable[[str, dict[str, object]], Table]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A table for Mia and Jonas by these rules."""
    with Journal(tmp_path / "journal.db") as journal:

        def at(preset: str, options: dict[str, object]) -> Table:
            start = Started(preset, ("Mia", "Jonas"), "Mia", options)
            journal.append([start], 0.0)
            return Table([start], journal, NullPanel(), TrayView(300, 200, 50), "boot")

        yield at


def throw(table: Table, *thrown: int, rail: tuple[int, ...] = ()) -> list[Event]:
    """Throw these dice, with those on the rail, and count them."""
    for reading in (settled([], rail), MOVING, settled(thrown, rail)):
        table.see(reading)
    return [counted.event for counted in table.press(Press(Button.ROLL, 1.0))]


def stand(table: Table) -> list[Event]:
    return [counted.event for counted in table.press(Press(Button.STAND, 1.0))]


def test_a_cargo_die_on_the_rail_is_kept_and_taken_off_is_thrown(seat: Seat) -> None:
    table = seat("dice-game-depot", {"cargo_reroll": "each"})
    throw(table, 6, 5, 4, 3, 1)
    assert throw(table, 6, rail=(6, 5, 4, 3)) == [Held((3,)), Rolled((6,))]
    assert throw(table, 2, rail=(6, 5, 4, 6)) == [Released((3,)), Held((6,)), Rolled((2,))]
    assert table.state.scores["Mia"] == 8


def test_without_shifting_cargo_it_must_come_off(seat: Seat) -> None:
    table = seat("dice-game-depot", {})
    throw(table, 6, 5, 4, 3, 1)
    assert throw(table, 6, rail=(6, 5, 4, 3)) == []
    assert table.board.latest.mode is Mode.ILLEGAL


def test_who_leads_passes_with_stand(seat: Seat) -> None:
    table = seat("all-about-dice", {})
    throw(table, 6, 5, 4, 4, 4)
    for dice in ((1, 1, 2, 2, 3), (6, 5, 4, 1, 1)):
        throw(table, *dice)
    assert stand(table) == [Passed()]


def test_an_ante_that_nobody_agreed_on_is_asked_for(seat: Seat) -> None:
    table = seat("bar-pot", {})
    assert table.board.latest.prompt.startswith("Mia: choose the ante")
    assert (stand(table), throw(table, 6, 5, 4, 1, 1)) == ([], [])


def test_the_result_of_a_game_of_rounds_has_its_rounds_and_chips() -> None:
    turns: list[Event] = []
    for cargo in (3, 4, 3, 3):
        turns += [Rolled((6, 5, 4, cargo, cargo)), Stopped()]
    one = TrueRound({"Mia": 6, "Jonas": 8}, "Jonas", 4)
    start = Started("bar-pot", ("Mia", "Jonas"), "Mia", {"ante": 2, "match": "rounds(3)", "next_starter": "same"})
    state = fold([start, *turns[:4]])
    assert result_of(state) == TrueResult({"Mia": 6, "Jonas": 8}, None, (one,), {"Mia": -4, "Jonas": 0})
    two = TrueRound({"Mia": 6, "Jonas": 6}, None, 4)
    assert result_of(fold([start, *turns])).rounds == (one, two)
