"""The score of dice in each box."""

from collections import Counter
from itertools import product

import pytest

from engine.games.yahtzee.rules import BOXES, is_yahtzee, joker_points, points
from tests.engine.games.yahtzee.playing import faces_of

TABLE = [
    ("52565", {"ones": 0, "twos": 2, "threes": 0, "fours": 0, "fives": 15, "sixes": 6, "chance": 23}),
    ("23254", {"small_straight": 30, "large_straight": 0, "three_of_a_kind": 0, "chance": 16}),
    ("33232", {"full_house": 25, "three_of_a_kind": 13, "four_of_a_kind": 0, "yahtzee": 0}),
    ("23346", {"fives": 0, "small_straight": 0}),
    ("66661", {"three_of_a_kind": 25, "four_of_a_kind": 25, "full_house": 0, "sixes": 24}),
    ("12345", {"small_straight": 30, "large_straight": 40, "chance": 15}),
    ("23456", {"small_straight": 30, "large_straight": 40}),
    ("13456", {"small_straight": 30, "large_straight": 0}),
    ("12346", {"small_straight": 30, "large_straight": 0}),
    ("12456", {"small_straight": 0, "large_straight": 0}),
    ("44444", {"yahtzee": 50, "fours": 20, "four_of_a_kind": 20, "full_house": 0, "small_straight": 0, "chance": 20}),
    ("11122", {"full_house": 25, "ones": 3, "twos": 4}),
    ("11222", {"full_house": 25}),
]


@pytest.mark.parametrize(("dice", "scores"), TABLE)
def test_dice_score_by_the_box_they_are_put_in(dice: str, scores: dict[str, int]) -> None:
    assert {box: points(box, faces_of(dice)) for box in scores} == scores


def test_so_many_of_all_throws_score() -> None:
    """Of 7,776, counted by hand."""
    throws = list(product(range(1, 7), repeat=5))
    scoring = Counter(box for dice in throws for box in BOXES if points(box, dice))
    assert {box: scoring[box] for box in BOXES[6:]} == {
        "three_of_a_kind": 1656,
        "four_of_a_kind": 156,
        "full_house": 300,
        "small_straight": 1200,
        "large_straight": 240,
        "yahtzee": 6,
        "chance": 7776,
    }
    assert {scoring[box] for box in BOXES[:6]} == {6**5 - 5**5}
    assert sum(is_yahtzee(dice) for dice in throws) == 6


def test_a_joker_is_worth_what_the_box_is() -> None:
    worth = {"three_of_a_kind": 20, "four_of_a_kind": 20, "chance": 20}
    worth |= {"small_straight": 30, "large_straight": 40, "full_house": 25, "ones": 0, "fours": 20}
    assert {box: joker_points(box, (4, 4, 4, 4, 4)) for box in worth} == worth
