"""The detector finds faces and tells where they are; it reads none."""

import numpy as np
import pytest

from tests.vision.drawn import BLUE_FELT, INK, IVORY, NAVY, RED, WHITE, Colour, DrawnDie, draw_table, draw_tray
from vision.faces.detector import detect, scales


@pytest.mark.parametrize(("body", "pips", "sure"), [(IVORY, INK, 0.4), (RED, WHITE, 0.5), (NAVY, WHITE, 0.5)])
def test_dice_on_a_tray_are_found_with_their_size_and_turn(body: Colour, pips: Colour, sure: float) -> None:
    dice = [DrawnDie(v, 40.0 + 80 * v, 110, 11.0 * v, 44, body, pips) for v in range(1, 7)]
    picture = draw_table(dice, (600, 220), BLUE_FELT)
    found = detect(picture, [18 / 44], sure)
    assert len(found) == 6
    for die in dice:
        [one] = [square for square in found if np.hypot(*(square.at - (die.x, die.y))) < 0.15 * die.size]
        assert one.edge == pytest.approx(die.size, rel=0.25)
        if die.value > 1:
            turned = (np.degrees(np.arctan2(one.axes[0, 1], one.axes[0, 0])) - die.yaw + 45) % 90 - 45
            assert abs(turned) < 8


def test_no_square_lies_on_another() -> None:
    found = detect(draw_tray([DrawnDie(v, 40.0 + 36 * v, 100) for v in range(1, 7)]), [0.4, 0.5, 0.62], 0.1)
    for one in found:
        assert all(one is other or np.hypot(*(one.at - other.at)) > 0.45 * min(one.edge, other.edge) for other in found)


@pytest.mark.parametrize(("smallest", "largest"), [(14, 40), (14, 320), (30, 90)])
def test_dice_of_every_size_asked_for_come_to_a_size_that_the_detector_knows(smallest: float, largest: float) -> None:
    factors = scales(1280, 720, smallest, largest)
    for edge in np.geomspace(smallest, largest, 20):
        assert any(10 <= edge * factor <= 30 for factor in factors), edge


@pytest.mark.parametrize("shape", [(1, 1), (3, 200), (64, 64), (300, 400)])
def test_empty_pictures_of_any_size_are_looked_over_too(shape: tuple[int, int]) -> None:
    assert detect(np.zeros((*shape, 3), np.uint8), [1.0], 0.5) == []
