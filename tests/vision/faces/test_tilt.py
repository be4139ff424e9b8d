"""The tilt of a die: its slope is given along its own crop, however that was turned."""

import numpy as np
import pytest

from vision.faces.classifier import Tilt, averaged, outlines
from vision.geometry.patch import PATCH, all_round


def test_the_mean_of_all_turns_is_in_directions_of_the_first() -> None:
    """A lean turns with its crop as a slope does."""
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
