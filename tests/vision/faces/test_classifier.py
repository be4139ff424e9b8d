"""The classifier reads a face, says what is wrong with it, how it is tilted and where it really is."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import BLACK, INK, IVORY, RED, Colour, DrawnDie, draw_table
from vision.faces.classifier import Tilt, averaged, classify, classify_all_round, outlines, reclassified
from vision.geometry.patch import CLOSE, PATCH, all_round, straightened

AT = np.array([[120.0, 120.0]])


def axes(edge: float, degrees: float) -> np.ndarray:
    angle = np.radians(degrees)
    return edge / 2 * np.array([[[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]])


@pytest.mark.parametrize(("body", "pips"), [(IVORY, INK), (BLACK, RED)])
@pytest.mark.parametrize("value", [1, 4, 6])
def test_a_face_is_read(value: int, body: Colour, pips: Colour) -> None:
    picture = draw_table([DrawnDie(value, 120, 120, 20, 40, body, pips)], (240, 240))
    [classification] = classify(picture, AT, axes(40, 20), None)
    assert classification.value == value
    assert classification.shares.sum() == pytest.approx(1)


def test_nothing_is_read_where_there_is_no_face_or_no_place() -> None:
    picture = draw_table([], (240, 240))
    assert [one.value for one in classify(picture, AT, axes(40, 0), None)] == [0]
    assert classify(picture, np.zeros((0, 2)), np.zeros((0, 2, 2)), None) == []


def test_a_face_is_put_right_and_its_half_edges_are_right_handed() -> None:
    picture = draw_table([DrawnDie(5, 120, 120, 20, 40)], (240, 240))
    for given in (axes(44, 14), axes(44, 14)[:, ::-1]):
        [classification] = classify(picture, AT + np.array([2.5, -2.0]), given, None)
        assert classification.value == 5
        assert classification.at == pytest.approx(AT[0], abs=1.2)
        assert np.hypot(*classification.axes[0]) == pytest.approx(20, rel=0.08)
        (a, b), (c, d) = classification.axes
        assert (np.degrees(np.arctan2(b, a)) - 20 + 45) % 90 - 45 == pytest.approx(0, abs=3)
        assert a * d - b * c > 0


@pytest.mark.parametrize("lean", [None, (0.1, -0.2)])
def test_a_face_that_is_thought_over_stays_where_it_is(lean: tuple[float, float] | None) -> None:
    picture = draw_table([DrawnDie(3, 120, 120, 20, 40)], (240, 240))
    known = None if lean is None else np.array(lean)
    [classification] = classify(picture, AT, axes(40, 20), None if known is None else known[None])
    again = classify_all_round(picture, classification, known)
    assert again.value == 3
    assert again.shares.sum() == pytest.approx(1)
    assert (again.at == classification.at).all()


def test_a_face_that_is_turned_all_round_reads_the_same_whichever_way_its_crop_lies() -> None:
    picture = draw_table([DrawnDie(3, 120, 120, 20, 40)], (240, 240))
    [classification] = classify(picture, AT, axes(40, 20), None)
    crop = straightened(picture, classification.at, classification.axes, CLOSE)
    crops = np.stack([crop, np.rot90(crop), crop[:, ::-1]])
    one, turned, mirrored = reclassified(crops, [classification] * 3, None, turned=True)
    assert one.value == 3
    assert turned.shares == pytest.approx(one.shares, abs=1e-4)
    assert mirrored.shares == pytest.approx(one.shares, abs=1e-4)


def test_a_crop_and_its_lean_read_the_same_mirrored() -> None:
    picture = draw_table([DrawnDie(3, 120, 120, 20, 40)], (240, 240))
    lean = np.array([[0.3, 0.1]])
    [classification] = classify(picture, AT, axes(40, 0), lean)
    upright = [replace(classification, axes=np.diag([20.0, 20.0]))]
    crop = straightened(picture, classification.at, np.diag([20.0, 20.0]), CLOSE)
    [one] = reclassified(crop[None], upright, lean)
    [mirrored] = reclassified(crop[None, :, ::-1], upright, lean * (-1, 1))
    assert mirrored.shares == pytest.approx(one.shares, abs=1e-4)


def test_the_mean_of_all_turns_is_in_directions_of_the_first() -> None:
    slope = np.array([0.11, -0.05])
    _, turned = all_round(np.zeros((PATCH, PATCH, 3), np.uint8), slope)
    output = np.column_stack([np.linspace(-1, 2, 8), np.linspace(3, 1, 8), turned])
    assert averaged(output) == pytest.approx([0.5, 2.0, *slope])


@pytest.mark.parametrize(
    ("output", "undoubted"), [([-3, -3], True), ([-0.5, -3], False), ([-3, 0.2], True), ([-3, 1], False)]
)
def test_one_crop_is_enough_where_a_die_surely_lies_flat(output: list[float], undoubted: bool) -> None:
    tilt = Tilt.of(np.array([*output, 0.1, 0.2]))
    assert tilt.undoubted == undoubted
    assert tilt.leaning == pytest.approx(1 / (1 + np.exp(-output[0])))
    assert tilt.slope.tolist() == [0.1, 0.2]


def test_the_sides_of_a_flat_die_show_towards_the_camera() -> None:
    from_above, from_the_left = outlines(np.array([[0.0, 0.0], [0.2, 0.0]]))
    assert set(np.unique(from_above)) == {0.0, 1.0}
    assert (from_above == 1).sum() == (from_the_left == 1).sum()
    sides = np.argwhere(from_the_left == 0.5)
    assert len(sides)
    assert sides[:, 1].max() < PATCH / 2
