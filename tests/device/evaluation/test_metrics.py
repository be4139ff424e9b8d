"""Measuring the reader."""

import numpy as np

from device.evaluation.dataset import LabelledTable, TrueDie, Truth
from device.evaluation.metrics import Score, score, summaries
from tests.table.lying import die
from vision import Flag, Problem, Reader, Reading, Rest
from vision.image import Image

STUCK = frozenset({"touching"})


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
    told = [(one.family, one.tables, one.exact, one.caught, one.silent, one.ms) for one in summaries(rows)]
    assert told == [("glare", 2, 1, 1, 0, 15.0), ("dim", 1, 0, 0, 1, 30.0), ("all", 3, 1, 1, 1, 20.0)]
    assert [(one.flagged, one.flags_right) for one in summaries(rows)] == [(0, 0), (2, 1), (2, 1)]
    assert [(one.rests, one.rests_right) for one in summaries(rows)] == [(1, 0), (1, 1), (2, 1)]


def test_a_table_is_scored_for_its_dice_its_flags_and_its_rest() -> None:
    truth = Truth(
        (
            TrueDie(5, (100.0, 60.0), 16.0, flags=STUCK),
            TrueDie(2, (200.0, 60.0), 16.0, flags=STUCK),
            TrueDie(1, (280.0, 60.0), 16.0, flags=STUCK),
            TrueDie(3, (100.0, 120.0), 16.0),
        ),
        "settled",
    )
    dice = (die(5, 100, 60, flags=frozenset({Flag.TOUCHING})), die(2, 200, 60), die(3, 100, 120))
    one = score(Saying(Reading(Rest.SETTLED, dice)), LabelledTable("a", "b", np.zeros((9, 16, 3), np.uint8), truth))
    assert (one.verdict, one.flagged, one.flags_right, one.rest_right) == ("caught", 3, 1, True)


def test_problems_named_rightly_and_wrongly_are_counted() -> None:
    reading = Reading(Rest.EMPTY, named=frozenset({Problem.TOO_DARK, Problem.OUT_OF_FOCUS}))
    blank = np.zeros((9, 16, 3), np.uint8)
    told, untold = (
        score(Saying(reading), LabelledTable("a", "b", blank, Truth(()), problems=problems))
        for problems in (frozenset({"too dark", "camera moved"}), None)
    )
    assert (told.problems, told.problems_seen, told.false_alarms) == (2, 1, 1)
    assert (untold.problems, untold.problems_seen, untold.false_alarms) == (0, 0, 0)
    [summary] = summaries([told, untold])
    assert (summary.problems, summary.problems_seen, summary.false_alarms) == (2, 1, 1)
