"""Bar dice, by hand: each rule, each option, each refusal."""

import pytest

from engine import BadRules, Corrected, Joined, Left, Refused, Renamed, totals
from tests.engine.turns.playing import event_of, game, report_of
from tests.engine.turns.transcripts import check

BY_HAND = """
Ann 16623 | Ann rolls 5, 3 so far |
Ann +166 | Ann rolls 2, 3 so far |
Ann 64 | Ann rolls 5, 4 so far |
Ann . | Ben rolls 5, 0 so far | hand Ann 4, rolls_set Ann 2
Ben 55544 | Ben rolls 5, 3 so far |
Ben +555 | Ben rolls 2, 3 so far |
Ben 51 | Cid rolls 5, 0 so far | hand Ben 5
Cid 22233 | Cid rolls 5, 3 so far |
Cid . | Ben rolls 5, 0 so far | hand Cid 3, life_lost Cid 2
"""
HIGH, LOW = "11166", "12346"


def rounds_lost(*losers: str) -> str:
    """Return the words of rounds of one throw each, in which one of Ann and Ben has the lower hand."""
    turns = []
    first = "Ann"
    for loser in losers:
        second = "Ben" if first == "Ann" else "Ann"
        turns.append(f"{LOW if first == loser else HIGH} . {LOW if second == loser else HIGH}")
        first = second
    return " ".join(turns)


def test_the_first_player_sets_the_rolls_and_the_lowest_hand_loses_a_life() -> None:
    book = game("bar-dice", players="Ann Ben Cid")
    check(book, BY_HAND)
    assert (totals(book.state), book.state.starter) == ({"Ann": 3, "Ben": 3, "Cid": 2}, "Ben")
    assert report_of(book)["rolls"] == 3


def test_dice_that_were_kept_may_be_given_back() -> None:
    book = game("bar-dice", "16623 +166 22 +22")
    assert (report_of(book)["must_roll"], report_of(book)["held"]) == (3, [2, 2])
    again = game("bar-dice", "16623 +166 +16")
    assert (report_of(again)["must_roll"], report_of(again)["held"]) == (3, [1, 6])
    none = game("bar-dice", "16623 +166 +")
    assert report_of(none)["must_roll"] == 5


def test_the_last_roll_ends_the_turn() -> None:
    assert game("bar-dice", "12346 12346 12346").state.player == "Ben"
    assert game("bar-dice", "12346 . 12345").state.player == "Ben"


@pytest.mark.parametrize(
    ("ace_needed", "better", "worse"),
    [
        (True, "11111", "16666"),
        (True, "16666", "15555"),
        (True, "12346", "66666"),
        (True, "11234", "16543"),
        (True, "55543", "44462"),
        (False, "66666", "15555"),
        (False, "11111", "66666"),
        (False, "22223", "66654"),
    ],
)
def test_hands_rank_by_the_1_that_is_needed_then_the_number_then_the_face(
    ace_needed: bool, better: str, worse: str
) -> None:
    words = f"{better} . {worse}"
    state = game("bar-dice", words, ace_needed=ace_needed, match="single").state
    assert (state.winner, state.phase) == ("Ann", "over")


def test_1s_are_wild() -> None:
    book = game("bar-dice", "11664 . 66664", match="single", ace_needed=False)
    assert (book.state.phase, book.state.scores) == ("rolloff", {"Ann": (1, 4, 6), "Ben": (1, 4, 6)})


def test_those_who_tie_for_last_roll_off_with_one_throw() -> None:
    book = game("bar-dice", f"{HIGH} . {LOW} {LOW}", players="Ann Ben Cid")
    assert (book.state.phase, book.state.order) == ("rolloff", ("Ben", "Cid"))
    assert report_of(book)["rolls_left"] == 1
    over = game("bar-dice", f"{HIGH} . {LOW} {LOW} 16662 15552", players="Ann Ben Cid")
    assert totals(over.state) == {"Ann": 3, "Ben": 3, "Cid": 2}
    again = game("bar-dice", f"{HIGH} . {LOW} {LOW} 16662 16662", players="Ann Ben Cid")
    assert (again.state.phase, again.state.leg) == ("rolloff", 2)


def test_who_has_lost_all_lives_is_out_and_sits_there_and_the_last_one_in_wins() -> None:
    words = f"{HIGH} . {LOW} {HIGH}"
    book = game("bar-dice", f"{HIGH} . {LOW} 15566", players="Ann Ben Cid", lives=1)
    assert (book.state.out, book.state.order, book.state.present) == ({"Ben"}, ("Cid", "Ann"), ("Ann", "Ben", "Cid"))
    assert report_of(book)["out"] == ["Ben"]
    for word in (HIGH, ".", LOW):
        book.write(event_of("bar-dice", word))
    assert (book.state.winner, totals(book.state)) == ("Cid", {"Ann": 0, "Ben": 0, "Cid": 1})
    assert game("bar-dice", words, players="Ann Ben Cid", lives=2).state.out == frozenset()


def test_the_next_round_is_begun_by_the_next_seat() -> None:
    book = game("bar-dice", rounds_lost("Ann", "Ann"))
    assert (book.state.round, book.state.player, totals(book.state)) == (3, "Ann", {"Ann": 1, "Ben": 3})
    assert game("bar-dice", rounds_lost("Ann", "Ann", "Ann")).state.winner == "Ben"


def test_a_horse_is_the_best_of_three() -> None:
    assert totals(game("bar-dice", rounds_lost("Ann"), match="horse").state) == {"Ann": 0, "Ben": 1}
    assert game("bar-dice", rounds_lost("Ann", "Ben"), match="horse").state.winner is None
    assert game("bar-dice", rounds_lost("Ann", "Ben", "Ann"), match="horse").state.winner == "Ben"


def test_a_tie_for_the_highest_hand_of_a_single_round_is_rolled_off() -> None:
    book = game("bar-dice", f"{HIGH} . {HIGH} {LOW} {HIGH}", match="single")
    assert (book.state.winner, book.state.scores) == ("Ben", {"Ann": (1, 5, 6), "Ben": (1, 5, 6)})


def test_one_player_is_too_few() -> None:
    with pytest.raises(BadRules, match="1 player: the game is for 2 to 20"):
        game("bar-dice", players="Ann")


def test_a_player_joins_with_the_fewest_lives_between_rounds() -> None:
    book = game("bar-dice", rounds_lost("Ann"))
    book.write(Joined("Cid"))
    assert (totals(book.state)["Cid"], book.state.order) == (2, ("Ben", "Cid", "Ann"))
    book.write(event_of("bar-dice", HIGH))
    with pytest.raises(Refused, match="Dan joins next round"):
        book.write(Joined("Dan"))
    single = game("bar-dice", HIGH, match="single")
    with pytest.raises(Refused, match="Dan joins next game"):
        single.write(Joined("Dan"))


def test_the_first_player_who_leaves_lets_the_next_one_set_the_rolls() -> None:
    book = game("bar-dice", HIGH, players="Ann Ben Cid")
    book.write(Left("Ann"))
    for word in (LOW, ".", HIGH):
        book.write(event_of("bar-dice", word))
    assert totals(book.state) == {"Ann": 3, "Ben": 2, "Cid": 3}


def test_one_of_two_in_a_roll_off_who_leaves_decides_it() -> None:
    book = game("bar-dice", f"{HIGH} . {LOW} {LOW}", players="Ann Ben Cid")
    book.write(Left("Ben"))
    assert (totals(book.state)["Cid"], book.state.round) == (2, 2)


def test_a_new_name_is_kept_in_all_fields() -> None:
    book = game("bar-dice", f"{HIGH} . {LOW} 15566", players="Ann Ben Cid", lives=1)
    book.write(Renamed("Ben", "Bea"))
    assert (book.state.out, totals(book.state)) == ({"Bea"}, {"Ann": 1, "Bea": 0, "Cid": 1})


def test_a_corrected_hand_changes_who_loses_the_life() -> None:
    book = game("bar-dice", rounds_lost("Ann", "Ben"))
    before = book.state
    book.write(Corrected(1, (1, 1, 1, 1, 1)))
    assert totals(book.state) == {"Ann": 3, "Ben": 1}
    book.write(Corrected(1, (1, 2, 3, 4, 6)))
    assert book.state == before
