"""The sequential test passes a good reading and fails a bad one, about as often as it promises."""

import numpy as np
import pytest

from engine.statistics.sequential_test import BAD, GOOD, RISK, Course, Tally, upper_bound

DAY = 740_000


def test_right_values_in_a_row_pass_and_the_next_begin_anew() -> None:
    course = Course()
    needed = course.missing
    assert 600 < needed < 700
    almost = course.after(Tally(1, needed - 1), DAY)
    assert (almost.result, almost.missing) == (None, 1)
    passed = almost.after(Tally(1, 1), DAY)
    assert passed == Course(0.0, "passed", DAY)
    assert passed.missing == needed
    renewed = passed.after(Tally(100, needed), DAY + 9)
    assert renewed == Course(0.0, "passed", DAY + 9)


def test_two_wrong_values_fail_and_one_costs_hundreds_of_right_ones() -> None:
    one = Course().after(Tally(1, 5, 1), DAY)
    assert one.result is None
    assert one.missing > Course().missing + 400
    assert one.after(Tally(1, 5, 1), DAY + 1) == Course(0.0, "failed", DAY + 1)


def test_refused_dice_prove_nothing() -> None:
    assert Course().after(Tally(3, 0, 0, 12), DAY) == Course()


@pytest.mark.parametrize(("rate", "wrong_result"), [(GOOD, "failed"), (BAD, "passed")])
def test_a_wrong_result_is_no_likelier_than_stated(rate: float, wrong_result: str) -> None:
    chance, wrong, runs = np.random.default_rng(8), 0, 1500
    for _run in range(runs):
        course = Course()
        while course.result is None:
            course = course.after(Tally(1, 5, int(chance.binomial(5, rate))), DAY)
        wrong += course.result == wrong_result
    assert wrong / runs < 1.3 * RISK  # Wald's own bound is 1.053, and chance three standard deviations


def test_the_bound_is_that_of_clopper_and_pearson() -> None:
    assert upper_bound(0, 299) == pytest.approx(0.01, abs=0.0001)
    assert upper_bound(0, 2995) == pytest.approx(0.001, abs=0.00001)
    assert upper_bound(1, 100) == pytest.approx(0.04656, abs=0.0001)
    assert upper_bound(3, 3) == 1.0
