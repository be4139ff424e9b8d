"""The best play of one turn."""

from fractions import Fraction
from operator import floordiv, truediv

import pytest

from engine.turns.turn_plan import keeps, parts_of, plan

YAHTZEE_IN_THREE = Fraction(347897, 7558272)
"""The chance of five of a kind in three rolls, known from many books."""


def test_there_are_462_keeps_of_five_dice_and_252_of_them_are_rolls() -> None:
    known = keeps(5)
    assert (len(known.all), len(known.rolls), known.first) == (462, 252, (0, 1, 7, 28, 84, 210))
    assert [known.all[keep] for keep in known.thrown[known.number[(2, 2)]]][:2] == [(1, 2, 2), (2, 2, 2)]
    assert {known.all[keep] for keep in known.left[known.number[(2, 2, 5)]]} == {(2, 5), (2, 2)}
    assert known.thrown[-1] == ()


def test_five_of_a_kind_in_three_rolls_has_its_known_chance() -> None:
    whole = 6**15
    wins = [whole if len(set(roll)) == 1 else 0 for roll in keeps(5).rolls]
    assert Fraction(plan(5, 3, wins, floordiv).worth, whole) == YAHTZEE_IN_THREE
    assert plan(5, 3, [won / whole for won in wins], truediv).worth == pytest.approx(float(YAHTZEE_IN_THREE))


def test_sixes_are_all_kept() -> None:
    sixes = plan(5, 3, [6.0 * roll.count(6) for roll in keeps(5).rolls], truediv)
    assert sixes.worth == pytest.approx(30 * (1 - (5 / 6) ** 3))
    assert sixes.of_keep(2, (6, 6)) == pytest.approx(12 + 18 * (1 - (5 / 6) ** 2))
    assert sixes.of_dice(0, (6, 1, 6, 2, 3)) == 12


def test_without_another_roll_the_mean_of_a_throw_is_that_of_its_dice() -> None:
    one = plan(5, 1, [float(sum(roll)) for roll in keeps(5).rolls], truediv)
    assert one.worth == pytest.approx(17.5)


def test_a_roll_has_each_of_its_parts_once() -> None:
    assert parts_of((6, 6, 1)) == ((), (1,), (6,), (1, 6), (6, 6))
    assert parts_of(()) == ()
    assert len(parts_of((1, 2, 3, 4, 5))) == 31
