"""Measuring the reader."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.errors import BadLabels, BadPicture
from device.evaluation import LabelledDie, Score, Verdict, summaries, tables_of, verdict
from device.sheet import CELL, cell, contact_sheet
from tests.device.lying import die
from vision import Reading, Rest


@pytest.mark.parametrize(
    ("truth", "read", "expected"),
    [
        ([6, 5], [5, 6], "exact"),
        ([6, 5], [6, None], "caught"),
        ([6, 5], [6], "caught"),
        ([6, 5], [6, 5, 5], "caught"),
        ([6, 5], [6, 4], "silent"),
        ([6, 6, 5], [6, 5, 5], "silent"),
        ([], [], "exact"),
    ],
)
def test_a_table_is_exact_caught_or_silent(truth: list[int], read: list[int | None], expected: Verdict) -> None:
    assert verdict([LabelledDie(value) for value in truth], [die(value) for value in read]) == expected


def test_families_are_summed_up_apart_and_together() -> None:
    reading = Reading(Rest.SETTLED)
    rows = [
        Score("1", "glare", reading, "exact", 0, 0, 10.0),
        Score("2", "dim", reading, "silent", 2, 1, 30.0),
        Score("3", "glare", reading, "caught", 0, 0, 20.0),
    ]
    told = [(one.family, one.tables, one.exact, one.caught, one.silent, one.ms) for one in summaries(rows)]
    assert told == [("glare", 2, 1, 1, 0, 15.0), ("dim", 1, 0, 0, 1, 30.0), ("all", 3, 1, 1, 1, 20.0)]
    assert [(one.flagged, one.flags_right) for one in summaries(rows)] == [(0, 0), (2, 1), (2, 1)]


def test_a_set_may_know_values_only(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((9, 16, 3), np.uint8))
    rows = [{"file": "one.png", "source": "bar", "dice": [{"value": 3, "box": None}]}]
    (tmp_path / "labels.json").write_text(json.dumps(rows))
    for place in (tmp_path, tmp_path / "labels.json"):
        count, tables = tables_of(place)
        [table] = tables
        assert (count, table.name, table.family, table.dice) == (1, "one.png", "bar", (LabelledDie(3),))


def test_a_set_that_is_none_or_damaged_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match="is no labelled set"):
        tables_of(tmp_path)
    (tmp_path / "labels.json").write_text('[{"file": 3}]')
    with pytest.raises(BadLabels, match="is damaged"):
        tables_of(tmp_path)
    (tmp_path / "labels.json").write_text('[{"file": "gone.png", "dice": []}]')
    with pytest.raises(BadPicture, match=r"gone\.png cannot be read"):
        list(tables_of(tmp_path)[1])


@pytest.mark.parametrize("count", [0, 1, 4, 5, 100])
def test_a_contact_sheet_has_rows_of_four(count: int) -> None:
    sheet = contact_sheet([cell("dé", np.zeros((50, 70, 3), np.uint8))] * count)
    assert sheet.shape[1] == 4 * CELL[0]
    assert sheet.shape[0] % cell("", np.zeros((9, 9, 3), np.uint8)).shape[0] == 0
