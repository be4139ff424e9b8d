"""001: five rolls, roll by roll, two out of three hands. The preset is ``all-about-dice``."""

import pytest

from engine import GameHistory, Phase, Refused, Rolled, legal_actions, totals
from tests.engine.games.ship.playing import event_of, faces_of, game, said, state_of

PRESET = "all-about-dice"
EXAMPLE = "13526 24533 52646 441 34 - 13 - 25"
"""The hand of the document, continued by a fourth and a fifth roll that do not reach eight."""


def hand(ann: int, ben: int) -> str:
    """Return the words of a hand in which both stand on their first roll."""
    throws = f"654{ann - ann // 2}{ann // 2} 654{ben - ben // 2}{ben // 2}"
    return f"{throws} {'. .' if ann == ben else '.'}"


def test_two_play_and_more_may() -> None:
    """001-1."""
    assert [len(state_of(preset=PRESET, players=names).shooters) for names in ("A B", "A B C D")] == [2, 4]


def test_each_throws_five_dice_of_his_own() -> None:
    """001-2."""
    state = state_of("65433", PRESET)
    assert (state.player, state.must_roll) == ("Ben", 5)


def test_two_hands_of_three_win_the_game() -> None:
    """001-3."""
    state = state_of(f"{hand(5, 9)} {hand(9, 5)}", PRESET, next_starter="same")
    assert (state.phase, totals(state)) == (Phase.ROUND, {"Ann": 1, "Ben": 1})
    state = state_of(f"{hand(5, 9)} {hand(9, 5)} {hand(5, 9)}", PRESET, next_starter="same")
    assert (state.phase, state.winner, totals(state)) == (Phase.OVER, "Ben", {"Ann": 1, "Ben": 2})


def test_children_add_up_the_scores_of_all_hands() -> None:
    """001-4."""
    state = state_of(f"{hand(12, 2)} {hand(5, 6)} {hand(5, 5)}", PRESET, match="total(3)", next_starter="same")
    assert (state.winner, totals(state)) == ("Ann", {"Ann": 22, "Ben": 13})


def test_all_throw_the_first_roll_at_once() -> None:
    """001-5."""
    book = game("", PRESET, "Ann Ben Cid")
    assert book.state.leg.order == ((0, 1, 2),)
    with pytest.raises(Refused, match="It is Ann’s turn, not Dan’s"):
        _roll(book, "65433", "Dan")
    for player in ("Cid", "Ann"):
        _roll(book, "11223", player)
    assert book.state.player == "Ben"
    assert [len(turn.rolls) for turn in book.state.leg.turns] == [1, 0, 1]


def test_a_hand_has_five_rolls() -> None:
    """001-6."""
    state = state_of("22233 " * 10, PRESET)
    assert len(state.rounds) == 1
    assert state_of("22233 " * 9, PRESET).rounds == ()


def test_six_five_four_are_held_in_order_and_the_rest_thrown_again() -> None:
    """001-7."""
    state = state_of("22446 22233 22233 3542", PRESET)
    turn = state.leg.turns[0] if state.leg else None
    assert turn is not None
    assert (turn.rolls[1], turn.held, turn.cargo) == ((3, 5, 4, 2), (6, 5, 4), (3, 2))


def test_the_last_two_dice_are_thrown_again_together() -> None:
    """001-8, 001-9."""
    book = game("65433 22233 22233", PRESET)
    assert (book.state.player, book.state.must_roll, book.state.rolls_left) == ("Ann", 2, 4)
    with pytest.raises(Refused, match="The 3 is cargo: re-roll all cargo dice or none"):
        book.write(event_of("+3"))
    with pytest.raises(Refused, match="Ann rolls 2 dice now, not 1"):
        book.write(event_of("6"))


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_a_score_can_be_kept_after_any_roll(roll: int) -> None:
    """001-10."""
    state = state_of("65433 22233 " + "22233 33 " * (roll - 1) + "22233 .", PRESET)
    turn = state.leg.turns[0] if state.leg else None
    assert turn is not None
    assert (turn.over, turn.score) == (True, 6)
    assert state.player == "Ben"


def test_without_six_five_four_by_the_fifth_roll_the_hand_scores_nothing() -> None:
    """001-11."""
    book = game("22233 " * 9, PRESET, match="hands(1)")
    announced = said(book, "22233")
    assert [one.player for one in announced if one.word == "no_score"] == ["Ann", "Ben"]
    assert book.state.rounds[0].scores == {"Ann": None, "Ben": None}


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("13526 24533", ["Ben", "Ann"]),
        ("13526 24533 52646 441", ["Ann", "Ben"]),
        ("65433 65422", ["Ben", "Ann"]),
        ("65422 65433", ["Ann", "Ben"]),
        ("62222 65422", ["Ann", "Ben"]),
    ],
)
def test_the_better_score_goes_last(words: str, order: list[str]) -> None:
    """001-12, 001-13."""
    assert list(state_of(words, PRESET).shooters) == order


def test_who_tie_after_the_first_roll_throw_at_once() -> None:
    """001-14."""
    state = state_of("62222 63333", PRESET)
    assert state.leg is not None
    assert state.leg.order == ((0, 1),)


def test_who_leads_need_not_throw_until_equalled() -> None:
    """001-15."""
    book = game("13526 24533 52646 441 34", PRESET)
    assert (book.state.player, book.state.point) == ("Ben", 8)
    assert legal_actions(book.state) == ("roll", "stop", "pass")
    state = game(EXAMPLE, PRESET).state
    assert (state.rounds[0].winner, state.rounds[0].scores) == ("Ben", {"Ann": 7, "Ben": 8})


def test_who_trails_does_not_pass() -> None:
    """001-15."""
    with pytest.raises(Refused, match="Ann isn’t leading: only the leader may skip a roll"):
        game("13526 24533 52646 441 -", PRESET)
    with pytest.raises(Refused, match=r"Ann can’t skip a roll yet: the ship \(6\) is missing"):
        game("22233 65433 -", PRESET)


@pytest.mark.parametrize(("words", "held"), [("12333 +12", (1, 2)), ("65222 +65", (6, 5)), ("61222 +6 +1", (6, 1))])
def test_one_two_three_does_as_well(words: str, held: tuple[int, ...]) -> None:
    """001-16."""
    state = state_of(words, PRESET, sequences="either", rolling="turns")
    assert state.turn is not None
    assert state.turn.held == held


def _roll(book: GameHistory, dice: str, player: str) -> None:
    book.write(Rolled(faces_of(dice), player))
