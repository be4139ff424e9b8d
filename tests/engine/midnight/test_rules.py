"""Midnight, by hand: each rule, each option, each refusal."""

import pytest

from engine import Corrected, Refused, totals
from tests.engine.turns.playing import event_of, game, report_of
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


@pytest.mark.parametrize(
    ("words", "event", "code", "why"),
    [
        ("", "66666", "wrong_number", "Ann rolls 6 dice now, not 5."),
        ("", "6666666", "wrong_number", "Ann rolls 6 dice now, not 7."),
        ("", ".", "no_standing", "You can’t stand yet: roll until all dice are set aside."),
        ("146652", "666666", "nothing_set_aside", "Set aside at least one die first."),
        ("146652", "+3", "not_there", "There’s no 3 on the tray."),
        ("146652", "+666", "not_there", "Only 2 of the dice show a 6."),
    ],
)
def test_a_move_that_is_not_allowed_is_refused(words: str, event: str, code: str, why: str) -> None:
    book = game("midnight", words)
    before = book.state
    with pytest.raises(Refused) as refused:
        book.write(event_of("midnight", event))
    assert (refused.value.code, refused.value.why, book.state) == (code, why, before)


def test_a_corrected_die_takes_the_score_back() -> None:
    book = game("midnight", "666644 +66664 1 222222 +222222")
    assert book.state.winner == "Ann"
    book.write(Corrected(2, (2,)))
    assert (book.state.phase, totals(book.state)) == ("rolloff", {"Ann": 0, "Ben": 0})
    book.write(Corrected(2, (1,)))
    assert book.state.winner == "Ann"
