"""Dice keep their names."""

from table.dice import follow
from tests.table.lying import die


def test_a_die_that_rolled_is_known_by_its_colour() -> None:
    before = follow({}, [die(6, 100, 50, colour=0), die(5, 200, 50, colour=1)])
    after = follow(before, [die(1, 210, 60, colour=0), die(2, 90, 60, colour=1)])
    assert {name: one.value for name, one in after.items()} == {"d1": 1, "d2": 2}


def test_dice_of_one_colour_are_known_by_their_place() -> None:
    before = follow({}, [die(6, 100, 50), die(5, 200, 50)])
    after = follow(before, [die(5, 201, 50), die(6, 99, 50)])
    assert {name: one.value for name, one in after.items()} == {"d1": 6, "d2": 5}


def test_a_die_that_comes_back_has_its_old_name_and_a_new_one_a_new_name() -> None:
    known = follow({}, [die(6, 100, 50, colour=0), die(5, 200, 50, colour=1)])
    after = follow(known, [die(3, 120, 80, colour=2), die(5, 150, 20, colour=1), die(2, 100, 50, colour=0)])
    assert {name: one.value for name, one in after.items()} == {"d1": 2, "d2": 5, "d3": 3}
