"""Whether readings are right, as the game would take them; the sums of many, and what their counts prove."""

from collections.abc import Sequence
from dataclasses import astuple

import numpy as np
import pytest

from device.evaluation.dataset import LabelledTable, TrueDie, Truth
from device.evaluation.metrics import (
    Bound,
    Score,
    Summary,
    Values,
    Verdict,
    bounds,
    matches,
    score,
    summaries,
    upper_bound,
    values_in,
    verdict,
)
from tests.table.lying import die
from vision import Die, Flag, Problem, Reader, Reading, Rest, Zone
from vision.image import Image

BLANK = np.zeros((9, 16, 3), np.uint8)


class Saying(Reader):
    """A reader that always says the same."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self._reading = reading

    def read(self, image: Image) -> Reading:  # noqa: ARG002
        return self._reading


def test_families_are_summed_up_apart_and_together() -> None:
    reading = Reading(Rest.SETTLED)
    rows = [
        Score("1", "glare", reading, "exact", 0, 0, None, 10.0),
        Score("2", "dim", reading, "silent", 2, 1, True, 30.0),
        Score("3", "glare", reading, "caught", 0, 0, False, 20.0),
    ]
    assert summaries(rows) == [
        Summary("glare", 2, 1, 1, 0, 0, 0, 1, 0, 15.0),
        Summary("dim", 1, 0, 0, 1, 2, 1, 1, 1, 30.0),
        Summary("all", 3, 1, 1, 1, 2, 1, 2, 1, 20.0),
    ]


def test_a_table_is_scored_for_its_dice_its_flags_and_its_rest() -> None:
    stuck = (lies(value, at, "rolling", "touching") for value, at in zip((5, 2, 1), SPOTS, strict=False))
    truth = Truth((*stuck, lies(3, (100.0, 120.0))), "settled")
    dice = (said(5, A, Zone.ROLLING, Flag.TOUCHING), said(2, B), said(3, (100.0, 120.0)))
    one = score(Saying(Reading(Rest.SETTLED, dice)), LabelledTable("a", "b", BLANK, truth))
    assert (one.verdict, one.flagged, one.flags_right, one.rest_right) == ("caught", 3, 1, True)


def test_problems_named_rightly_and_wrongly_are_counted() -> None:
    reading = Reading(Rest.EMPTY, named=frozenset({Problem.TOO_DARK, Problem.OUT_OF_FOCUS}))
    labelled = (frozenset({"too dark", "camera moved"}), None)
    scores = [score(Saying(reading), LabelledTable("a", "b", BLANK, Truth(()), problems=one)) for one in labelled]
    [both] = summaries(scores)
    assert [(one.problems, one.problems_seen, one.false_alarms) for one in scores] == [(2, 1, 1), (0, 0, 0)]
    assert (both.problems, both.problems_seen, both.false_alarms) == (2, 1, 1)


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
        (0, 0, 1.0),
        (12, 12, 1.0),
    ],
)
def test_the_bound_is_that_of_the_tables(errors: int, trials: int, most: float) -> None:
    assert upper_bound(errors, trials) == pytest.approx(most, rel=1e-3)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_without_an_error_it_has_a_closed_form(confidence: float) -> None:
    for trials in (1, 7, 300, 100_000):
        assert upper_bound(0, trials, confidence) == pytest.approx(1 - (1 - confidence) ** (1 / trials), rel=1e-9)


def row(sitting: str, given: int, wrong: int = 0, leans: int = 0) -> Score:
    verdict = "silent" if wrong else "exact"
    values = Values(given, wrong, leans)
    return Score("", "", Reading(Rest.SETTLED), verdict, 0, 0, None, 1.0, sitting=sitting, values=values)  # type: ignore[arg-type]


def test_values_tables_and_sittings_are_counted_each_for_itself() -> None:
    proved = bounds([row("monday", 5), row("monday", 5, 2), row("monday", 4, 1), row("friday", 6, leans=1)])
    assert proved.wrong == Bound(3, 20, upper_bound(3, 20))
    assert proved.leans == Bound(1, 20, upper_bound(1, 20))
    assert proved.tables == Bound(2, 4, upper_bound(2, 4))
    assert proved.sittings == Bound(1, 2, upper_bound(1, 2))


SPOTS = ((100.0, 60.0), (150.0, 60.0), (200.0, 60.0), (250.0, 60.0))
A, B, C, D = SPOTS


def lies(value: int | None, at: tuple[float, float] | None, zone: str = "rolling", *flags: str) -> TrueDie:
    return TrueDie(value, at, 16.0, zone, frozenset(flags))


def said(value: int | None, at: tuple[float, float], zone: Zone = Zone.ROLLING, *flags: Flag) -> Die:
    return die(value, *at, zone=zone, flags=frozenset(flags))


def table(values: Sequence[int | None], *, known: bool = True) -> Truth:
    """These dice, one at each spot, if their places are known."""
    return Truth(tuple(lies(value, at if known else None) for value, at in zip(values, SPOTS, strict=False)))


def read_as(values: Sequence[int | None], rest: Rest = Rest.SETTLED) -> Reading:
    return Reading(rest, tuple(said(value, at) for value, at in zip(values, SPOTS, strict=False)))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("truth", "read", "expected"),
    [
        ([6, 5], [6, 5], "exact"),
        ([6, 5], [6, None], "caught"),
        ([6, 5], [6], "caught"),
        ([6, 5], [6, 5, 5], "caught"),
        ([6, 5], [6, 4], "silent"),
        ([6, 6, 5], [6, 5, 5], "silent"),
        ([], [], "exact"),
        ([6, None], [6, None], "exact"),
        ([6, None], [6, 1], "silent"),
        ([6, None], [6], "caught"),
        ([6, None], [6, None, None], "caught"),
        ([6, None], [None, None], "caught"),
    ],
)
def test_a_plain_table_is_exact_caught_or_silent(
    truth: list[int | None], read: list[int | None], expected: Verdict, known: bool
) -> None:
    assert verdict(table(truth, known=known), read_as(read)) == expected


@pytest.mark.parametrize(
    ("truth", "read", "expected"),
    [
        # two dice whose values are swapped are the same throw
        ([lies(6, A), lies(5, B)], [said(5, A), said(6, B)], "exact"),
        # a value given to the barred die is not made good by a blank elsewhere
        ([lies(5, A), lies(None, B)], [said(None, A), said(5, B)], "caught"),
        ([lies(5, A), lies(None, B)], [said(5, A), said(2, B, Zone.ROLLING, Flag.COCKED)], "caught"),
        # on the rim: found without a value, in whatever zone
        ([lies(5, A), lies(None, B, "rim")], [said(5, A), said(None, B, Zone.OUTSIDE)], "exact"),
        ([lies(5, A), lies(None, B, "rim")], [said(5, A), said(3, B, Zone.OUTSIDE)], "caught"),
        ([lies(5, A), lies(None, B, "rim")], [said(5, A), said(3, B)], "silent"),
        ([lies(5, A), lies(None, B, "rim")], [said(5, A)], "caught"),
        # outside: not there at all, or read as outside with any value
        ([lies(5, A), lies(2, B, "outside")], [said(5, A)], "exact"),
        ([lies(5, A), lies(2, B, "outside")], [said(5, A), said(3, B, Zone.OUTSIDE)], "exact"),
        ([lies(5, A), lies(2, B, "outside")], [said(5, A), said(2, B)], "caught"),
        ([lies(5, A), lies(2, B, "outside")], [said(2, B)], "silent"),
        ([lies(5, A)], [said(5, A, Zone.OUTSIDE)], "caught"),
        # hidden or blurred: blank, right, or not found, only never wrong
        ([lies(5, A), lies(2, B, "rolling", "hidden")], [said(5, A), said(None, B)], "exact"),
        ([lies(5, A), lies(2, B, "rolling", "blurred")], [said(5, A), said(2, B)], "exact"),
        ([lies(5, A), lies(2, B, "rolling", "hidden")], [said(5, A)], "exact"),
        ([lies(5, A), lies(2, B, "rolling", "hidden")], [said(5, A), said(3, B)], "silent"),
        ([lies(5, A), lies(2, B, "rolling", "hidden")], [said(5, A), said(3, B), said(1, C)], "caught"),
        ([lies(5, A), lies(None, B, "rolling", "hidden", "stacked")], [said(5, A)], "exact"),
        # touching is nothing that the game doubts, the other flags are
        ([lies(5, A), lies(2, B)], [said(5, A), said(3, B, Zone.ROLLING, Flag.TOUCHING)], "silent"),
        ([lies(5, A), lies(2, B)], [said(5, A), said(3, B, Zone.ROLLING, Flag.STACKED)], "caught"),
        # nothing is where nothing lies
        ([lies(5, A)], [said(5, A), said(None, D)], "caught"),
    ],
)
def test_dice_that_are_special_are_judged_where_they_lie(
    truth: list[TrueDie], read: list[Die], expected: Verdict
) -> None:
    assert verdict(Truth(tuple(truth)), Reading(Rest.SETTLED, tuple(read))) == expected


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ([5], "exact"),
        ([5, 2], "exact"),
        ([5, None], "exact"),
        ([2], "caught"),
        ([5, 2, None], "caught"),
        ([5, 3], "silent"),
    ],
)
def test_where_places_are_unknown_values_are_counted(read: list[int | None], expected: Verdict) -> None:
    truth = Truth((lies(5, None), lies(2, None, "rolling", "hidden")))
    assert verdict(truth, read_as(read)) == expected


@pytest.mark.parametrize(
    ("true_rest", "rest", "read", "expected"),
    [
        ("obstructed", Rest.OBSTRUCTED, [], "exact"),
        ("moving", Rest.OBSTRUCTED, [], "exact"),
        ("moving", Rest.SETTLED, [5, None], "exact"),
        ("obstructed", Rest.SETTLED, [5, 2], "caught"),
        ("obstructed", Rest.SETTLED, [5], "caught"),
        ("moving", Rest.SETTLED, [5, 3], "silent"),
        ("settled", Rest.OBSTRUCTED, [5, 2], "caught"),
        ("settled", Rest.MOVING, [5, 3], "caught"),
        ("settled", Rest.SETTLED, [5, 2], "exact"),
        (None, Rest.OBSTRUCTED, [5, 3], "caught"),
    ],
)
def test_a_busy_tray_must_not_be_read_with_certainty(
    true_rest: str | None, rest: Rest, read: list[int | None], expected: Verdict
) -> None:
    assert verdict(Truth((lies(5, A), lies(2, B)), true_rest), read_as(read, rest)) == expected


def test_dice_near_each_other_are_matched_with_the_nearest() -> None:
    truth = [lies(1, (100.0, 50.0)), lies(2, (111.0, 50.0)), lies(3, (200.0, 50.0))]
    left, right = said(1, (106.0, 50.0)), said(2, (114.0, 50.0))
    assert matches(truth, [right, left]) == {0: left, 1: right}
    assert matches(truth, [left]) == {1: left}


@pytest.mark.parametrize(
    ("truth", "read", "counted"),
    [
        ([6, 5], [6, 5], (2, 0, 0)),
        ([6, 5], [6, None], (1, 0, 0)),
        ([6, 5], [6, 4], (2, 1, 0)),
        ([6, 5], [6, 5, 1], (3, 1, 0)),
        ([6, 6, 5], [5, 5, 5], (3, 2, 0)),
        ([6, None], [6, 1], (2, 0, 1)),
        ([6, None], [6, 6, 1], (3, 1, 1)),
    ],
)
def test_wrong_values_are_counted_of_the_values_given_and_leans_apart(
    truth: list[int | None], read: list[int | None], counted: tuple[int, int, int]
) -> None:
    assert astuple(values_in(table(truth), read_as(read))) == counted


def test_where_places_are_known_a_value_is_wrong_that_another_die_has() -> None:
    truth = Truth((lies(5, A), lies(2, B)))
    assert values_in(truth, Reading(Rest.SETTLED, (said(2, A), said(5, B)))) == Values(2, 2, 0)
