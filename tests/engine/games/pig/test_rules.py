"""Pig, by hand: each rule, each option, each refusal."""

import pytest

from engine import Corrected, GameHistory, Joined, Left, Refused, Rolled, Started, Stopped, Undone, history_of, totals
from tests.engine.turns.playing import game
from tests.engine.turns.transcripts import check

TO_25 = """
Ann 6 | Ann rolls 1, 6 so far |
Ann 4 | Ann rolls 1, 10 so far |
Ann . | Ben rolls 1, 0 so far | banked Ann 10
Ben 5 | Ben rolls 1, 5 so far |
Ben 1 | Ann rolls 1, 0 so far | bust Ben 5
Ann 6 | Ann rolls 1, 6 so far |
Ann 6 | Ann rolls 1, 12 so far |
Ann 3 | Ann rolls 1, 15 so far |
Ann . | Ben rolls 1, 0 so far | banked Ann 15
Ben 6 | Ben rolls 1, 6 so far |
Ben . | over | banked Ben 6, won Ann 25
"""
TWO_DICE = """
Ann 54 | Ann rolls 2, 9 so far |
Ann . | Ben rolls 2, 0 so far | banked Ann 9
Ben 61 | Ann rolls 2, 0 so far | bust Ben 0
Ann 66 | Ann rolls 2, 12 so far |
Ann 11 | Ben rolls 2, 0 so far | bust Ann 12
"""


def test_points_add_up_a_1_loses_the_turn_and_the_round_of_the_goal_is_played_to_its_end() -> None:
    book = game("pig", goal=25)
    check(book, TO_25)
    assert (book.state.winner, totals(book.state)) == ("Ann", {"Ann": 25, "Ben": 6})


def test_with_two_dice_two_1s_lose_all_points_and_one_1_those_of_the_turn() -> None:
    book = game("pig", dice=2)
    check(book, TWO_DICE)
    assert totals(book.state) == {"Ann": 0, "Ben": 0}


def test_the_game_can_end_at_once() -> None:
    book = game("pig", "6 6 6 6 6 .", goal=25, ends="at_once")
    assert (book.state.winner, book.state.player) == ("Ann", None)
    assert game("pig", "6 6 6 6 6 .", goal=25).state.player == "Ben"


def test_most_points_win_where_several_reach_the_goal_in_a_round() -> None:
    assert game("pig", "6 6 6 6 6 . 6 6 6 6 6 2 .", goal=25).state.winner == "Ben"


def test_those_who_tie_have_one_more_turn_each_or_share_the_game() -> None:
    tied = "6 6 6 6 6 . 6 6 6 6 6 ."
    book = game("pig", tied, goal=25)
    assert (book.state.phase, book.state.order) == ("rolloff", ("Ann", "Ben"))
    again = game("pig", f"{tied} 5 . 5 .", goal=25)
    assert (again.state.phase, again.state.leg, again.state.winner) == ("rolloff", 2, None)
    over = game("pig", f"{tied} 5 . 1", goal=25)
    assert (over.state.winner, totals(over.state)) == ("Ann", {"Ann": 30, "Ben": 30})
    shared = game("pig", tied, goal=25, tie="shared")
    assert (shared.state.winner, shared.state.tied) == (None, ("Ann", "Ben"))


def test_two_1s_of_a_roll_off_cost_no_points() -> None:
    tied = "66 66 66 . 66 66 66 ."
    book = game("pig", f"{tied} 11 22 .", dice=2, goal=25)
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": 36, "Ben": 36})


def test_one_player_alone_plays_to_the_goal() -> None:
    book = game("pig", "6 6 6 6 . 6 .", players="Ann", goal=25)
    assert (book.state.winner, book.state.round) == ("Ann", 2)


def test_after_a_1_the_next_player_is_on_turn() -> None:
    book = game("pig", "6 1")
    with pytest.raises(Refused, match="It is Ben’s turn, not Ann’s"):
        book.write(Rolled((5,), player="Ann"))


def test_a_roll_corrected_to_a_1_sets_the_rest_of_the_turn_aside_and_back_restores_it() -> None:
    book = game("pig", "6 4 . 5 .")
    before = book.state
    book.write(Corrected(1, (1,)))
    assert totals(book.state) == {"Ann": 0, "Ben": 5}
    book.write(Corrected(1, (6,)))
    assert book.state == before


def test_a_1_corrected_leaves_the_decision_to_its_player_and_keeps_the_turns_after_it() -> None:
    book = game("pig", "6 1 5 .")
    book.write(Corrected(2, (4,)))
    assert (book.state.player, book.state.turn.points, len(book.waiting)) == ("Ann", 10, 2)
    book.write(Stopped())
    assert (totals(book.state), book.state.player) == ({"Ann": 10, "Ben": 5}, "Ann")


def test_turns_that_waited_when_the_game_ended_are_taken_in_once_it_goes_on() -> None:
    book = GameHistory(Started("pig", ("Ben", "Ann"), "Ben", {"ends": "at_once", "goal": 25}, {"Ben": 20}))
    for event in (Rolled((1,)), *[Rolled((6,))] * 5, Stopped()):
        book.write(event)
    won = book.state
    book.write(Corrected(1, (6,)))
    book.write(Stopped())
    assert (book.state.winner, len(book.waiting), len(book.counting)) == ("Ben", 6, 2)
    book.write(Corrected(1, (2,)))
    assert totals(book.state) == {"Ben": 22, "Ann": 30}
    book.write(Corrected(1, (1,)))
    assert book.state == won
    again = history_of([*book.events[:-2], Undone()])
    assert (again.state.player, len(again.waiting)) == ("Ben", 6)


def test_a_stored_game_that_was_played_on_without_the_turns_that_waited_is_read_as_before() -> None:
    start = Started("pig", ("Ben", "Ann"), "Ben", {"ends": "at_once", "goal": 25}, {"Ben": 20})
    waits = [Rolled((1,)), *[Rolled((6,))] * 5, Stopped(), Corrected(1, (6,)), Stopped(), Corrected(1, (2,))]
    book = history_of([start, *waits, Rolled((5,))])
    assert (book.state.player, book.state.turn.points, totals(book.state)) == ("Ann", 5, {"Ben": 22, "Ann": 0})


def test_who_leaves_a_turn_that_has_begun_and_returns_waits_for_the_next_round() -> None:
    book = game("pig", "2", players="Ann Ben Cid")
    book.write(Left("Ann"))
    with pytest.raises(Refused, match="Ann joins next round"):
        book.write(Joined("Ann"))
    unthrown = game("pig", players="Ann Ben Cid")
    unthrown.write(Left("Ann"))
    assert unthrown.state.order == ("Ben", "Cid")
    unthrown.write(Joined("Ann"))
    assert unthrown.state.order == ("Ben", "Cid", "Ann")


def test_a_player_joins_between_rounds_and_who_is_left_alone_wins() -> None:
    book = game("pig", "6 .")
    with pytest.raises(Refused, match="Cid joins next round") as refused:
        book.write(Joined("Cid"))
    assert refused.value.code == "mid_round"
    book = game("pig", "6 . 6 .")
    book.write(Joined("Cid"))
    assert (book.state.order, totals(book.state)["Cid"]) == (("Ann", "Ben", "Cid"), 0)
    for name in ("Ann", "Cid"):
        book.write(Left(name))
    assert book.state.winner == "Ben"


def test_a_roll_of_a_player_who_joined_later_is_corrected_while_an_earlier_round_is_open_again() -> None:
    log = GameHistory(Started("pig", ("A", "B"), "A"))
    for event in (Rolled((6,)), Stopped(), Rolled((1,)), Joined("C"), Rolled((6,)), Stopped(), Rolled((6,)), Stopped()):
        log.write(event)
    log.write(Rolled((5,)))
    log.write(Corrected(2, (6,)))
    log.write(Corrected(5, (4,)))
    assert [log.thrower(number) for number in (1, 2, 5)] == ["A", "B", "C"]
