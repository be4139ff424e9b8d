"""Contact sheet of tables that were not read exactly, with readings and true values."""

from collections.abc import Sequence

import cv2
import numpy as np

from device.cameras.camera import Image
from device.evaluation.dataset import LabelledTable, TrueDie, Truth
from device.evaluation.metrics import Score
from vision import annotate

CELL = (640, 360)
CAPTION = 44
COLUMNS = 3
MOST = 60
"""Maximum number of images on one sheet. Further ones are omitted."""

_TRUE = (110, 235, 120)
_PLAIN = (230, 230, 230)
_INK = (20, 20, 20)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def failure(table: LabelledTable, score: Score) -> Image:
    """Return a cell, (h, w, 3) uint8 BGR: the image with its reading, true values in green beside the dice."""
    picture = annotate(table.image, score.reading)
    unit = max(picture.shape[:2]) / CELL[0]
    for die in table.truth.dice:
        _write_value(picture, die, unit)
    scale = min(CELL[0] / picture.shape[1], CELL[1] / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[: CELL[1], : CELL[0]]
    whole = _blank()
    whole[CAPTION : CAPTION + small.shape[0], : small.shape[1]] = small
    _put(whole, f"{score.verdict}: {table.name}, read as {score.reading.rest}", (6, 17), _PLAIN)
    _put(whole, _true_in_words(table.truth), (6, 36), _TRUE)
    return whole


def contact_sheet(cells: Sequence[Image]) -> Image:
    """Return the cells made by :func:`failure`, in rows of three, as one (H, W, 3) uint8 BGR."""
    kept = list(cells[:MOST])
    kept += [_blank()] * (-len(kept) % COLUMNS if kept else COLUMNS)
    rows = [np.hstack(kept[start : start + COLUMNS]) for start in range(0, len(kept), COLUMNS)]
    return np.vstack(rows)


def _blank() -> Image:
    return np.zeros((CELL[1] + CAPTION, CELL[0], 3), np.uint8)


def _write_value(picture: Image, die: TrueDie, unit: float) -> None:
    """Draw the true value to the right of the die's lower corner, a dash if it must not have one."""
    if die.center is None:
        return
    away = 0.45 * (die.size or 0.0)
    place = (round(die.center[0] + away), round(die.center[1] + away + 8 * unit))
    for colour, width in ((_INK, 4.0), (_TRUE, 1.5)):
        stroke = max(1, round(width * unit))
        cv2.putText(picture, _value(die), place, _FONT, 0.5 * unit, colour, stroke, cv2.LINE_AA)


def _true_in_words(truth: Truth) -> str:
    dice = sorted(truth.dice, key=lambda die: (die.lies_outside, die.value or 9))
    values = " ".join(f"({_value(die)})" if die.lies_outside else _value(die) for die in dice) or "no dice"
    return f"true: {values}{f', {truth.rest}' if truth.rest else ''}"


def _value(die: TrueDie) -> str:
    return str(die.value or "-")


def _put(picture: Image, words: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(picture, words.encode("ascii", "replace").decode(), place, _FONT, 0.45, colour, 1, cv2.LINE_AA)
