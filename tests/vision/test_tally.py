"""The pips of a straightened face are counted, or its pattern is said not to fit."""

import cv2
import numpy as np
import pytest

from vision.patch import PATCH, REACH
from vision.picture import Image
from vision.tally import counted_pips

UNIT = PATCH / 2 / REACH
FACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def face(
    pips: list[tuple[int, int]], body: tuple[int, int, int], paint: tuple[int, int, int], spread: float = 0.5
) -> Image:
    """A drawn face, (PATCH, PATCH, 3) uint8 BGR, drawn large and made small so that its rims are soft."""
    large = np.full((8 * PATCH, 8 * PATCH, 3), 60, np.uint8)
    middle, half = 4 * PATCH, 8 * UNIT
    cv2.rectangle(large, [round(middle - half)] * 2, [round(middle + half)] * 2, body, -1)
    for x, y in pips:
        at = (round(middle + x * spread * half), round(middle + y * spread * half))
        cv2.circle(large, at, round(0.2 * half), paint, -1)
    return np.asarray(cv2.resize(large, (PATCH, PATCH), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@pytest.mark.parametrize("spread", [0.4, 0.5, 0.58])
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("value", FACES)
def test_dark_and_light_pips_are_counted(value: int, turn: int, spread: float) -> None:
    for body, paint in [
        ((225, 235, 240), (20, 20, 20)),
        ((120, 30, 20), (240, 240, 240)),
        ((20, 20, 22), (30, 20, 190)),
    ]:
        tally = counted_pips(np.rot90(face(FACES[value], body, paint, spread), turn).copy())
        assert tally.value == value
        assert tally.fit > 0.5
        assert tally.lead > 0.3


def test_the_colours_of_body_and_pips_are_told() -> None:
    tally = counted_pips(face(FACES[5], (200, 60, 30), (240, 240, 235)))
    assert tally.body == pytest.approx([200, 60, 30], abs=12)
    assert tally.spot == pytest.approx([240, 240, 235], abs=45)


@pytest.mark.parametrize(
    "odd",
    [
        [(-1, -1), (1, -1), (0, 0)],
        [(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1), (0, 0)],
        [(0, -1), (0, 1)],
        [(-1, -1), (1, -1)],
        [],
    ],
)
def test_what_is_no_face_of_a_die_does_not_fit(odd: list[tuple[int, int]]) -> None:
    assert counted_pips(face(odd, (225, 235, 240), (20, 20, 20))).fit < 0.2


def test_a_blot_beside_the_pips_spoils_the_fit() -> None:
    blotted = face([*FACES[4], (0, -1)], (225, 235, 240), (20, 20, 20))
    assert counted_pips(blotted).fit < 0.2
