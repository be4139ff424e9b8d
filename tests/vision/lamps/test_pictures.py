from collections.abc import Mapping

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import TRAY, lit, screen
from vision import BadImage, LampPictures, LampSide
from vision.lamps.maps import lamp_lights, levels, linear

THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]


def test_pictures_of_different_sizes_are_refused() -> None:
    black = np.zeros((9, 16, 3), np.uint8)
    with pytest.raises(BadImage, match="different sizes"):
        LampPictures(black, {LampSide.LEFT: black[:-1]})


def test_linear_light_is_the_reverse_of_srgb() -> None:
    levels = np.arange(256, dtype=np.uint8)[None]
    assert (screen(linear(levels)) == levels).all()


LIT = lit(THROW)


def test_brighter_lamps_disturb_nothing() -> None:
    assert LIT.undisturbed(TRAY)
    assert lit(THROW, room=0.0).undisturbed(TRAY)


def test_a_hand_between_two_pictures_is_noticed() -> None:
    hand = LIT.lamps[LampSide.FAR].copy()
    cv2.circle(hand, (700, 400), 45, (120, 150, 205), -1)
    assert not LampPictures(LIT.base, {**LIT.lamps, LampSide.FAR: hand}).undisturbed(TRAY)


def test_a_die_that_rolls_on_between_two_pictures_is_noticed() -> None:
    after = lit([THROW[0], DrawnDie(2, 190, 120, 50)])
    assert not LampPictures(LIT.base, {**LIT.lamps, LampSide.NEAR: after.lamps[LampSide.NEAR]}).undisturbed(TRAY)


@pytest.mark.parametrize("dark", [(), (LampSide.NEAR,)], ids=["four lamps", "three lamps"])
def test_the_light_of_each_lamp_follows_from_the_pictures_whatever_the_room_adds(dark: tuple[LampSide, ...]) -> None:
    lights = {side: np.array([0.02 * (n + 1), 0.3]) for n, side in enumerate(LampSide) if side not in dark}

    def picture(factors: Mapping[LampSide, float]) -> NDArray[np.float64]:
        return np.asarray(0.4 + np.sum([factors[side] * light for side, light in lights.items()], axis=0))

    found = lamp_lights(picture(dict.fromkeys(lights, 1.0)), {side: picture(levels(side)) for side in lights})
    assert found.keys() == lights.keys()
    for side, light in lights.items():
        assert found[side] == pytest.approx(light, abs=1e-6)


def test_each_lamp_is_seen_without_the_others() -> None:
    found = lamp_lights(np.array([0.5]), {LampSide.FAR: np.array([0.585])})
    assert found == {LampSide.FAR: pytest.approx(0.1)}
