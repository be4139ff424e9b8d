"""000: several rounds, cargo dice held one by one, ties allowed. The preset is ``rounds``."""

import pytest

from engine import BadRules, Phase, Refused, fold, legal_actions, totals
from engine.events import Started
from tests.engine.games.ship.playing import MISS, game, state_of, turn


def test_two_play_and_one_does_not() -> None:
    """000-1."""
    assert state_of(players="Ann Ben").phase is Phase.ROUND
    with pytest.raises(BadRules, match="1 player: the game is for 2 to 20"):
        fold([Started("rounds", ("Ann",), "Ann")])


def test_a_round_is_won_by_the_highest_score_after_all_have_had_a_turn() -> None:
    """000-2."""
    state = state_of(f"{turn(5)} {turn(9)} {turn(7)}", "rounds", "Ann Ben Cid")
    assert [one.winner for one in state.rounds] == ["Ben"]
    assert state_of(f"{turn(5)} {turn(9)}", "rounds", "Ann Ben Cid").rounds == ()


def test_scores_add_up_over_the_rounds_agreed_and_the_highest_total_wins() -> None:
    """000-3."""
    one, two = f"{turn(5)} {turn(9)}", f"{turn(8)} {turn(2)}"
    state = state_of(f"{one} {two} {turn(12)} {turn(9)}", "rounds", match="rounds(3)", next_starter="same")
    assert (state.phase, state.winner, totals(state)) == (Phase.OVER, "Ann", {"Ann": 25, "Ben": 20})
    assert [one.winner for one in state.rounds] == ["Ben", "Ann", "Ann"]


def test_nothing_scores_before_ship_captain_and_crew() -> None:
    """000-4, 000-12."""
    state = state_of("66655 666 666", "rounds")
    assert state.scores["Ann"] is None
    assert totals(state)["Ann"] == 0


@pytest.mark.parametrize("dice", [5, 6, 7, 8])
def test_five_dice_or_more_are_thrown(dice: int) -> None:
    """000-5."""
    assert state_of(preset="rounds", dice=dice).must_roll == dice


def test_fewer_than_five_dice_are_refused() -> None:
    """000-5."""
    with pytest.raises(BadRules, match="“dice” is 4: it must be 5 to 12"):
        state_of(preset="rounds", dice=4)


def test_a_six_is_held_by_itself_and_not_thrown_again() -> None:
    """000-6."""
    state = state_of("62233", "rounds")
    assert state.turn is not None
    assert (state.turn.held, state.must_roll) == ((6,), 4)


@pytest.mark.parametrize(
    ("rolls", "held"),
    [("65222", (6, 5)), ("62222 5222", (6, 5)), ("65422", (6, 5, 4)), ("45622", (6, 5, 4)), ("62222 5422", (6, 5, 4))],
)
def test_several_are_held_from_one_throw(rolls: str, held: tuple[int, ...]) -> None:
    """000-7."""
    state = state_of(rolls, "rounds")
    assert state.turn is not None
    assert state.turn.held == held


@pytest.mark.parametrize(
    ("rolls", "held"), [("54222", ()), ("64222", (6,)), ("44455", ()), ("62222 4222", (6,)), ("66666", (6,))]
)
def test_no_lesser_die_is_held_before_the_higher(rolls: str, held: tuple[int, ...]) -> None:
    """000-8."""
    state = state_of(rolls, "rounds")
    assert state.turn is not None
    assert (state.turn.held, state.must_roll) == (held, 5 - len(held))


def test_all_dice_not_held_are_thrown_until_the_rolls_are_used() -> None:
    """000-9."""
    with pytest.raises(Refused, match="Ann rolls 4 dice now, not 3"):
        game("62233 222", "rounds")
    state = state_of("62233 2233 2233", "rounds")
    assert (state.player, state.scores) == ("Ben", {"Ann": None, "Ben": None})


def test_cargo_dice_are_held_and_taken_up_again() -> None:
    """000-10."""
    book = game("65452 +5", "rounds")
    assert book.state.must_roll == 1
    assert set(legal_actions(book.state)) == {"roll", "hold", "release", "stop"}
    assert game("65452 +5 3", "rounds", rolls=5).state.turn.cargo == (5, 3)
    assert game("65452 +5 3 ~5 +3 4", "rounds", rolls=5).state.turn.cargo == (3, 4)


def test_holding_all_cargo_leaves_only_to_stand_or_take_one_up_again() -> None:
    """000-9, 000-10."""
    book = game("65452 +52", "rounds")
    assert legal_actions(book.state) == ("release", "stop")
    with pytest.raises(Refused, match="Ann holds all dice: press STAND, or release one"):
        game("65452 +52 2", "rounds")


@pytest.mark.parametrize("face", [6, 5, 4])
def test_ship_captain_and_crew_are_never_taken_up_again(face: int) -> None:
    """000-11."""
    with pytest.raises(Refused, match=rf"The {face} stays: ship, captain and crew are never rolled again\."):
        game(f"65422 ~{face}", "rounds")


@pytest.mark.parametrize(("dice", "throw", "score"), [(5, "65432", 5), (6, "654321", 6), (8, "65466661", 25)])
def test_every_other_die_scores_and_the_sequence_does_not(dice: int, throw: str, score: int) -> None:
    """000-13."""
    assert state_of(f"{throw} .", "rounds", dice=dice).scores["Ann"] == score


def test_one_player_takes_all_rolls_before_the_next() -> None:
    """000-14."""
    assert [state_of(words, "rounds").player for words in ("", MISS, f"{MISS} {MISS}", turn(0))] == [
        "Ann",
        "Ann",
        "Ann",
        "Ben",
    ]


def test_ties_are_allowed() -> None:
    """000-15."""
    state = state_of(f"{turn(5)} {turn(5)}", "rounds", match="rounds(1)")
    assert (state.phase, state.winner, state.tied) == (Phase.OVER, None, ("Ann", "Ben"))
    assert (state.rounds[0].ending, state.rounds[0].tied) == ("tied", ("Ann", "Ben"))
