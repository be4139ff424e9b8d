"""The numbers that the handout itself prints, played as it tells them (002)."""

import pytest

from engine import Refused, legal_actions
from engine.yahtzee.analysis.report import report
from tests.engine.yahtzee.playing import HANDOUT, OFFICIAL, event_of, game, scratched, state_of

PRESETS = pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
YAHTZEE_FIRST = "33333 =yahtzee"


def may_score(words: str, preset: str) -> dict[str, int]:
    """The boxes that may be filled after these words, and with what."""
    found = report(state_of(words, preset))["may_score"]
    assert isinstance(found, dict)
    return found


@PRESETS
def test_five_two_five_six_five(preset: str) -> None:
    scores = may_score("52565", preset)
    assert [scores[box] for box in ("ones", "twos", "threes", "fours", "fives", "sixes")] == [0, 2, 0, 0, 15, 6]


@PRESETS
def test_three_of_each_face_earn_the_bonus(preset: str) -> None:
    words = "11123 =ones 22213 =twos 33312 =threes 44412 =fours 55512 =fives 66612 =sixes"
    card = state_of(words, preset).cards["Ann"]
    state = state_of(words, preset)
    assert (card.upper, card.upper_bonus(state.rules), card.total(state.rules)) == (63, 35, 98)


@PRESETS
def test_four_in_a_row_are_a_small_straight_and_no_large_one(preset: str) -> None:
    scores = may_score("23254", preset)
    assert (scores["small_straight"], scores["large_straight"]) == (30, 0)


@PRESETS
def test_three_and_two_are_a_full_house(preset: str) -> None:
    assert may_score("33232", preset)["full_house"] == 25


@PRESETS
def test_a_second_yahtzee_must_be_fours_while_they_are_open(preset: str) -> None:
    words = f"{YAHTZEE_FIRST} 44444"
    assert may_score(words, preset) == {"fours": 20}
    card = state_of(f"{words} =fours", preset).cards["Ann"]
    assert (dict(card.boxes), card.yahtzee_bonus) == ({"fours": 20, "yahtzee": 50}, 100)


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("three_of_a_kind", 20),
        ("four_of_a_kind", 20),
        ("chance", 20),
        ("small_straight", 30),
        ("large_straight", 40),
        ("full_house", 25),
    ],
)
@PRESETS
def test_with_fours_filled_it_is_a_joker(box: str, points: int, preset: str) -> None:
    words = f"{YAHTZEE_FIRST} {scratched('fours')} 44444"
    assert may_score(words, preset)[box] == points
    card = state_of(f"{words} ={box}", preset).cards["Ann"]
    assert (card.boxes[box], card.yahtzee_bonus) == (points, 100)


@pytest.mark.parametrize("box", ["ones", "twos", "threes", "fives", "sixes"])
def test_by_the_handout_it_may_be_written_for_nothing_above(box: str) -> None:
    words = f"{YAHTZEE_FIRST} {scratched('fours')} 44444"
    assert may_score(words, HANDOUT)[box] == 0
    card = state_of(f"{words} ={box}").cards["Ann"]
    assert (card.boxes[box], card.yahtzee_bonus) == (0, 100)


@PRESETS
def test_a_poor_roll_is_dumped_in_fives(preset: str) -> None:
    assert may_score("23346", preset)["fives"] == 0
    assert state_of("23346 =fives", preset).cards["Ann"].boxes == {"fives": 0}


# Three mistakes that a published package makes.


@PRESETS
@pytest.mark.parametrize("rounds", [0, 1, 2, 12])
def test_no_round_has_a_fourth_roll(rounds: int, preset: str) -> None:
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind", "full_house")
    filled = scratched(*(*boxes, "small_straight", "large_straight", "yahtzee")[:rounds])
    book = game(f"{filled} 12346 +1 2346 +12 346", preset)
    assert legal_actions(book.state) == ("score",)
    with pytest.raises(Refused) as refusal:
        book.write(event_of("12345"))
    assert (refusal.value.code, refusal.value.why) == (
        "no_rolls_left",
        "Ann has no roll left: score the dice in a box.",
    )


@PRESETS
@pytest.mark.parametrize(("fives", "bonus"), [("55234", 0), ("55534", 35), ("55554", 35)])
def test_the_bonus_begins_at_exactly_sixty_three(fives: str, bonus: int, preset: str) -> None:
    state = state_of(f"11123 =ones 22213 =twos 33312 =threes 44412 =fours 66612 =sixes {fives} =fives", preset)
    card = state.cards["Ann"]
    assert card.upper_bonus(state.rules) == bonus
    assert card.total(state.rules) == card.upper + bonus


@PRESETS
@pytest.mark.parametrize("box", ["large_straight", "small_straight", "full_house"])
def test_a_first_yahtzee_is_no_joker(box: str, preset: str) -> None:
    words = f"{scratched('fours')} 44444"
    assert may_score(words, preset)[box] == 0
    assert state_of(f"{words} ={box}", preset).cards["Ann"].boxes[box] == 0
