"""The notation of a state, written and read."""

import pytest

from engine import BadLog, parse, text
from tests.engine.games.ship.playing import state_of, turn

LINE = (
    "dice-game-depot options:{} seats:Ann,Ben phase:round round:1 starter:0 scores:0=x,1=x gone:- chips:0,0 pot:0 "
    "ante:- bets:- drinks:- start:- leg:0;0|1;0;1;t;- turns:0/64221.5462/654/62/-/q,1/-/-/-/-/- rounds:- "
    "last:0/64221.5462/654/62/-/q winner:- tied:-"
)


def test_a_state_is_written_so() -> None:
    assert text(state_of("64221 5462")) == LINE


@pytest.mark.parametrize(
    ("words", "preset", "options"),
    [
        ("", "dice-game-depot", {}),
        ("", "bar-pot", {"side_bets": ["qualify"], "labels": {"crew": "first mate"}}),
        ("$3 65433 .", "bar-pot", {}),
        (f"$3 {turn(9)} {turn(9)} 22233", "bar-pot", {}),
        ("65453 +5 3", "rounds", {"anchor_bonus": 1, "rolls": 5}),
        ("65433 22233 65422 -", "all-about-dice", {"match": {"kind": "hands", "first_to": 3}}),
        (f"{turn(9)} {turn(9)} {turn(5)}", "dice-game-depot", {"stakes": "drinks"}),
        (f"{turn(5)} {turn(9)} {turn(0)}", "rounds", {"match": "rounds(3)"}),
        (f"{turn(5)} {turn(5)}", "rounds", {"match": "rounds(1)"}),
    ],
)
def test_a_state_comes_back_as_it_was(words: str, preset: str, options: dict[str, object]) -> None:
    state = state_of(words, preset, **options)  # type: ignore[arg-type]
    assert parse(text(state)) == state
    assert "\n" not in text(state)


def test_a_roll_off_for_the_start_comes_back_as_it_was() -> None:
    state = state_of("123", starter="?", players="Łukasz مريم A:b,c~d")
    assert parse(text(state)) == state


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        LINE + " ",
        LINE.replace("options:{}", 'options:{"dice":6'),
        LINE.replace("dice-game-depot", "dice-game"),
        LINE.replace("turns:0/", "turns:7/"),
        LINE.replace("phase:round", "phase:rest"),
        LINE.replace("winner:-", "winner:x"),
        LINE.replace(" pot:0", ""),
        LINE.replace("64221.", "64221,"),
    ],
)
def test_any_other_line_is_refused(line: str) -> None:
    with pytest.raises(BadLog, match="not a state in one line"):
        parse(line)
