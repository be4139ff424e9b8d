"""The probability of uneven counts, against enumeration and published tables."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.statistics.fairness import EXACT, above, above_shifted, as_uneven, pearson

COUNTS = st.lists(st.integers(0, 9), min_size=6, max_size=6).map(tuple)


def in_all_throws(counts: tuple[int, ...]) -> float:
    """Return the same by enumerating all 6 ** n throws."""
    dice = sum(counts)
    measure = sum(count * count for count in counts)
    throws = list(product(range(6), repeat=dice))
    return sum(sum(many * many for many in Counter(one).values()) >= measure for one in throws) / len(throws)


@pytest.mark.parametrize("counts", [(1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0), (2, 2, 1, 0, 0, 0), (4, 1, 1, 0, 0, 0)])
def test_few_dice_are_judged_as_counting_all_throws_does(counts: tuple[int, ...]) -> None:
    assert as_uneven(counts) == pytest.approx(in_all_throws(counts), rel=1e-12)


def test_no_dice_are_as_even_as_can_be_and_five_alike_come_once_in_1296_throws() -> None:
    assert (as_uneven((0,) * 6), pearson((0,) * 6)) == (1.0, 0.0)
    assert as_uneven((0, 0, 5, 0, 0, 0)) == pytest.approx(1 / 1296)


def test_a_die_of_the_textbooks() -> None:
    """Sixty throws of a die: Pearson's statistic is 13.4, beyond the 5 % point."""
    counts = (5, 8, 9, 8, 10, 20)
    assert pearson(counts) == pytest.approx(13.4)
    assert above(13.4) == pytest.approx(0.01990, abs=1e-4)
    assert as_uneven(counts) == pytest.approx(0.0199, abs=0.002)


@pytest.mark.parametrize(
    ("value", "chance"),
    [
        (-1.0, 1.0),
        (0.0, 1.0),
        (1.145, 0.95),
        (4.351, 0.5),
        (9.236, 0.1),
        (11.070, 0.05),
        (15.086, 0.01),
        (20.515, 0.001),
    ],
)
def test_chi_square_is_that_of_the_tables(value: float, chance: float) -> None:
    assert above(value) == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize(
    ("shift", "power"),
    [(0.0, 0.05), (8.117, 0.569), (12.83, 0.80), (16.47, 0.90), (19.78, 0.95)],
)
def test_the_noncentral_chi_square_is_that_of_the_tables(shift: float, power: float) -> None:
    """The noncentralities that have these powers at five degrees of freedom and the 5 % point (Cohen 1988)."""
    assert above_shifted(11.0705, shift) == pytest.approx(power, abs=0.005)
    assert above_shifted(30.0, 1e7) == 1.0


@given(COUNTS)
@settings(max_examples=40)
def test_a_chance_is_one_and_it_does_not_matter_which_face_it_is(counts: tuple[int, ...]) -> None:
    assert 0.0 < as_uneven(counts) <= 1.0 + 1e-12
    assert as_uneven(counts) == as_uneven(tuple(sorted(counts)))


def test_chi_square_meets_enumeration() -> None:
    ten = EXACT // 6
    for counts in [(ten + 5, ten - 5, ten, ten, ten, ten), (ten + 8, ten - 4, ten - 4, ten, ten, ten)]:
        assert as_uneven(counts) == pytest.approx(above(pearson(counts)), abs=0.02)
