"""Rules other than the usual ones at the table, and in the result of a recording."""

from pathlib import Path

from device.recording.format import TrueResult, TrueRound, result_of
from engine import Event, Passed, Rolled, Started, Stopped, fold
from table.panel import Button
from tests.table.desk import desk_with


def test_who_leads_passes_with_stand(tmp_path: Path) -> None:
    with desk_with(tmp_path, Started("all-about-dice", ("Mia", "Jonas"), "Mia")) as desk:
        for dice in ((6, 5, 4, 4, 4), (1, 1, 2, 2, 3), (6, 5, 4, 1, 1)):
            desk.throw(*dice)
            desk.press(Button.ROLL)
        desk.press(Button.STAND)
        assert desk.journal_events()[-1] == Passed()


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
