"""The pips of a straightened face are marked and counted, or its pattern is said not to fit."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import GOLD, INK, IVORY, NAVY, RED, WHITE, Colour, DrawnDie, draw_table
from vision.faces.pip_counter import counted_marks, counted_pips, heatmaps
from vision.geometry.patch import CLOSE, WIDE, CropSize, straightened
from vision.image import Floats, Image

MIDDLE = (CLOSE.side - 1) / 2
FACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def face(
    pips: list[tuple[int, int]],
    body: tuple[int, int, int],
    paint: tuple[int, int, int],
    spread: float = 0.5,
    cut: CropSize = WIDE,
    radius: float = 0.2,
) -> Image:
    """A drawn face, (side, side, 3) uint8 BGR, drawn large and made small so that its rims are soft."""
    large = np.full((8 * cut.side, 8 * cut.side, 3), 60, np.uint8)
    middle, half = 4 * cut.side, 8 * cut.unit
    cv2.rectangle(large, [round(middle - half)] * 2, [round(middle + half)] * 2, body, -1)
    for x, y in pips:
        at = (round(middle + x * spread * half), round(middle + y * spread * half))
        cv2.circle(large, at, round(radius * half), paint, -1)
    return np.asarray(cv2.resize(large, (cut.side, cut.side), interpolation=cv2.INTER_AREA), dtype=np.uint8)


TURNED = pytest.mark.parametrize(("spread", "turn"), [(0.4, 0), (0.5, 1), (0.58, 0), (0.58, 1)])


@TURNED
@pytest.mark.parametrize("value", FACES)
def test_dark_and_light_pips_are_counted(value: int, turn: int, spread: float) -> None:
    for body, paint in [
        ((225, 235, 240), (20, 20, 20)),
        ((120, 30, 20), (240, 240, 240)),
        ((20, 20, 22), (30, 20, 190)),
    ]:
        [pip_count] = counted_pips(np.rot90(face(FACES[value], body, paint, spread), turn)[None])
        assert pip_count.value == value
        assert pip_count.fit > 0.5
        assert pip_count.lead > 0.3


@pytest.mark.parametrize(
    "odd",
    [
        [(-1, -1), (1, -1), (0, 0)],
        [(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1), (0, 0)],
        [(0, -1), (0, 1)],
        [(-1, -1), (1, -1)],
        [],
        [*FACES[4], (0, -1)],
    ],
)
def test_what_is_no_face_of_a_die_does_not_fit(odd: list[tuple[int, int]]) -> None:
    assert counted_pips(face(odd, (225, 235, 240), (20, 20, 20))[None])[0].fit < 0.2


def marks(pips: list[tuple[int, int]], spread: float = 0.5, weak: float = 0.9) -> Floats:
    """(side, side) a soft mark for each pip, the last one a ``weak`` one."""
    down, across = np.mgrid[: CLOSE.side, : CLOSE.side] - MIDDLE
    found = np.zeros((CLOSE.side, CLOSE.side), np.float32)
    for number, (x, y) in enumerate(pips):
        away = np.hypot(across / CLOSE.unit - x * spread, down / CLOSE.unit - y * spread)
        found = np.maximum(found, (weak if number == len(pips) - 1 else 0.9) * np.exp(-((away / 0.15) ** 2)))
    return found


@pytest.mark.parametrize("cut", [WIDE, CLOSE])
def test_pips_that_shine_through_from_below_are_not_like_those_of_the_face(cut: CropSize) -> None:
    body, paint = np.array((150, 60, 30)), np.array((240, 240, 240))
    for ghost, alike in ((0.7, (-0.1, 0.86)), (1.0, (0.9, 1.0))):
        below = body + ghost * (paint - body)
        drawn = face(FACES[5], (150, 60, 30), (round(below[0]), round(below[1]), round(below[2])), cut=cut)
        upper = face(FACES[2], (150, 60, 30), (240, 240, 240), cut=cut)
        drawn = np.maximum(drawn, upper)
        count = counted_pips(drawn[None])[0] if cut is WIDE else counted_marks(drawn, marks(FACES[5]))
        assert count.value == 5
        assert alike[0] < count.alike <= alike[1]


def test_two_pips_that_lie_close_are_longer_than_one() -> None:
    for pips, alike in (([(0, 0)], (0.8, 1.0)), ([(-1, -1), (1, 1)], (0.2, 0.6))):
        count = counted_pips(face(pips, (120, 30, 20), (240, 240, 240), 0.2)[None])[0]
        assert count.value == 1
        assert alike[0] < count.alike <= alike[1]


IN_A_LINE = {2: [(-1, 0), (1, 0)], 3: [(-2, 0), (0, 0), (2, 0)]}
"""Twos and threes as some makes have them, their pips in a line along an edge."""


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("spread", [0.25, 0.28, 0.36])
@pytest.mark.parametrize("value", IN_A_LINE)
def test_pips_in_a_line_along_an_edge_are_counted(value: int, spread: float, turn: int) -> None:
    drawn = np.rot90(face(IN_A_LINE[value], (225, 235, 240), (20, 20, 20), spread, radius=0.17), turn)
    [pip_count] = counted_pips(drawn[None])
    assert pip_count.value == value
    assert pip_count.fit > 0.5
    assert pip_count.lead > 0.2


@pytest.mark.parametrize("cut", [WIDE, CLOSE])
@pytest.mark.parametrize("radius", [0.23, 0.27, 0.31])
@pytest.mark.parametrize("paint", [(20, 20, 20), (28, 24, 196)])
def test_a_big_one_is_not_two_pips_in_a_line(paint: tuple[int, int, int], radius: float, cut: CropSize) -> None:
    drawn = face(FACES[1], (225, 235, 240), paint, cut=cut, radius=radius)
    count = counted_pips(drawn[None])[0] if cut is WIDE else counted_marks(drawn, marks(FACES[1]))
    assert count.value == 1
    assert count.fit > 0.5
    assert count.lead > 0.3


BLOTCHED = np.random.default_rng(5).integers(0, 255, (CLOSE.side, CLOSE.side, 3), dtype=np.uint8)
BLOTCHED[24:40, 24:40] = np.median(BLOTCHED.reshape(-1, 3), axis=0)


def blotched(found: Floats) -> Image:
    return np.asarray(np.where(found[..., None] > 0.15, (40, 40, 200), BLOTCHED), dtype=np.uint8)


@TURNED
@pytest.mark.parametrize("value", FACES)
def test_marks_are_counted_whatever_the_body_is_like(value: int, turn: int, spread: float) -> None:
    found = np.rot90(marks(FACES[value], spread), turn).copy()
    pip_count = counted_marks(blotched(found), found)
    assert pip_count.value == value
    assert pip_count.fit > 0.5
    assert pip_count.lead > 0.3


def test_a_pattern_fits_as_well_as_its_weakest_mark_and_not_without_one() -> None:
    for weak in (0.7, 0.5, 0.3):
        found = marks(FACES[3], weak=weak)
        assert counted_marks(blotched(found), found).fit == pytest.approx(weak, abs=0.1)
    found = marks([*FACES[4], (0, -1)])
    assert counted_marks(blotched(found), found).fit < 0.2
    assert counted_marks(BLOTCHED, marks([])).fit <= 0
    assert counted_marks(BLOTCHED, 0.1 * marks(FACES[3])).fit < 0.35


def test_marked_pips_that_hardly_stand_out_fit_nothing() -> None:
    for paint, fits in (((126, 124, 122), False), ((170, 168, 166), True)):
        drawn = face(FACES[4], (118, 116, 114), paint, cut=CLOSE)
        assert (counted_marks(drawn, marks(FACES[4])).fit > 0.3) == fits


def test_either_count_has_the_colours_of_body_and_pips() -> None:
    wide, close = (face(FACES[5], (200, 60, 30), (240, 240, 235), cut=cut) for cut in (WIDE, CLOSE))
    for pip_count in (counted_pips(wide[None])[0], counted_marks(close, marks(FACES[5]))):
        assert pip_count.body == pytest.approx([200, 60, 30], abs=12)
        assert pip_count.spot == pytest.approx([240, 240, 235], abs=45)


def test_a_blot_in_the_midst_of_marks_is_a_doubt_and_a_body_of_two_colours_none() -> None:
    four = marks(FACES[4])
    patch = np.full((CLOSE.side, CLOSE.side, 3), (120, 40, 30), np.uint8)
    assert counted_marks(patch, four).value == 4
    patch[27:37, 27:37] = 250
    assert counted_marks(patch, four).fit < 0.05
    ivory = face(FACES[4], (225, 235, 240), (20, 20, 20), cut=CLOSE)
    assert counted_marks(ivory, four).fit > 0.5
    cv2.circle(ivory, (32, 32), 9, (250, 250, 250), -1, cv2.LINE_AA)
    assert counted_marks(ivory, four).fit < 0.42
    patch[:] = (120, 40, 30)
    patch[:, 29:] = (200, 160, 40)
    patch[four > 0.15] = (40, 40, 200)
    assert counted_marks(patch, four).fit > 0.5


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_mark_on_another_colour_than_the_others_is_a_doubt(value: int) -> None:
    found = marks(FACES[value])
    patch = np.full((CLOSE.side, CLOSE.side, 3), (120, 40, 30), np.uint8)
    patch[found > 0.15] = 20
    assert counted_marks(patch, found).fit > 0.5
    x, y = (np.array(FACES[value][-1]) * 0.5 * CLOSE.unit + MIDDLE).round().astype(int)
    cv2.circle(patch, (int(x), int(y)), 7, (250, 250, 250), -1)
    assert counted_marks(patch, found).fit < 0.05


@pytest.mark.parametrize(("body", "pips"), [(IVORY, INK), (RED, WHITE), (NAVY, GOLD), (WHITE, RED)])
def test_what_is_marked_counts_to_the_value_and_nothing_where_there_is_nothing(body: Colour, pips: Colour) -> None:
    drawn = [draw_table([DrawnDie(value, 60, 60, 0, 44, body, pips)], (120, 120)) for value in FACES]
    bare = np.full((120, 120, 3), 150, np.uint8)
    patches = np.stack([straightened(one, np.array([60.0, 60.0]), np.eye(2) * 22, CLOSE) for one in (*drawn, bare)])
    *found, nothing = heatmaps(patches)
    counts = [counted_marks(patch, one) for patch, one in zip(patches, found, strict=False)]
    assert [(one.value, one.fit > 0.3) for one in counts] == [(value, True) for value in FACES]
    assert nothing.shape == (CLOSE.side, CLOSE.side)
    assert nothing.max() < 0.3


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_map_that_is_looked_at_all_round_turns_with_its_face(mirrored: bool) -> None:
    patch = np.random.default_rng(3).integers(0, 256, (CLOSE.side, CLOSE.side, 3), dtype=np.uint8)
    other = np.rot90(patch[:, ::-1] if mirrored else patch)
    one, two = heatmaps(np.stack([patch, other]), turned=True)
    assert np.rot90(one[:, ::-1] if mirrored else one) == pytest.approx(two, abs=1e-4)
    assert heatmaps(patch[None])[0] != pytest.approx(one, abs=1e-2)
