"""Farkle, by hand: each rule, each option, each refusal."""

import pytest

from engine import (
    Corrected,
    GameHistory,
    Joined,
    Left,
    Refused,
    Rolled,
    Undone,
    expected_tray,
    history_of,
    totals,
    why_not_held,
)
from tests.engine.turns.playing import event_of, game, report_of
from tests.engine.turns.transcripts import check

BY_HAND = """
Ann 123466 | Ann rolls 0, 0 so far |
Ann +1 | Ann rolls 5, 100 so far |
Ann 55234 | Ann rolls 0, 100 so far |
Ann +55 | Ann rolls 3, 200 so far |
Ann 444 | Ann rolls 0, 200 so far |
Ann +444 | Ann rolls 6, 600 so far | hot_dice Ann
Ann 222346 | Ann rolls 0, 600 so far |
Ann +222 | Ann rolls 3, 800 so far |
Ann . | Ben rolls 6, 0 so far | banked Ann 800
Ben 234466 | Ann rolls 6, 0 so far | farkle Ben 0
Ann 155234 | Ann rolls 0, 0 so far |
Ann +1 | Ann rolls 5, 100 so far |
Ann 22346 | Ben rolls 6, 0 so far | farkle Ann 100
"""
STRAIGHT = "123456 +123456 ."


def rich(*turns: int) -> str:
    """Return the words of turns of so many straights."""
    return " ".join(" ".join(["123456 +123456"] * straights) + " ." if straights else "223446" for straights in turns)


def test_scoring_dice_are_set_aside_six_of_them_come_back_and_a_farkle_loses_the_turn() -> None:
    book = game("farkle")
    check(book, BY_HAND)
    assert totals(book.state) == {"Ann": 800, "Ben": 0}


def test_dice_set_aside_one_after_another_count_as_a_whole_and_not_with_those_of_earlier_throws() -> None:
    assert report_of(game("farkle", "555234 +5 +5 +5"))["points"] == 500
    assert report_of(game("farkle", "512346 +5 55234 +55"))["points"] == 150


def test_the_best_reading_of_the_dice_set_aside_counts() -> None:
    assert report_of(game("farkle", "111123 +1111"))["points"] == 1100
    assert report_of(game("farkle", "222444 +222444"))["points"] == 2500
    assert report_of(game("farkle", "222444 +222444", scores="plain"))["points"] == 600


def test_after_hot_dice_no_die_must_lie_aside_and_the_player_may_stand_or_throw_six() -> None:
    book = game("farkle", "123456 +123456")
    assert expected_tray(book.state).held == ()
    assert (expected_tray(book.state).throw, report_of(book)["legal"]) == (6, ["roll", "stop"])


def test_the_tray_wants_the_dice_that_are_aside_and_a_throw_of_the_others() -> None:
    book = game("farkle", "112346 +1 +1 5523 +5")
    tray = expected_tray(book.state)
    assert (tray.held, tray.throw, tray.may_hold) == ((1, 1, 5), 3, (5,))


def test_after_a_farkle_the_next_player_is_on_turn() -> None:
    book = game("farkle", "223446")
    with pytest.raises(Refused, match="It is Ben’s turn, not Ann’s"):
        book.write(Rolled((1, 1, 1, 1, 1, 1), player="Ann"))


def test_a_die_is_judged_by_what_lies_beside_it() -> None:
    state = game("farkle", "123466").state
    assert why_not_held(state, 1) == "You can hold the 1."
    assert why_not_held(state, 6) == "2 dice with a 6 score nothing: it takes three of a kind."
    assert why_not_held(state, 5) == "There’s no 5 on the tray."
    assert why_not_held(game("farkle").state, 1) == "Roll first."


@pytest.mark.parametrize(("opening", "banks"), [(0, True), (100, True), (150, False)])
def test_the_first_scoring_turn_takes_as_many_points_as_the_option_says(opening: int, banks: bool) -> None:
    assert ("stop" in report_of(game("farkle", "123466 +1", opening=opening))["legal"]) == banks


def test_who_has_opened_may_bank_any_points() -> None:
    assert "stop" in report_of(game("farkle", f"{STRAIGHT} 223446 523466 +5"))["legal"]


def test_the_goal_starts_the_last_round_in_which_everybody_else_has_one_more_turn() -> None:
    book = game("farkle", rich(0, 2), players="Ann Ben Cid", goal=2000)
    assert (book.state.closer, book.state.player) == ("Ben", "Cid")
    for word in (rich(1) + " " + rich(0)).split():
        book.write(event_of("farkle", word))
    assert (book.state.player, book.state.winner) == (None, "Ben")
    assert totals(book.state) == {"Ann": 0, "Ben": 3000, "Cid": 1500}


def test_the_goal_of_the_last_seat_gives_all_others_one_more_turn_and_of_the_first_none_after_the_round() -> None:
    last = game("farkle", rich(0, 0, 2), players="Ann Ben Cid", goal=2000)
    assert (last.state.order, last.state.player) == (("Ann", "Ben"), "Ann")
    first = game("farkle", rich(2, 0, 3), players="Ann Ben Cid", goal=2000)
    assert first.state.winner == "Cid"


def test_those_who_tie_in_the_end_have_one_more_turn_each_without_an_opening() -> None:
    book = game("farkle", rich(2, 2), goal=2000)
    assert book.state.phase == "rolloff"
    over = game("farkle", f"{rich(2, 2)} 123466 +1 . 523466 +5 .", goal=2000)
    assert (over.state.winner, totals(over.state)) == ("Ann", {"Ann": 3000, "Ben": 3000})
    assert game("farkle", rich(2, 2), goal=2000, tie="shared").state.tied == ("Ann", "Ben")


def test_three_farkles_in_a_row_cost_1000_points_where_that_is_played() -> None:
    words = f"{rich(1, 0)} {rich(0, 0)} {rich(0, 0)}"
    assert totals(game("farkle", f"{words} 223446", three_farkles=True).state)["Ann"] == 500
    assert totals(game("farkle", f"{words} 223446").state)["Ann"] == 1500
    kept = game("farkle", f"{words} 123466 +1 .", three_farkles=True)
    assert totals(kept.state)["Ann"] == 1600
    assert report_of(kept)["farkles"]["Ann"] == 0


def test_a_throw_corrected_to_a_farkle_ends_the_turn_and_back_restores_it() -> None:
    book = game("farkle", f"{STRAIGHT} 223446")
    before = book.state
    book.write(Corrected(1, (2, 2, 3, 4, 4, 6)))
    assert totals(book.state) == {"Ann": 0, "Ben": 0}
    assert [type(entry.event).__name__ for entry in book.aside] == ["SetAside", "Stopped"]
    book.write(Corrected(1, (1, 2, 3, 4, 5, 6)))
    assert book.state == before


def test_nobody_joins_the_last_round_and_who_closes_it_may_leave() -> None:
    book = game("farkle", rich(0, 0, 2), players="Ann Ben Cid", goal=2000)
    with pytest.raises(Refused, match="Dan joins next game") as refused:
        book.write(Joined("Dan"))
    assert refused.value.code == "mid_game"
    played(book, rich(2))
    book.write(Left("Cid"))
    played(book, rich(0))
    assert book.state.winner == "Ann"


def test_the_game_goes_on_where_who_closes_it_leaves_and_no_one_present_has_the_goal() -> None:
    book = game("farkle", rich(1, 2), players="Ann Ben Cid", goal=2000)
    book.write(Left("Ben"))
    assert report_of(book)["closer"] is None
    played(book, rich(0))
    assert (book.state.player, book.state.round, book.state.order) == ("Ann", 2, ("Ann", "Cid"))
    played(book, rich(1, 0))
    assert (book.state.winner, totals(book.state)) == ("Ann", {"Ann": 3000, "Ben": 3000, "Cid": 0})


def test_an_extra_turn_becomes_the_first_of_a_round_where_who_closes_leaves_in_it() -> None:
    book = game("farkle", f"{rich(1, 2, 0)} 123456", players="Ann Ben Cid", goal=2000)
    book.write(Left("Ben"))
    assert (book.state.player, book.state.order) == ("Ann", ("Ann", "Cid"))
    played(book, "+123456 .")
    assert (book.state.player, book.state.closer, book.state.winner) == ("Cid", "Ann", None)
    played(book, rich(0))
    assert book.state.winner == "Ann"


def test_a_correction_and_an_undo_bring_the_last_round_back() -> None:
    book = game("farkle", rich(1, 2), players="Ann Ben Cid", goal=2000)
    last = book.state
    book.write(Left("Ben"))
    book.write(Corrected(2, (2, 2, 3, 4, 4, 6)))
    assert (totals(book.state)["Ben"], book.state.closer) == (0, None)
    book.write(Corrected(2, (1, 2, 3, 4, 5, 6)))
    book = history_of(book.events[:-2])
    book.write(Undone())
    assert book.state == last


def played(book: GameHistory, words: str) -> None:
    for word in words.split():
        book.write(event_of("farkle", word))
