"""The contact sheet of what was not read exactly."""

import numpy as np
import pytest

from device.evaluation.contact_sheet import CAPTION, CELL, COLUMNS, contact_sheet, failure
from device.evaluation.dataset import LabelledTable, TrueDie, Truth
from device.evaluation.metrics import Score
from tests.table.lying import die
from vision import Reading, Rest

CELL_SHAPE = (CELL[1] + CAPTION, CELL[0], 3)


def shown(*dice: TrueDie, shape: tuple[int, int] = (200, 300)) -> np.ndarray:
    reading = Reading(Rest.SETTLED, (die(5, 100, 100),))
    table = LabelledTable("dé", "bar", np.zeros((*shape, 3), np.uint8), Truth(dice, "settled"))
    return failure(table, Score("dé", "bar", reading, "silent", 0, 0, None, 1.0))


@pytest.mark.parametrize("count", [0, 1, 3, 4, 100])
def test_a_contact_sheet_has_full_rows(count: int) -> None:
    sheet = contact_sheet([np.zeros(CELL_SHAPE, np.uint8)] * count)
    assert sheet.shape[1] == COLUMNS * CELL[0]
    assert sheet.shape[0] % CELL_SHAPE[0] == 0


def test_the_true_value_stands_beside_its_die() -> None:
    without, with_it = shown(TrueDie(6)), shown(TrueDie(6, (200.0, 100.0), 16.0))
    rows, columns = np.nonzero((without != with_it).any(axis=2))
    scale = CELL[1] / 200
    assert 190 * scale < columns.min() < columns.max() < 230 * scale
    assert CAPTION + 90 * scale < rows.min() < rows.max() < CAPTION + 120 * scale
