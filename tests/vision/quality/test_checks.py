"""What is wrong with a picture as a whole, on every rendered still and on drawn trays that were spoilt."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from fixtures.evaluation.dataset import LabelledTable, tables_of
from tests.vision.drawn import BLACK, RED, DrawnDie, Picture, draw_tray, grainy, overhead_tray
from tests.vision.spoilt import banded, behind_a_thumb, dimmed, soft
from vision import Die, Problem, Reading, Rest, ThingOutline, Tray
from vision.quality.checks import condition, shifted, trusted

STILLS = Path(__file__).parents[3] / "fixtures" / "stills"

TRAY = overhead_tray()
MARKED = Tray.from_corners(TRAY.corners_px, TRAY.frame, marked=True)
DICE = [DrawnDie(5, 120, 60, 20), DrawnDie(2, 180, 120, 50), DrawnDie(3, 240, 60, 70, body=RED)]
GOOD = draw_tray(DICE)


def named(picture: Picture, tray: Tray | None = MARKED) -> set[Problem]:
    return {one.problem for one in condition(picture, tray).troubles}


def stills(name: str) -> list[LabelledTable]:
    return list(tables_of(STILLS / name, "check")[1])


def test_every_problem_of_the_rendered_stills_is_named_and_no_other() -> None:
    for table in stills("abnormal"):
        seen = named(table.image, table.tray)
        assert table.problems is not None
        assert table.problems <= seen, table.name
        # a hand that lies on a marker covers it
        assert seen - table.problems <= ({Problem.MARKER_COVERED} if "hand" in table.name else set()), table.name
    for table in [*stills("clean"), *stills("hard")]:
        flickers = {Problem.FLICKERING} if "flicker" in table.name else set()
        assert named(table.image, table.tray) == flickers, table.name


OFF = Tray.from_corners([(x + 400, y) for x, y in TRAY.corners_px], TRAY.frame)


@pytest.mark.parametrize(
    ("picture", "tray", "problems"),
    [
        (GOOD, MARKED, set()),
        (draw_tray(DICE, felt=BLACK), MARKED, set()),
        *((soft(GOOD, blur), MARKED, set()) for blur in (0.5, 1.0)),
        *((soft(GOOD, blur), MARKED, {Problem.OUT_OF_FOCUS}) for blur in (4.0, 6.0)),
        *((dimmed(GOOD, share), MARKED, set()) for share in (0.01, 0.25, 0.6)),
        *((grainy(GOOD // 120, 3, noise), MARKED, {Problem.TOO_DARK}) for noise in (0.0, 1.0, 3.0)),
        (np.minimum(255, GOOD * (0.2, 0.2, 8.0)).astype(np.uint8), MARKED, set()),
        *((banded(GOOD, *bands), MARKED, {Problem.FLICKERING}) for bands in ((1.5, 0.35, 0.25), (6.0, 0.3, 0.2))),
        (np.clip(draw_tray(DICE, felt=(150, 130, 90)) * 1.9, 0, 255).astype(np.uint8), MARKED, {Problem.OVEREXPOSED}),
        (np.roll(GOOD, (0, 400), axis=(0, 1)), OFF, {Problem.TRAY_CUT}),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(picture: Picture, tray: Tray, problems: set[Problem]) -> None:
    seen = named(picture, tray)
    assert seen >= problems
    assert problems or not seen


@pytest.mark.parametrize(("share", "tray"), [(0.4, MARKED), (0.6, TRAY)], ids=["markers", "corners"])
def test_a_thumb_before_the_lens_is_named(share: float, tray: Tray) -> None:
    spoilt = condition(behind_a_thumb(GOOD, share), tray)
    assert {one.problem for one in spoilt.troubles} == {Problem.LENS_COVERED}
    assert spoilt.blind is not None


@pytest.mark.parametrize("share", [0.8, 1.1])
def test_a_lens_that_is_covered_nearly_wholly_blinds(share: float) -> None:
    spoilt = condition(behind_a_thumb(GOOD, share), MARKED)
    assert spoilt.blind is not None
    assert spoilt.blind.problem in (Problem.LENS_COVERED, Problem.TOO_DARK)


@pytest.mark.parametrize("far", [2, 5, 90])
def test_a_tray_that_was_moved_is_named_and_found_again(far: int) -> None:
    moved = condition(np.roll(GOOD, (0, far), axis=(0, 1)), MARKED)
    assert [one.problem for one in moved.troubles] == [Problem.CAMERA_MOVED] * (far * TRAY.mm_per_px > 1)
    if moved.troubles:
        assert moved.tray is not None
        assert shifted(MARKED, moved.tray) == pytest.approx(far * TRAY.mm_per_px, abs=0.4)


def test_a_tray_whose_markers_are_gone_is_nowhere() -> None:
    gone = condition(draw_tray(DICE, markers=()), MARKED)
    assert gone.tray is None
    assert gone.blind is not None
    assert gone.blind.problem is Problem.CAMERA_MOVED


@pytest.mark.parametrize("number", range(4))
def test_a_covered_marker_is_named_with_its_corner(number: int) -> None:
    picture = GOOD.copy()
    [(x, y)] = TRAY.to_px([TRAY.size.corners[number]])
    cv2.circle(picture, (round(x), round(y)), 50, (40, 60, 150), -1)
    [trouble] = condition(picture, MARKED).troubles
    assert trouble.problem is Problem.MARKER_COVERED
    assert ("top left", "top right", "bottom right", "bottom left")[number] in trouble.sentence
    assert named(picture, TRAY) == set()


@pytest.mark.parametrize("shape", [(1, 1, 3), (30, 2000, 3), (70, 70, 3)])
def test_a_picture_of_any_size_has_a_condition(shape: tuple[int, ...]) -> None:
    blank = np.full(shape, 120, np.uint8)
    assert condition(blank, None).tray is None
    assert named(blank, TRAY.for_frame(16, 9)) is not None


@pytest.mark.parametrize("picture", [GOOD, GOOD // 120], ids=["good", "too dark"])
def test_a_problem_keeps_the_outlines_that_it_speaks_of(picture: Picture) -> None:
    thing = ThingOutline(((1.0, 1.0), (9.0, 1.0), (9.0, 9.0)), ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0)), 60.0, "remove it")
    told = trusted(Reading(Rest.EMPTY, (), ("remove it",), things=(thing,)), condition(picture, MARKED))
    assert (told.problems[-1], told.things) == ("remove it", (thing,))
    assert (Problem.TOO_DARK in told.named) is (picture is not GOOD)


@pytest.mark.parametrize("value", [5, None])
def test_a_marker_under_a_die_that_is_read_is_not_covered_and_what_has_no_value_may_be_a_coin(
    value: int | None,
) -> None:
    x, y = TRAY.to_px(np.array([(TRAY.size.width - 10.0, TRAY.size.height - 10.0)])).tolist()[0]
    die = Die(value, 0.0, (x, y), ((x, y), (x, y), (x, y), (x, y)), 0.0, doubt=None if value else "not flat")
    told = trusted(Reading(Rest.SETTLED, (die,)), condition(draw_tray(markers=(0, 1, 3)), MARKED))
    assert (Problem.MARKER_COVERED in told.named) is (value is None)
