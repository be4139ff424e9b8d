"""003: one round, a roll-off for ties, stakes or drinks, and five variants. The preset is ``dice-game-depot``."""

import pytest

from engine import Expectation, Phase, Refused, apply, expected_tray, legal_actions, next_game, rules_of
from tests.engine.games.ship.playing import MISS, event_of, faces_of, game, said, state_of, turn, words_of

LONG_VOYAGE = {"tie": "carry", "nobody_qualifies": "carry"}


def test_the_game_has_many_names_and_one_rule_set() -> None:
    """003-1: names of the game are for people; here it has those of its documents."""
    assert rules_of("dice-game-depot", {}).name == "dice-game-depot"


def test_six_five_four_are_ship_captain_crew_and_the_rest_is_cargo() -> None:
    """003-2."""
    announced = said(game(), "65432")
    assert [(one.word, one.number) for one in announced] == [
        ("ship", 6),
        ("captain", 5),
        ("crew", 4),
        ("qualified", None),
        ("cargo", 5),
    ]


def test_the_four_may_be_called_mate_and_the_cargo_crew() -> None:
    """003-3."""
    with pytest.raises(Refused, match=r"The 4 is mate: it needs the captain \(5\) first"):
        game("64222 +4", labels="mate")
    with pytest.raises(Refused, match="The 3 is crew: re-roll all crew dice or none"):
        game("65433 +3", labels="mate")
    with pytest.raises(Refused, match="The 3 is treasure: re-roll all treasure dice or none"):
        game("65433 +3", labels={"cargo": "treasure"})


@pytest.mark.parametrize(("throw", "word"), [("65411", "minimum"), ("65466", "midnight")])
def test_two_is_a_minimum_and_twelve_a_midnight(throw: str, word: str) -> None:
    """003-4."""
    assert words_of(said(game(), throw))[-1] == word


def test_the_highest_score_of_a_single_round_wins() -> None:
    """003-5."""
    state = state_of(f"{turn(5)} {turn(9)} {turn(0)}", players="Ann Ben Cid")
    assert (state.phase, state.winner, state.scores) == (Phase.OVER, "Ben", {"Ann": 5, "Ben": 9, "Cid": None})
    assert expected_tray(state) == Expectation((), 0)
    with pytest.raises(Refused, match=r"The game is over: Ben has won\."):
        apply(state, event_of("."))


@pytest.mark.parametrize("players", ["A B", "A B C D", " ".join(f"P{n}" for n in range(20))])
def test_two_or_more_play_with_five_dice(players: str) -> None:
    """003-6."""
    assert state_of(players=players).must_roll == 5


def test_the_highest_of_three_dice_starts() -> None:
    """003-7."""
    assert state_of("123 661 222", players="Ann Ben Cid", starter="?").starter == "Ben"
    assert state_of("123 661", players="Ann Ben Cid", starter="?").phase is Phase.STARTER


def test_those_who_tie_for_the_start_throw_a_second_time_and_a_third() -> None:
    start = state_of("616 661 111 345 543", players="Ann Ben Cid", starter="?").start
    assert start is not None
    assert (list(start.thrown), start.attempt) == (["Ann", "Ben"], 3)


def test_all_ante_before_any_dice_are_rolled() -> None:
    """003-8."""
    state = state_of(players="Ann Ben Cid", stakes="pot(2)")
    assert (state.money.pot, dict(state.money.chips)) == (6, {"Ann": -2, "Ben": -2, "Cid": -2})


def test_play_goes_clockwise_with_three_rolls_each() -> None:
    """003-9."""
    state = state_of(f"{turn(0)}", players="Ann Ben Cid", starter="Cid")
    assert (state.shooters, state.player) == (("Cid", "Ann", "Ben"), "Ann")


def test_six_five_and_four_are_set_aside_in_order() -> None:
    """003-10."""
    state = state_of("64221 5462")
    assert state.turn is not None
    assert (state.turn.held, state.turn.cargo) == ((6, 5, 4), (6, 2))


def test_without_them_the_score_is_nothing_and_with_them_the_cargo() -> None:
    """003-11."""
    assert [state_of(words).scores["Ann"] for words in (turn(0), turn(7))] == [None, 7]


def test_both_cargo_dice_may_be_thrown_again() -> None:
    """003-12."""
    assert legal_actions(state_of("65433")) == ("roll", "stop")
    assert state_of("65433").must_roll == 2


def test_the_new_total_counts_even_if_it_is_lower() -> None:
    """003-13."""
    assert state_of("65466 66 11").scores["Ann"] == 2


def test_those_who_tie_take_a_turn_each_until_one_wins() -> None:
    """003-14."""
    tie = f"{turn(9)} {turn(5)} {turn(9)}"
    state = state_of(tie, players="Ann Ben Cid")
    assert (state.phase, state.shooters, state.tied) == (Phase.ROLLOFF, ("Ann", "Cid"), ("Ann", "Cid"))
    again = state_of(f"{tie} {turn(4)} {turn(4)}", players="Ann Ben Cid")
    assert (again.phase, again.rolloffs, again.shooters) == (Phase.ROLLOFF, 2, ("Ann", "Cid"))
    over = state_of(f"{tie} {turn(4)} {turn(4)} {turn(2)} {turn(3)}", players="Ann Ben Cid")
    assert (over.winner, over.point, over.scores) == ("Cid", 3, {"Ann": 9, "Ben": 5, "Cid": 9})


def test_everyone_but_the_winner_drinks() -> None:
    """003-15."""
    book = game(f"{turn(5)} {turn(9)} 65422", players="Ann Ben Cid", stakes="drinks")
    drinkers = [one.player for one in said(book, ".") if one.word == "drinks"]
    assert drinkers == ["Ann", "Cid"]
    assert dict(book.state.money.drinks) == {"Ann": 1, "Cid": 1}


def test_the_winner_takes_the_pot() -> None:
    """003-16."""
    state = state_of(f"{turn(5)} {turn(9)}", stakes="pot(3)")
    assert (state.money.pot, dict(state.money.chips)) == (0, {"Ann": -3, "Ben": 3})


@pytest.mark.parametrize(("starter", "following"), [("Ann", "Cid"), ("Ben", "Ann"), ("Cid", "Ben")])
def test_the_player_to_the_right_starts_the_next_game(starter: str, following: str) -> None:
    """003-17."""
    over = state_of(f"{turn(5)} {turn(9)} {turn(6)}", players="Ann Ben Cid", starter=starter)
    assert next_game(over).starter == following
    going_on = state_of(f"{turn(5)} {turn(9)} {turn(6)}", players="Ann Ben Cid", starter=starter, match="rounds(2)")
    assert going_on.starter == following


@pytest.mark.parametrize("kept", ["", "5", "3"])
def test_shifting_cargo_throws_one_cargo_die_again_or_both(kept: str) -> None:
    """003-18."""
    state = state_of(f"22233 65453 {f'+{kept}' if kept else ''}", cargo_reroll="each")
    loose = faces_of("53".replace(kept, ""))
    assert expected_tray(state) == Expectation((6, 5, 4, *faces_of(kept)), len(loose), loose)
    assert state.rolls_left == 1


def test_bow_to_stern_takes_one_two_three_instead() -> None:
    """003-19."""
    assert state_of("65412 365 .", sequences="1-2-3").scores["Ann"] == 11
    assert state_of("65433", sequences="1-2-3").must_roll == 5
    assert state_of("13366", sequences="1-2-3").must_roll == 4


def test_admirals_choice_lets_the_winner_start() -> None:
    """003-20."""
    words = f"{turn(5)} {turn(9)} {turn(6)}"
    assert state_of(words, players="Ann Ben Cid", next_starter="winner", match="rounds(2)").starter == "Ben"
    assert next_game(state_of(words, players="Ann Ben Cid", next_starter="winner")).starter == "Ben"


@pytest.mark.parametrize("scores", [(9, 9), (0, 0)])
def test_on_a_long_voyage_the_pot_remains_and_all_ante_again(scores: tuple[int, int]) -> None:
    """003-21."""
    state = state_of(f"{turn(scores[0])} {turn(scores[1])}", stakes="pot(2)", **LONG_VOYAGE)
    assert (state.phase, state.round, state.winner) == (Phase.ROUND, 2, None)
    assert (state.money.pot, dict(state.money.chips)) == (8, {"Ann": -4, "Ben": -4})


@pytest.mark.parametrize(("words", "score"), [("65442 .", 8), ("65442 53 .", 9), ("65442 53 53", 8), (turn(0), None)])
def test_dropping_anchor_pays_for_rolls_not_used(words: str, score: int | None) -> None:
    """003-22."""
    assert state_of(words, anchor_bonus=1).scores["Ann"] == score


def test_an_unfinished_turn_is_thrown_again_in_full() -> None:
    """003-10: dice that are not set aside are all picked up."""
    book = game(MISS)
    with pytest.raises(Refused, match="Ann rolls 5 dice now, not 2"):
        book.write(event_of("65"))
