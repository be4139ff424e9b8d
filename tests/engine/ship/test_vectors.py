"""The numbers that the documents themselves print, played as they tell them."""

import pytest

from engine import Refused, expected_tray, legal_actions, totals
from tests.engine.ship.playing import event_of, game, state_of

VECTORS = [
    pytest.param("all-about-dice", "turns", "22446 3542", (6, 5, 4), (3, 2), 5, id="001 rules 2 to 4"),
    pytest.param("all-about-dice", "turns", "13526 441", (6, 5, 4), (4, 1), 5, id="001 player A after two rolls"),
    pytest.param("all-about-dice", "turns", "13526 441 34", (6, 5, 4), (3, 4), 7, id="001 player A"),
    pytest.param("all-about-dice", "turns", "24533 52646", (6, 5, 4), (2, 6), 8, id="001 player B"),
    pytest.param("dice-game-depot", "turns", "64221 5462", (6, 5, 4), (6, 2), 8, id="003 Emily after two rolls"),
    pytest.param("bar-pot", "turns", "33364 5412", (6, 5, 4), (1, 2), 3, id="004 example"),
]


@pytest.mark.parametrize(("preset", "rolling", "words", "held", "cargo", "score"), VECTORS)
def test_a_turn_lies_and_scores_as_printed(
    preset: str, rolling: str, words: str, held: tuple[int, ...], cargo: tuple[int, ...], score: int
) -> None:
    state = state_of(words, preset, rolling=rolling, stakes="none")
    assert state.turn is not None
    assert (state.turn.held, state.turn.cargo, state.turn.score) == (held, cargo, score)


@pytest.mark.parametrize("roll", ["22446", "64221", "33364"])
def test_the_four_may_not_be_kept_before_the_five(roll: str) -> None:
    state = state_of(roll)
    assert state.turn is not None
    assert state.turn.held == (6,)
    with pytest.raises(Refused) as refusal:
        game(roll).write(event_of("+4"))
    assert (refusal.value.code, refusal.value.why) == ("order", "The 4 is crew: it needs the captain (5) first.")


def test_emily_throws_both_again_and_scores_ten() -> None:
    assert state_of("64221 5462 55").scores["Ann"] == 10


def test_only_the_last_two_dice_are_thrown_on_the_third_fourth_and_fifth_roll() -> None:
    for words, left in (("22446 3542", 3), ("22446 3542 11", 2), ("22446 3542 11 11", 1)):
        state = state_of(words, "all-about-dice", rolling="turns")
        assert (state.must_roll, state.rolls_left) == (2, left)


def test_the_hand_of_a_and_b_goes_as_it_is_told() -> None:
    """The better score after each roll throws last on the next; B passes, and wins unless A reaches eight."""
    book = game("13526 24533", "all-about-dice", "A B")
    assert book.state.hammer == "A"
    for word in ("52646", "441"):
        book.write(event_of(word))
    assert (book.state.hammer, book.state.point, book.state.leaders) == ("B", 8, ("B",))
    for word in ("34", "-"):
        book.write(event_of(word))
    scores = {turn.player: turn.score for turn in book.state.leg.turns}
    assert (scores, book.state.hammer) == ({"A": 7, "B": 8}, "B")
    assert (book.state.player, book.state.rolls_left) == ("A", 2)
    for word in ("13", "-", "25"):
        book.write(event_of(word))
    assert totals(book.state) == {"A": 0, "B": 1}


def test_a_reaches_eight_and_the_hand_is_open_again() -> None:
    state = state_of("13526 24533 52646 441 34 - 44", "all-about-dice", "A B")
    assert (state.player, legal_actions(state)) == ("B", ("roll", "stop", "pass"))


@pytest.mark.parametrize(("kept", "throw"), [("", 2), ("5", 1), ("3", 1)])
def test_with_shifting_cargo_either_die_or_both_are_thrown(kept: str, throw: int) -> None:
    state = state_of(f"22222 65453 {f'+{kept}' if kept else ''}", cargo_reroll="each")
    expected = expected_tray(state)
    assert (expected.throw, expected.held) == (throw, (6, 5, 4, *map(int, kept)))
    assert state.rolls_left == 1


def test_a_roll_foregone_adds_a_point() -> None:
    state = state_of("65442", anchor_bonus=1)
    assert state.turn is not None
    assert sum(state.turn.cargo) == 6
    assert state_of("65442 53 .", anchor_bonus=1).scores["Ann"] == 9
