"""What counts of silent misreads prove, against published tables of exact binomial limits."""

import pytest

from device.evaluation.metrics import Bound, Score, bounds, upper_bound
from vision import Reading, Rest


@pytest.mark.parametrize(
    ("errors", "trials", "most"),
    [
        (0, 1, 0.95),
        (0, 10, 0.2589),
        (1, 10, 0.3942),
        (2, 10, 0.5069),
        (5, 10, 0.7776),
        (9, 10, 0.9949),
        (0, 20, 0.1391),
        (1, 20, 0.2161),
        (3, 100, 0.0757),
        (0, 299, 0.00997),
        (0, 2995, 0.000999),
        (0, 29956, 0.0001),
        (10, 1000, 0.01689),
    ],
)
def test_the_bound_is_that_of_the_tables(errors: int, trials: int, most: float) -> None:
    assert upper_bound(errors, trials) == pytest.approx(most, rel=1e-3)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_without_an_error_it_has_a_closed_form(confidence: float) -> None:
    for trials in (1, 7, 300, 100_000):
        assert upper_bound(0, trials, confidence) == pytest.approx(1 - (1 - confidence) ** (1 / trials), rel=1e-9)


@pytest.mark.parametrize("trials", [0, 1, 12])
def test_where_nothing_went_right_nothing_is_proved(trials: int) -> None:
    assert upper_bound(trials, trials) == 1.0


def test_more_errors_prove_less_and_more_trials_more() -> None:
    limits = [upper_bound(errors, 50) for errors in range(51)]
    assert limits == sorted(limits)
    assert upper_bound(2, 500) < upper_bound(2, 400) < upper_bound(2, 40)


def score(sitting: str, dice: int, misread: int = 0) -> Score:
    verdict = "silent" if misread else "exact"
    reading = Reading(Rest.SETTLED)
    return Score("", "", reading, verdict, 0, 0, None, 1.0, sitting=sitting, dice=dice, misread=misread)  # type: ignore[arg-type]


def test_dice_tables_and_sittings_are_counted_each_for_itself() -> None:
    proved = bounds([score("monday", 5), score("monday", 5, 2), score("monday", 4, 1), score("friday", 6)])
    assert proved.dice == Bound(3, 20, upper_bound(3, 20))
    assert proved.tables == Bound(2, 4, upper_bound(2, 4))
    assert proved.sittings == Bound(1, 2, upper_bound(1, 2))
