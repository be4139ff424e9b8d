"""What the terminal shows."""

from io import StringIO

import pytest

from device.cli.output import (
    OneLine,
    duration_in_words,
    reading_as_json,
    reading_in_words,
    result_in_words,
)
from device.recording.format import TrueResult, result_of
from engine import Event, Rolled, Started, Stopped, fold
from tests.clock import Clock
from vision import Die, Reading, Rest, ThingOutline

START = Started("dice-game-depot", ("Mia", "Jonas"), "Mia")
MISSED: tuple[Event, ...] = (Rolled((1, 1, 2, 2, 3)),) * 3
MADE: tuple[Event, ...] = (Rolled((6, 5, 4, 3, 3)), Stopped())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59.4, "59 s"), (59.7, "1 min 0 s"), (61, "1 min 1 s"), (3599.9, "1 h 0 min"), (7500, "2 h 5 min")],
)
def test_a_duration_is_as_exact_as_matters(seconds: float, words: str) -> None:
    assert duration_in_words(seconds) == words


@pytest.mark.parametrize(
    ("events", "scores", "winner", "words"),
    [
        ((), {}, None, "no scores yet: the game is not over"),
        (MISSED[:2], {}, None, "no scores yet: the game is not over"),
        (MISSED, {"Mia": None}, None, "Mia no score: the game is not over"),
        ((*MISSED, *MADE), {"Mia": None, "Jonas": 6}, "Jonas", "Mia no score, Jonas 6: Jonas wins"),
        ((*MADE, *MADE, *MADE), {"Mia": 6, "Jonas": 6}, None, "Mia 6, Jonas 6: the game is not over"),
    ],
)
def test_only_those_whose_turn_has_ended_have_a_score(
    events: tuple[Event, ...], scores: dict[str, int | None], winner: str | None, words: str
) -> None:
    state = fold([START, *events])
    assert result_of(state) == TrueResult(scores, winner)
    assert result_in_words(state) == words


def test_a_shake_says_what_was_won_in_whole_units() -> None:
    state = fold([Started("shake-of-the-day", ("Lin",), "Lin", {"pot": 5100, "seed": 5000}), Rolled((6,) * 5)])
    assert result_of(state) == TrueResult({"Lin": 5150}, "Lin", pot=5000)
    assert result_in_words(state) == "Lin 51.50: Lin wins"


SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


@pytest.mark.parametrize(
    ("values", "place", "line"),
    [
        ((5, 2), (80.0, 60.0), "5 2"),
        ((5, 2), None, "5 2  (no tray known: values unproven)"),
        ((5, None), None, "5 ?  (not flat; dim; no tray known: values unproven)"),
        ((None,), None, "?  (not flat; dim)"),
        ((), None, "no dice"),
    ],
)
def test_values_are_said_to_be_unproven_where_no_tray_is_known(
    values: tuple[int | None, ...], place: tuple[float, float] | None, line: str
) -> None:
    dice = (
        Die(value, 1.0, (4.5, 4.5), SQUARE, 0.0, doubt=None if value else "not flat", center_mm=place)
        for value in values
    )
    problems = ("dim",) if None in values else ()
    assert reading_in_words(Reading(Rest.SETTLED, tuple(dice), problems)) == line


def test_the_outlines_of_things_are_scaled_to_the_picture_and_in_millimetres() -> None:
    pixels, floor = ((10.0, 20.0), (30.0, 20.0), (30.0, 40.0)), ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0))
    thing = ThingOutline(pixels, floor, 200.4, "remove it")
    [row] = reading_as_json(Reading(Rest.EMPTY, (), ("remove it",), things=(thing,)), 2)["things"]
    corners = {"corners": [[20, 40], [60, 40], [60, 80]], "corners_mm": [[1, 2], [3, 2], [3, 4]]}
    assert row == {**corners, "area_mm2": 200}


@pytest.mark.parametrize(("is_terminal", "shown"), [(True, "\r\x1b[Kat 0.0\r\x1b[Kat 1.0\r\x1b[K"), (False, "")])
def test_a_line_of_progress_is_written_over_once_a_second_and_wiped_at_the_end_and_spares_a_log(
    is_terminal: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, clock = StringIO(), Clock(0.0)
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal, raising=False)
    line = OneLine(stream, clock)
    for moment in (0.0, 0.4, 0.9, 1.0, 1.9):
        clock.now = moment
        line.show(lambda: f"at {clock.now}")
    line.end()
    assert stream.getvalue() == shown
