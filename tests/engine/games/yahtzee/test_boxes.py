"""The score of dice in each box of every card."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from engine.games.yahtzee.card import Card
from engine.games.yahtzee.cards import BALUT, CRAG, GENERALA, KNIFFEL, SHEETS, YACHT, YAHTZEE, YATZY
from engine.games.yahtzee.rules import PRESETS
from tests.engine.games.yahtzee.playing import HANDOUT, faces_of

SCORES = """
yahtzee 52565: ones 0, twos 2, threes 0, fours 0, fives 15, sixes 6, chance 23
yahtzee 23254: small_straight 30, large_straight 0, three_of_a_kind 0, chance 16
yahtzee 33232: full_house 25, three_of_a_kind 13, four_of_a_kind 0, yahtzee 0
yahtzee 23346: fives 0, small_straight 0
yahtzee 66661: three_of_a_kind 25, four_of_a_kind 25, full_house 0, sixes 24
yahtzee 12345: small_straight 30, large_straight 40, chance 15
yahtzee 23456: small_straight 30, large_straight 40
yahtzee 13456: small_straight 30, large_straight 0
yahtzee 12456: small_straight 0, large_straight 0
yahtzee 44444: yahtzee 50, fours 20, four_of_a_kind 20, full_house 0, small_straight 0, chance 20
yahtzee 11122: full_house 25, ones 3, twos 4
yatzy 66431: one_pair 12, two_pairs 0, three_of_a_kind 0, chance 20
yatzy 33445: one_pair 8, two_pairs 14, full_house 0
yatzy 55551: one_pair 10, two_pairs 0, three_of_a_kind 15, four_of_a_kind 20, full_house 0
yatzy 35533: full_house 19, two_pairs 16, three_of_a_kind 9
yatzy 66666: yatzy 50, full_house 0, four_of_a_kind 24, one_pair 12, sixes 30
yatzy 12345: small_straight 15, large_straight 0
yatzy 65432: small_straight 0, large_straight 20
yatzy 12346: small_straight 0, large_straight 0
generala 12345: straight 20
generala 13456: straight 0
generala 55533: full_house 30, poker 0
generala 22226: poker 40, full_house 0
generala 33333: generala 50, double_generala 100, poker 40, threes 15
yacht 33355: full_house 19, four_of_a_kind 0, threes 9
yacht 44446: four_of_a_kind 16, full_house 0, choice 22
yacht 44444: yacht 50, four_of_a_kind 16, full_house 0
yacht 35421: little_straight 30, big_straight 0
yacht 23456: little_straight 0, big_straight 30
crag 661: crag 50, thirteen 26, sixes 12
crag 346: crag 0, thirteen 26, even_straight 0
crag 535: crag 50, odd_straight 0
crag 555: three_of_a_kind 25, thirteen 0
crag 135: odd_straight 20, low_straight 0
crag 642: even_straight 20
crag 213: low_straight 20
crag 465: high_straight 20, thirteen 0
balut 12345: straight 15, choice 15, fours 4, full_house 0, balut 0
balut 23456: straight 20
balut 13456: straight 0
balut 55566: full_house 27, fives 15, sixes 12, balut 0
balut 66666: balut 50, sixes 30, full_house 0, choice 30
balut 11111: balut 25, choice 5
"""
OF_KIND = {sheet.kind: sheet for sheet in SHEETS}


@pytest.mark.parametrize("line", SCORES.strip().splitlines())
def test_dice_score_by_the_box_they_are_put_in(line: str) -> None:
    who, _, scores = line.partition(": ")
    kind, dice = who.split()
    for score in scores.split(", "):
        box, points = score.split()
        assert OF_KIND[kind].box[box].points(faces_of(dice)) == int(points), (line, box)


@pytest.mark.parametrize(
    ("kind", "scoring"),
    [
        ("yahtzee", (1656, 156, 300, 1200, 240, 6, 7776)),
        ("yatzy", (7056, 2100, 1656, 156, 120, 120, 300, 7776, 6)),
        ("generala", (240, 300, 156, 6, 6)),
        ("yacht", (300, 156, 120, 120, 7776, 6)),
        ("crag", (6, 6, 6, 6, 6, 21, 9)),
        ("balut", (240, 300, 7776, 6)),
    ],
)
def test_so_many_of_all_throws_score(kind: str, scoring: tuple[int, ...]) -> None:
    """Of 7,776 or 216, counted by hand."""
    sheet = OF_KIND[kind]
    found = Counter(
        box.name for dice in product(range(1, 7), repeat=sheet.dice) for box in sheet.boxes if box.points(dice)
    )
    assert tuple(found[box] for box in sheet.lower) == scoring
    assert {found[box] for box in sheet.own.values()} == {6**sheet.dice - 5**sheet.dice}


def test_a_joker_is_worth_what_the_box_is() -> None:
    worth = {"three_of_a_kind": 20, "four_of_a_kind": 20, "chance": 20}
    worth |= {"small_straight": 30, "large_straight": 40, "full_house": 25, "ones": 0, "fours": 20}
    assert {box: PRESETS[HANDOUT].points(box, 50, (4, 4, 4, 4, 4), first=False) for box in worth} == worth


def test_the_most_that_a_card_can_hold_is_known() -> None:
    def most(kind: str) -> int:
        sheet = OF_KIND[kind]
        throws = list(product(range(1, 7), repeat=sheet.dice))
        return sheet.bonus + sum(max(map(box.points, throws)) for box in sheet.boxes)

    assert (most("yatzy"), most("crag"), most("yahtzee"), most("yacht")) == (374, 244, 375, 297)
    assert {YAHTZEE, KNIFFEL, YATZY, GENERALA, YACHT, CRAG, BALUT} == set(SHEETS)


@pytest.mark.parametrize(
    ("filled", "level", "awards"),
    [
        ({}, -2, 0),
        ({"fours": (20, 16, 16, 0)}, -2, 2),
        ({"fours": (20, 16, 12, 0)}, -2, 0),
        ({"fives": (20, 20, 25), "sixes": (24, 24, 30)}, -2, 4),
        ({"straight": (15, 15, 20, 20)}, -2, 4),
        ({"straight": (20, 20, 20)}, -2, 0),
        ({"full_house": (9, 9, 9, 9)}, -2, 3),
        ({"full_house": (28, 28, 28, 0)}, -2, 0),
        ({"choice": (25, 25, 25, 25)}, -2, 2),
        ({"balut": (50, 0, 25, 45)}, -2, 6),
        ({"balut": (50,) * 4, "choice": (30, 30, 30, 10)}, -1, 10),
        ({"balut": (50,) * 4, "choice": (30, 30, 30, 9)}, -2, 8),
        (
            {
                "fours": (20,) * 4,
                "fives": (25,) * 4,
                "sixes": (30,) * 4,
                "straight": (20,) * 4,
                "full_house": (28,) * 4,
                "choice": (30,) * 4,
                "balut": (50,) * 4,
            },
            6,
            23,
        ),
    ],
)
def test_sums_and_the_total_of_balut_give_awards(filled: dict[str, tuple[int, ...]], level: int, awards: int) -> None:
    """The most is 29, as diceworldgame.com says."""
    rules, card = PRESETS["balut"], Card(filled)
    assert (card.level(rules), card.result(rules)) == (level, level + awards)
    assert card.result(replace(rules, awards=False)) == card.total(rules) == sum(map(sum, filled.values()))
