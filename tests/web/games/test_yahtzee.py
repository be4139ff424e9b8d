"""The score sheets of Yahtzee: what is filled, what each open box would give, and how far the bonus is."""

import re
from dataclasses import replace

import pytest

from engine import Rolled, Scored, Started, fold
from table import Snapshot
from tests.web import moments
from tests.web.live.test_table_page import main_of, text_of
from web.games import game_on_the_page


def row_of(snapshot: Snapshot, key: str) -> list[tuple[str, str]]:
    """The cells of a row, each with its state."""
    board = game_on_the_page(snapshot.state).board(snapshot)
    row = next(row for part in board.parts for row in part if row.key == key)
    return [(cell.text, cell.state) for cell in row.cells]


def test_each_open_box_of_the_player_on_turn_says_what_the_dice_that_lie_there_would_give() -> None:
    assert row_of(moments.SHEETS, "fives") == [("", "open"), ("20", "would"), ("", "open"), ("", "open")]
    assert row_of(moments.SHEETS, "chance")[1] == ("22", "would")
    assert row_of(moments.SHEETS, "ones")[1] == ("3", "filled")


def test_nothing_is_offered_before_the_first_throw() -> None:
    assert row_of(moments.EIGHT_SHEETS, "chance") == [("", "open")] * 8


def test_a_joker_may_go_only_where_the_rules_let_it() -> None:
    assert row_of(moments.JOKER, "fours")[0] == ("20", "would")
    assert row_of(moments.JOKER, "full_house")[0] == ("25", "barred")
    page = text_of(main_of(moments.JOKER))
    assert "Joker: only Fours +100" in page


@pytest.mark.parametrize(("scratches", "where"), [(True, "any open box"), (False, "any lower box")])
def test_a_joker_whose_upper_box_is_full_goes_where_the_rules_let_it(scratches: bool, where: str) -> None:
    joker = moments.moment(
        moments.JOKER.mode,
        "",
        (),
        Rolled((6, 6, 6, 6, 6)),
        Scored("yahtzee"),
        *moments.in_turn(1, ((1, 1, 2, 3, 5), "chance")),
        Rolled((4, 4, 4, 4, 1)),
        Scored("fours"),
        *moments.in_turn(1, ((1, 1, 2, 3, 5), "ones")),
        Rolled((4, 4, 4, 4, 4)),
        players=("Mia", "Jonas"),
        preset="yahtzee-official",
        options={"joker_scratches_upper": scratches},
    )
    assert row_of(joker, "sixes")[0] == ("0", "scratch" if scratches else "barred")
    assert f"Joker: {where}" in text_of(main_of(joker))


def test_the_box_that_was_filled_last_is_marked() -> None:
    assert row_of(moments.EIGHT_SHEETS, "sixes")[-1] == ("18", "fresh")
    assert row_of(moments.EIGHT_SHEETS, "sixes")[0] == ("18", "filled")


@pytest.mark.parametrize(("snapshot", "cell"), [(moments.SHEETS, ("21", "way")), (moments.EIGHT_SHEETS, ("35", "sum"))])
def test_the_bonus_tells_how_far_it_has_come_until_it_is_earned(snapshot: Snapshot, cell: tuple[str, str]) -> None:
    assert row_of(snapshot, "upper_bonus")[0] == cell


def test_a_bonus_that_cannot_come_any_more_is_nothing() -> None:
    assert row_of(moments.SOLD_OUT, "upper_bonus") == [("0", "sum")] * 2


def test_sheets_stand_in_the_order_of_the_seats_each_below_its_total() -> None:
    head = main_of(moments.SHEETS).split("thead>")[1]
    heads = re.findall(r'<bdi>(\w+)</bdi></span> <b class="score">(\d+)</b>', head)
    assert heads == list(zip(moments.FOUR, ("96", "46", "46", "46"), strict=True))
    assert head.count('aria-current="true"') == 1


def test_a_card_with_few_boxes_has_only_those_and_no_bonus_of_yahtzees() -> None:
    board = game_on_the_page(moments.SOLD_OUT.state).board(moments.SOLD_OUT)
    assert [row.key for part in board.parts for row in part] == ["ones", "upper_bonus", "full_house", "chance"]
    assert [(column.won, column.on) for column in board.columns] == [(True, True), (True, False)]


def test_further_yahtzees_are_added_in_the_box_of_the_first() -> None:
    scored = moments.moment(
        moments.JOKER.mode,
        "Throw.",
        (),
        *moments.JOKER.log[1:],
        Scored("fours"),
        players=("Mia", "Jonas"),
        preset="yahtzee-official",
    )
    assert "50 +100" in text_of(main_of(scored))


def test_a_box_that_would_score_nothing_is_a_scratch_and_may_be_filled() -> None:
    assert row_of(moments.SHEETS, "yahtzee")[1] == ("0", "scratch")
    assert '<td class="scratch on" data-box="yahtzee">' in main_of(moments.SHEETS)


def test_a_box_that_the_house_calls_otherwise_is_called_so() -> None:
    named = moments.moment(
        moments.WAITING.mode,
        "Throw.",
        preset="yahtzee-handout",
        options={"labels": {"chance": "gamble"}},
    )
    assert "Gamble" in text_of(main_of(named))


def test_what_lies_on_the_rail_is_outlined_as_kept() -> None:
    assert re.findall(r'<g class="die held" data-key="(kept-\d)"', main_of(moments.SHEETS)) == ["kept-0", "kept-1"]


def test_points_below_nought_are_written_alike_everywhere() -> None:
    log = (Started("balut", ("Mia", "Jonas"), "Mia"),)
    said = text_of(main_of(replace(moments.WAITING, state=fold(log), log=log, event=len(log), dice=())))
    assert ("-2" in said, said.count("−2")) == (False, 4)
