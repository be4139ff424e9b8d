"""The pips of a face are marked where they are."""

import numpy as np
import pytest

from tests.vision.drawn import GOLD, INK, IVORY, NAVY, RED, WHITE, Colour, DrawnDie, draw_table
from vision.faces.pip_counter import counted_marks, heatmaps
from vision.geometry.patch import CLOSE, straightened
from vision.image import Image


def face(value: int, body: Colour, pips: Colour) -> Image:
    picture = draw_table([DrawnDie(value, 60, 60, 0, 44, body, pips)], (120, 120))
    return straightened(picture, np.array([60.0, 60.0]), np.eye(2) * 22, CLOSE)


@pytest.mark.parametrize(("body", "pips"), [(IVORY, INK), (RED, WHITE), (NAVY, GOLD), (WHITE, RED)])
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_what_is_marked_counts_to_the_value(value: int, body: Colour, pips: Colour) -> None:
    patch = face(value, body, pips)
    pip_count = counted_marks(patch, heatmaps(patch[None])[0])
    assert (pip_count.value, pip_count.fit > 0.3) == (value, True)


def test_nothing_is_marked_where_there_is_nothing() -> None:
    bare = np.full((2, CLOSE.side, CLOSE.side, 3), 150, np.uint8)
    found = heatmaps(bare)
    assert found.shape == (2, CLOSE.side, CLOSE.side)
    assert found.max() < 0.3


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_map_that_is_looked_at_all_round_turns_with_its_face(mirrored: bool) -> None:
    patch = np.random.default_rng(3).integers(0, 256, (CLOSE.side, CLOSE.side, 3), dtype=np.uint8)
    other = np.rot90(patch[:, ::-1] if mirrored else patch)
    one, two = heatmaps(np.stack([patch, other]), turned=True)
    assert np.rot90(one[:, ::-1] if mirrored else one) == pytest.approx(two, abs=1e-4)
    assert heatmaps(patch[None])[0] != pytest.approx(one, abs=1e-2)
