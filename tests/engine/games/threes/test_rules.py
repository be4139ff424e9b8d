"""Threes, by hand: each rule, each option, each refusal."""

import pytest

from engine import Corrected, Joined, Left, Refused, totals
from tests.engine.turns.playing import event_of, game, report_of
from tests.engine.turns.transcripts import check

LOWEST_WINS = """
Ann 33621 | Ann rolls 0, 0 so far |
Ann +331 | Ann rolls 2, 1 so far |
Ann 32 | Ann rolls 0, 1 so far |
Ann +3 | Ann rolls 1, 1 so far |
Ann 6 | Ben rolls 5, 0 so far | total Ann 7
Ben 11223 | Ben rolls 0, 0 so far |
Ben +3 | Ben rolls 4, 0 so far |
Ben +11 | Ben rolls 2, 2 so far |
Ben 33 | Ben rolls 0, 2 so far |
Ben +33 | over | total Ben 2, won Ben 2
"""


def test_a_3_counts_nothing_one_die_at_least_is_set_aside_and_the_lowest_total_wins() -> None:
    book = game("threes")
    check(book, LOWEST_WINS)
    assert (book.state.winner, totals(book.state)) == ("Ben", {"Ann": 7, "Ben": 2})
    assert report_of(book)["lowest_wins"] is True


def test_all_dice_may_be_set_aside_at_once() -> None:
    assert game("threes", "33333 +33333").state.scores == {"Ann": (0,)}


def test_the_last_die_is_set_aside_by_itself() -> None:
    assert game("threes", "33336 +3333 5").state.scores == {"Ann": (5,)}


def test_those_who_tie_for_the_lowest_roll_off_or_share() -> None:
    tie = "33331 +33331 33331 +33331 66666 +66666"
    book = game("threes", tie, players="Ann Ben Cid")
    assert (book.state.phase, book.state.order) == ("rolloff", ("Ann", "Ben"))
    over = game("threes", f"{tie} 33333 +33333 33332 +33332", players="Ann Ben Cid")
    assert (over.state.winner, totals(over.state)) == ("Ann", {"Ann": 1, "Ben": 1, "Cid": 30})
    assert game("threes", tie, players="Ann Ben Cid", tie="shared").state.tied == ("Ann", "Ben")


@pytest.mark.parametrize("dice", [4, 5, 6])
def test_four_to_six_dice_are_thrown(dice: int) -> None:
    assert game("threes", "3" * dice + " +" + "3" * dice, dice=dice).state.scores == {"Ann": (0,)}


def test_dice_set_aside_are_taken_back_by_undo() -> None:
    assert game("threes", "33621 +33 +1 !").state == game("threes", "33621 +33").state


def test_a_corrected_throw_sets_aside_what_did_not_lie_there() -> None:
    book = game("threes", "33621 +33 333 +333 11111 +11111")
    assert book.state.winner == "Ann"
    book.write(Corrected(1, (3, 4, 6, 2, 1)))
    assert (book.state.player, book.state.turn.lies, len(book.waiting)) == ("Ann", (3, 4, 6, 2, 1), 2)
    book.write(Corrected(1, (3, 3, 6, 2, 1)))
    assert book.state.winner == "Ann"


def test_a_player_joins_before_the_first_throw_or_the_next_game() -> None:
    book = game("threes")
    book.write(event_of("threes", "33621"))
    with pytest.raises(Refused, match="Cid joins next game") as refused:
        book.write(Joined("Cid"))
    assert refused.value.code == "mid_game"


def test_who_leaves_in_a_turn_has_no_total_that_could_win() -> None:
    book = game("threes", "33621 +33", players="Ann Ben Cid")
    book.write(Left("Ann"))
    for word in ("11111", "+11111", "66666", "+66666"):
        book.write(event_of("threes", word))
    assert book.state.winner == "Ben"
