"""The numbers of the picture."""

from dataclasses import replace

import pytest

from table import LyingDie
from tests.web import moments
from web.live.tray_svg import PIPS, draw, number


@pytest.mark.parametrize(
    ("length", "written"), [(0, "0"), (-0.04, "0"), (16, "16"), (12.34, "12.3"), (-12.35, "-12.3"), (123.96, "124")]
)
def test_lengths_are_written_to_a_tenth(length: float, written: str) -> None:
    assert number(length) == written


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_its_pips_and_looks_the_same_after_half_a_turn(value: int) -> None:
    pips = PIPS[value]
    assert len(pips) == value
    assert sorted((round(-x, 3) + 0.0, round(-y, 3) + 0.0) for x, y in pips) == sorted(
        (round(x, 3), round(y, 3)) for x, y in pips
    )


@pytest.mark.parametrize("value", [2, 3])
def test_two_and_three_lie_on_the_diagonal(value: int) -> None:
    assert all(x == y for x, y in PIPS[value])


def test_six_lies_in_two_rows() -> None:
    assert len({y for _, y in PIPS[6]}) == 2


def test_a_die_is_drawn_where_it_lies_in_its_own_colours() -> None:
    die = draw(moments.MIDGAME).dice[0]
    assert (die.x, die.y, die.size, die.yaw, die.value) == ("112", "60", "16", "17", 5)
    assert (die.body, die.pips) == ("#b02026", "#eee6d0")


def test_the_sign_is_in_the_middle_of_its_thing_and_fits_in() -> None:
    match, coin = draw(replace(moments.WAITING, things=(moments.MATCH, moments.COIN))).things
    assert (coin.x, coin.y, coin.sign) == ("199", "134", "15")
    assert float(match.sign) < 15
    assert match.points == "68,160 71,157 104,172 101,176"


def test_dice_come_in_the_order_of_their_keys() -> None:
    keys = [die.key for die in draw(moments.CARGO).dice]
    assert keys == sorted(keys)


def test_a_tag_beside_its_die_needs_no_thread() -> None:
    assert [die.tag.thread for die in draw(moments.CARGO).dice if die.tag] == [None] * 5


def test_a_tag_that_found_no_place_beside_its_die_has_a_thread_to_it() -> None:
    middle = LyingDie("middle", 6, (150, 100), 0, 16, False, moments.IVORY, moments.NIGHT, "ship")
    around = tuple(
        replace(middle, key=f"{x} {y}", center=(150 + 16 * x, 100 + 16 * y), part=None)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x, y) != (0, 0)
    )
    drawn = draw(replace(moments.WAITING, dice=(middle, *around)))
    assert [die.tag.thread for die in drawn.dice if die.tag] == [("150", "100")]
