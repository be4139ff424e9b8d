"""The line of text of a state in games of turns."""

import pytest

from engine import BadLog, parse, text
from tests.engine.turns.playing import game
from tests.engine.turns.test_review import OVER

LINES = {
    ("pig", "6 1 5"): (
        "pig options:{} seats:Ann,Ben starter:0 totals:0=0,1=0 order:0,1 round:1 leg:0 up:1 turn:1/1/-/-/5/5/- "
        "scores:0=0 results:0=0 last:- gone:- out:- limit:- busts:- opened:- closer:- winner:- tied:-"
    ),
    ("farkle", "123456 +123456 . 123466 +1"): (
        "farkle options:{} seats:Ann,Ben starter:0 totals:0=1500,1=0 order:0,1 round:1 leg:0 up:1 "
        "turn:1/1/-/1/23466/0/- scores:0=1500 results:0=1500 last:- gone:- out:- limit:- busts:0=0 opened:0 "
        "closer:- winner:- tied:-"
    ),
    ("bar-dice", "16623 ."): (
        "bar-dice options:{} seats:Ann,Ben starter:0 totals:0=3,1=3 order:0,1 round:1 leg:0 up:1 turn:1/0/-/-/-/0/- "
        "scores:0=1.3.6 results:0=1.3.6 last:0/1/-/-/16623/0/o gone:- out:- limit:1 busts:- opened:- closer:- "
        "winner:- tied:-"
    ),
}


@pytest.mark.parametrize(("played", "line"), LINES.items())
def test_a_state_is_written_as_one_line_and_read_again(played: tuple[str, str], line: str) -> None:
    state = game(*played).state
    assert text(state) == line
    assert parse(line) == state


@pytest.mark.parametrize("preset", OVER)
def test_the_end_of_a_game_is_written_and_read_again(preset: str) -> None:
    words, options = OVER[preset]
    state = game(preset, words, "Ann Ben", "", **options).state
    assert parse(text(state)) == state


@pytest.mark.parametrize(
    "change", [("up:1", "up:01"), ("turn:1/1", "turn:9/1"), ("scores:0=0", "scores:0"), ("pig ", "pig")]
)
def test_any_other_line_is_refused(change: tuple[str, str]) -> None:
    line = text(game("pig", "6 1 5").state).replace(*change)
    with pytest.raises(BadLog, match="not a state in one line"):
        parse(line)
