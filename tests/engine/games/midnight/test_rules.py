"""Midnight, by hand: each rule, each option, each refusal."""

from engine import Corrected, totals
from tests.engine.turns.playing import game, report_of
from tests.engine.turns.transcripts import check

BY_HAND = """
Ann 146652 | Ann rolls 0, 0 so far |
Ann +1466 | Ann rolls 2, 12 so far |
Ann 63 | Ann rolls 0, 12 so far |
Ann +6 | Ann rolls 1, 18 so far |
Ann 6 | Ben rolls 6, 0 so far | midnight Ann 24
Ben 666654 | Ben rolls 0, 0 so far |
Ben +66664 | Ben rolls 1, 0 so far |
Ben 2 | Cid rolls 6, 0 so far | not_qualified Ben
Cid 144442 | Cid rolls 0, 0 so far |
Cid +144442 | over | total Cid 14, won Ann 24
"""


def test_a_1_and_a_4_qualify_and_the_other_four_are_the_score() -> None:
    book = game("midnight", players="Ann Ben Cid")
    check(book, BY_HAND)
    assert totals(book.state) == {"Ann": 24, "Ben": 0, "Cid": 14}


def test_a_second_4_scores_as_any_die() -> None:
    assert game("midnight", "144411 +144411").state.scores == {"Ann": (10,)}


def test_qualified_is_reported_from_the_dice_set_aside() -> None:
    assert report_of(game("midnight", "146652 +1"))["qualified"] is False
    assert report_of(game("midnight", "146652 +1 +4"))["qualified"] is True


def test_those_who_tie_roll_off_also_where_nobody_qualified() -> None:
    nothing = "222222 +222222"
    assert game("midnight", f"{nothing} {nothing}").state.phase == "rolloff"
    over = game("midnight", f"{nothing} {nothing} 142222 +142222 {nothing}")
    assert (over.state.winner, totals(over.state)) == ("Ann", {"Ann": 0, "Ben": 0})
    assert game("midnight", f"{nothing} {nothing}", tie="shared").state.tied == ("Ann", "Ben")


def test_a_corrected_die_takes_the_score_back() -> None:
    book = game("midnight", "666644 +66664 1 222222 +222222")
    assert book.state.winner == "Ann"
    book.write(Corrected(2, (2,)))
    assert (book.state.phase, totals(book.state)) == ("rolloff", {"Ann": 0, "Ben": 0})
    book.write(Corrected(2, (1,)))
    assert book.state.winner == "Ann"
