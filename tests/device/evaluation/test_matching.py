"""Exact, caught or silent: what the game would make of a reading."""

import pytest

from device.evaluation.dataset import TrueDie, Truth
from device.evaluation.metrics import Verdict, matches, misread, verdict
from tests.table.lying import die
from vision import Die, Flag, Reading, Rest, Zone

SPOTS = ((100.0, 60.0), (150.0, 60.0), (200.0, 60.0), (250.0, 60.0))
A, B, C, D = SPOTS


def lies(value: int | None, at: tuple[float, float] | None, zone: str = "rolling", *flags: str) -> TrueDie:
    return TrueDie(value, at, 16.0, zone, frozenset(flags))


def said(value: int | None, at: tuple[float, float], zone: Zone = Zone.ROLLING, *flags: Flag) -> Die:
    return die(value, *at, zone=zone, flags=frozenset(flags))


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
    true = [lies(value, at if known else None) for value, at in zip(truth, SPOTS, strict=False)]
    found = [said(value, at) for value, at in zip(read, SPOTS, strict=False)]
    assert verdict(Truth(tuple(true)), Reading(Rest.SETTLED, tuple(found))) == expected


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
    ("truth", "read", "expected"),
    [
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [5], "exact"),
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [5, 2], "exact"),
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [5, None], "exact"),
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [2], "caught"),
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [5, 2, None], "caught"),
        ([lies(5, None), lies(2, None, "rolling", "hidden")], [5, 3], "silent"),
    ],
)
def test_where_places_are_unknown_values_are_counted(
    truth: list[TrueDie], read: list[int | None], expected: Verdict
) -> None:
    found = tuple(said(value, at) for value, at in zip(read, SPOTS, strict=False))
    assert verdict(Truth(tuple(truth)), Reading(Rest.SETTLED, found)) == expected


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
    truth = Truth((lies(5, A), lies(2, B)), true_rest)
    found = tuple(said(value, at) for value, at in zip(read, SPOTS, strict=False))
    assert verdict(truth, Reading(rest, found)) == expected


def test_dice_near_each_other_are_matched_with_the_nearest() -> None:
    truth = [lies(1, (100.0, 50.0)), lies(2, (111.0, 50.0)), lies(3, (200.0, 50.0))]
    left, right = said(1, (106.0, 50.0)), said(2, (114.0, 50.0))
    assert matches(truth, [right, left]) == {0: left, 1: right}
    assert matches(truth, [left]) == {1: left}


@pytest.mark.parametrize(
    ("truth", "read", "wrong"),
    [
        ([6, 5], [6, 5], 0),
        ([6, 5], [6, None], 0),
        ([6, 5], [6], 0),
        ([6, 5], [6, 4], 1),
        ([6, 6, 5], [5, 5, 5], 2),
        ([6, None], [6, 1], 1),
        ([6, None], [6, 6], 1),
    ],
)
def test_the_dice_that_a_silent_reading_has_wrong_are_counted(
    truth: list[int | None], read: list[int | None], wrong: int
) -> None:
    true = [lies(value, at) for value, at in zip(truth, SPOTS, strict=False)]
    found = [said(value, at) for value, at in zip(read, SPOTS, strict=False)]
    assert misread(Truth(tuple(true)), Reading(Rest.SETTLED, tuple(found))) == wrong
