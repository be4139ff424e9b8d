"""The notation of a state, written and read."""

import pytest

from engine import BadLog, parse, text
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL, scratched, state_of

LINE = (
    "yahtzee-handout options:{} seats:Nora,Emil starter:0 gone:- turn:1/2/66345/66 "
    "cards:fours=20.yahtzee=50+100,sixes=18.chance=9+0 winner:- tied:-"
)
WORDS = "33333 =yahtzee 66612 =sixes 44444 =fours 11223 =chance"


def test_a_state_is_written_so() -> None:
    assert text(state_of(WORDS, players="Nora Emil")) == LINE.replace("turn:1/2/66345/66", "turn:0/0/-/-")
    assert " turn:0/2/66345/66 cards:-+0 " in text(state_of("66123 +66 345 +66"))


@pytest.mark.parametrize(
    ("words", "players", "preset", "options"),
    [
        ("", "Łukasz مريم A:b,c~d", HANDOUT, {}),
        ("66123 +6", "Łukasz مريم A:b,c~d", OFFICIAL, {"labels": {"chance": "the gamble"}, "bonus_from": 50}),
        (f"33333 =yahtzee {scratched('fours')} 44444", "Ann", HANDOUT, {}),
        ("66123 =sixes", "Ann", HANDOUT, {"boxes": ["sixes"]}),
        ("66123 =sixes 66123 =sixes 66123 =sixes", "Ann Ben Cid", HANDOUT, {"boxes": "sixes"}),
    ],
)
def test_a_state_comes_back_as_it_was(words: str, players: str, preset: str, options: dict[str, object]) -> None:
    state = state_of(words, preset, players, **options)  # type: ignore[arg-type]
    assert parse(text(state)) == state
    assert "\n" not in text(state)


@pytest.mark.parametrize(
    "line",
    [
        LINE + " ",
        LINE.replace("options:{}", 'options:{"dice":4'),
        LINE.replace("yahtzee-handout", "yahtzee"),
        LINE.replace("turn:1/", "turn:7/"),
        LINE.replace("sixes=", "sevens="),
        LINE.replace("chance=9", "chance=nine"),
        LINE.replace(" gone:-", ""),
        LINE.replace("+100,", "+100;"),
        LINE.replace("tied:-", "tied:x"),
    ],
)
def test_any_other_line_is_refused(line: str) -> None:
    assert parse(LINE).totals == {"Nora": 170, "Emil": 27}
    with pytest.raises(BadLog, match="not a state in one line"):
        parse(line)
