"""The rules of the handout (Y1 to Y14), and the readings where it is silent (Y-a to Y-j)."""

import pytest

from engine import BadRules, Refused, expected_tray, legal_actions, next_game, totals
from engine.games.yahtzee.announcements import report
from engine.games.yahtzee.rules import BOXES, LOWER, UPPER
from tests.engine.games.yahtzee.playing import (
    HANDOUT,
    OFFICIAL,
    event_of,
    game,
    scratched,
    scratched_but,
    state_of,
    turn_of,
)

BOTH = pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
FIFTY = "33333 =yahtzee"
ZERO = "22466 =yahtzee"


def may(words: str, preset: str = HANDOUT) -> dict[str, int]:
    """Return the boxes that may be filled after these words."""
    found = report(state_of(words, preset))["may_score"]
    assert isinstance(found, dict)
    return found


def why_not(words: str, box: str, preset: str = HANDOUT) -> str:
    """Return why that box may not be filled, which the refusal and the report must both say."""
    with pytest.raises(Refused) as refused:
        game(f"{words} ={box}", preset)
    told = report(state_of(words, preset))["may_not_score"]
    assert isinstance(told, dict)
    assert told[box] == refused.value.why
    return refused.value.why


@BOTH
def test_a_game_has_thirteen_rounds_and_ends_when_all_boxes_are_filled(preset: str) -> None:
    """Y1."""
    state = state_of(scratched(*BOXES[:-1]), preset)
    assert (state.round, len(state.rules.boxes), state.phase) == (13, 13, "round")
    assert state_of(scratched(*BOXES), preset).phase == "over"


def test_any_dice_may_be_thrown_again_twice_and_the_dice_scored_at_any_time() -> None:
    """Y2."""
    assert legal_actions(state_of("66123")) == ("roll", "keep", "score")
    assert turn_of(state_of("66123 +6 1234")).dice == (6, 1, 2, 3, 4)
    assert turn_of(state_of("66123 12345")).dice == (1, 2, 3, 4, 5)
    assert legal_actions(state_of("66123 +66 123 +6612 5")) == ("score",)
    assert turn_of(state_of("66123 +66 123")).kept == ()


def test_a_die_thrown_earlier_may_be_thrown_again_later() -> None:
    """Y2: any or all of the dice, each time."""
    assert turn_of(state_of("66123 +66 123 +123 45")).dice == (1, 2, 3, 4, 5)


def test_a_filled_box_is_not_filled_again() -> None:
    """Y3."""
    assert why_not("66123 =sixes 66123", "sixes") == "The sixes box is already filled."
    assert why_not(f"{FIFTY} {scratched('fours')} 44444", "yahtzee") == "The yahtzee box is already filled."


@pytest.mark.parametrize(("box", "face"), list(zip(UPPER, range(1, 7), strict=True)))
def test_an_upper_box_takes_the_total_of_its_face(box: str, face: int) -> None:
    """Y4."""
    other = face % 6 + 1
    assert may(f"{face}{face}{face}{other}{other}")[box] == 3 * face


def test_the_upper_bonus_is_counted_once() -> None:
    """Y5."""
    words = "66661 =sixes 55551 =fives 44441 =fours 33331 =threes"
    state = state_of(words)
    assert (state.cards["Ann"].upper, state.totals["Ann"]) == (72, 107)
    assert state_of(f"{words} 22113 =ones").totals["Ann"] == 109


@BOTH
@pytest.mark.parametrize(("fives", "bonus"), [("55234", 0), ("55534", 35), ("55554", 35)])
def test_the_bonus_begins_at_exactly_sixty_three(fives: str, bonus: int, preset: str) -> None:
    """Y5."""
    state = state_of(f"11123 =ones 22213 =twos 33312 =threes 44412 =fours 66612 =sixes {fives} =fives", preset)
    card = state.cards["Ann"]
    assert (card.upper_bonus(state.rules), card.total(state.rules)) == (bonus, card.upper + bonus)


def test_of_a_kind_scores_all_dice() -> None:
    """Y6."""
    scores = may("55526")
    assert (scores["three_of_a_kind"], scores["four_of_a_kind"]) == (23, 0)
    assert may("55556")["four_of_a_kind"] == 26


def test_a_large_straight_is_a_small_one_too() -> None:
    """Y7."""
    scores = may("23456")
    assert (scores["small_straight"], scores["large_straight"]) == (30, 40)


def test_a_full_house_is_three_and_two() -> None:
    """Y8."""
    assert [may(dice)["full_house"] for dice in ("33322", "33332", "33221")] == [25, 0, 0]


@BOTH
def test_a_first_yahtzee_may_go_to_the_top(preset: str) -> None:
    """Y9."""
    assert may("44444", preset)["yahtzee"] == 50
    assert state_of("44444 =fours", preset).cards["Ann"].boxes == {"fours": 20}


@BOTH
def test_each_further_yahtzee_earns_a_hundred(preset: str) -> None:
    """Y10 and Y-g."""
    state = state_of(f"{FIFTY} 44444 =fours 11111 =ones 22222 =twos", preset)
    assert (state.cards["Ann"].yahtzee_bonus, state.totals["Ann"]) == (300, 50 + 20 + 5 + 10 + 300)


@BOTH
def test_the_open_upper_box_of_its_face_must_be_taken(preset: str) -> None:
    """Y11, and Y-f: forcing goes before “any roll in any category at any time”."""
    assert may(f"{FIFTY} 44444", preset) == {"fours": 20}
    assert why_not(f"{FIFTY} 44444", "chance", preset) == "Another Yahtzee must go in fours first."


@BOTH
def test_with_that_box_filled_it_is_a_joker_below(preset: str) -> None:
    """Y12."""
    scores = may(f"{FIFTY} {scratched('fours')} 44444", preset)
    assert {box: scores[box] for box in LOWER if box != "yahtzee"} == {
        "three_of_a_kind": 20,
        "four_of_a_kind": 20,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "chance": 20,
    }


def test_chance_takes_anything() -> None:
    """Y13."""
    assert may("12346")["chance"] == 16


@BOTH
def test_any_roll_may_scratch_any_box(preset: str) -> None:
    """Y14 and Y-h: also above while boxes below are open."""
    assert set(may("23346", preset)) == set(BOXES)
    assert state_of("23346 =fives", preset).totals == {"Ann": 0}


def test_a_scratched_yahtzee_box_leaves_an_ordinary_roll_by_the_handout() -> None:
    """Y-a."""
    scores = may(f"{ZERO} 44444", HANDOUT)
    assert set(scores) == set(BOXES) - {"yahtzee"}
    assert (scores["full_house"], scores["large_straight"], scores["fours"]) == (0, 0, 20)
    assert state_of(f"{ZERO} 44444 =chance", HANDOUT).totals == {"Ann": 20}


def test_officially_it_is_a_joker_without_the_hundred() -> None:
    """Y-a."""
    assert may(f"{ZERO} 44444", OFFICIAL) == {"fours": 20}
    scores = may(f"{ZERO} {scratched('fours')} 44444", OFFICIAL)
    assert (scores["full_house"], scores["large_straight"]) == (25, 40)
    state = state_of(f"{ZERO} {scratched('fours')} 44444 =large_straight", OFFICIAL)
    assert (state.totals, state.cards["Ann"].yahtzee_bonus) == ({"Ann": 40}, 0)


def test_officially_a_box_below_is_taken_before_one_above_is_scratched() -> None:
    """Y-b."""
    words = f"{FIFTY} {scratched('fours')} 44444"
    assert set(may(words, OFFICIAL)) == set(LOWER) - {"yahtzee"}
    assert why_not(words, "ones", OFFICIAL) == "A joker must go in an open lower box before ones."
    assert may(f"{FIFTY} {scratched_but('yahtzee', 'ones')} 44444", OFFICIAL) == {"ones": 0}


def test_by_the_handout_it_may_scratch_above_at_once() -> None:
    """Y-b: “anywhere on the Upper Section”."""
    assert set(may(f"{FIFTY} {scratched('fours')} 44444", HANDOUT)) == set(BOXES) - {"yahtzee", "fours"}


@BOTH
def test_five_of_a_kind_are_no_full_house(preset: str) -> None:
    """Y-c."""
    assert may("44444", preset)["full_house"] == 0


@BOTH
def test_a_yahtzee_taken_above_first_costs_no_later_bonus(preset: str) -> None:
    """Y-d: what counts is that the box holds 50."""
    state = state_of(f"44444 =fours {FIFTY} 55555 =fives", preset)
    assert (state.cards["Ann"].yahtzee_bonus, state.totals["Ann"]) == (100, 20 + 50 + 25 + 100)


@BOTH
def test_a_first_yahtzee_may_go_below_for_what_it_is_worth_there(preset: str) -> None:
    """Y-e: as an ordinary roll, also with its upper box filled."""
    for words in ("44444", f"{scratched('fours')} 44444"):
        scores = may(words, preset)
        assert (scores["four_of_a_kind"], scores["chance"], scores["small_straight"]) == (20, 20, 0)


def test_the_bonuses_are_written_apart_from_the_boxes() -> None:
    """Y-i."""
    told = report(state_of(f"{FIFTY} 44444 =fours"))["card"]
    assert told == {
        "Ann": dict.fromkeys(BOXES) | {"yahtzee": 50, "fours": 20, "upper_bonus": 0, "yahtzee_bonus": 100, "total": 170}
    }


def test_one_to_twenty_play_in_the_order_of_the_table() -> None:
    """Y-j."""
    names = [f"P{number}" for number in range(20)]
    state = state_of(players=" ".join(names), starter="P19")
    assert (state.player, len(state.players)) == ("P19", 20)
    assert state_of("66123 =sixes", players="Ann Ben Cid", starter="Ben").player == "Cid"
    assert state_of("66123 =sixes 66123 =sixes", players="Ann Ben Cid", starter="Ben").player == "Ann"
    with pytest.raises(BadRules, match="no players: the game is for 1 to 20"):
        game(players="")
    with pytest.raises(BadRules, match="21 players"):
        game(players=" ".join([*names, "P20"]))


def test_ties_are_shared() -> None:
    """Y-j."""
    over = state_of("12345 =chance 54321 =chance", players="Ann Ben", boxes="chance")
    assert (over.winner, over.tied, totals(over)) == (None, ("Ann", "Ben"), {"Ann": 15, "Ben": 15})
    won = state_of("12345 =chance 54326 =chance", players="Ann Ben", boxes="chance")
    assert (won.winner, won.tied) == ("Ben", ())


def test_the_next_game_is_begun_by_the_next_at_the_table() -> None:
    over = state_of("12345 =chance 54321 =chance", players="Ann Ben", boxes="chance")
    start = next_game(over)
    assert (start.preset, start.players, start.starter, start.options) == (
        HANDOUT,
        ("Ann", "Ben"),
        "Ben",
        {"boxes": "chance"},
    )


@pytest.mark.parametrize(
    ("words", "word", "code", "why"),
    [
        ("", "+6", "nothing_thrown", "Roll first."),
        ("", "=chance", "nothing_thrown", "Roll first."),
        ("", "6612", "wrong_number", "Ann rolls 5 dice now, not 4."),
        ("66123 +6612", "66", "wrong_number", "Ann rolls 1 die now, not 2."),
        ("66123 +66123", "6", "nothing_to_throw", "Ann keeps all dice: choose a box, or keep fewer."),
        ("66123", "+5", "not_there", "There’s no 5 on the tray."),
        ("66123", "+666", "not_there", "Only 2 of the dice show a 6."),
        ("66123", "+11", "not_there", "Only 1 of the dice shows a 1."),
        ("66123", "+7", "not_a_face", "A die shows 1 to 6, not 7."),
        ("66123 +6 1234 +6 1234", "+6", "no_rolls_left", "Ann has no rolls left: choose a box."),
        ("66123 +6 1234 +6 1234", "1234", "no_rolls_left", "Ann has no rolls left: choose a box."),
        ("66123", "=sixs", "no_such_box", "There is no box called “sixs”; did you mean “sixes”?"),
        ("66123", "!", "rolls_stay", "A roll seen by the camera can’t be undone: fix it if it was misread."),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(words: str, word: str, code: str, why: str) -> None:
    book = game(words)
    before = book.state
    with pytest.raises(Refused) as refused:
        book.write(event_of(word))
    assert (refused.value.code, refused.value.why) == (code, why)
    assert book.state == before


def test_a_short_game_has_no_other_boxes() -> None:
    with pytest.raises(Refused, match="This game has no ones box"):
        game("66123 =ones", boxes="chance")


def test_nothing_is_played_once_the_game_is_over() -> None:
    with pytest.raises(Refused, match="The game is over: Ann has won"):
        game("66123 =chance 66123", boxes="chance")


@pytest.mark.parametrize(
    ("words", "held", "throw", "loose"),
    [
        ("", (), 5, ()),
        ("66123", (), 5, (6, 6, 1, 2, 3)),
        ("66123 +66", (6, 6), 3, (1, 2, 3)),
        ("66123 +66 123", (), 5, (6, 6, 1, 2, 3)),
        ("66123 +66 123 +66 123", (), 0, ()),
    ],
)
def test_the_tray_must_show_what_is_kept(words: str, held: tuple[int, ...], throw: int, loose: tuple[int, ...]) -> None:
    expected = expected_tray(state_of(words))
    assert (expected.held, expected.throw, expected.may_hold) == (held, throw, loose)
