"""Pictures of every usual kind become the same, and dim ones as light as well lit ones."""

import numpy as np
import pytest

from tests.vision.drawn import WHITE, DrawnDie, Picture, draw_tray, grainy
from tests.vision.spoilt import dimmed, tinted
from vision.errors import BadImage, VisionError
from vision.geometry.tray import Tray
from vision.image import checked, halved, relit
from vision.reader import Reader


@pytest.mark.parametrize(
    "given",
    [
        np.full((4, 6), 90, np.uint8),
        np.full((4, 6, 1), 90, np.uint8),
        np.full((4, 6, 3), 90, np.uint8),
        np.full((4, 6, 4), 90, np.uint8),
        np.full((4, 6, 3), 90 << 8, np.uint16),
    ],
    ids=["grey", "one channel", "colour", "alpha", "16 bits"],
)
def test_every_usual_kind_of_picture_becomes_the_same(given: np.ndarray) -> None:
    assert np.array_equal(checked(given), np.full((4, 6, 3), 90, np.uint8))


@pytest.mark.parametrize(
    "given",
    [
        None,
        [[0, 0], [0, 0]],
        np.zeros((0, 5, 3), np.uint8),
        np.zeros((5, 5, 2), np.uint8),
        np.zeros((2, 5, 5, 3), np.uint8),
        np.zeros((5, 5, 3), np.float32),
        np.zeros((5, 5, 3), bool),
    ],
    ids=["nothing", "a list", "empty", "two channels", "a stack", "floats", "truths"],
)
def test_what_is_no_picture_is_refused_in_words(given: object) -> None:
    with pytest.raises(BadImage, match="picture"):
        checked(given)  # type: ignore[arg-type]


def test_errors_are_caught_as_the_package_s_or_as_the_built_in() -> None:
    assert issubclass(BadImage, VisionError)
    assert issubclass(BadImage, ValueError)


def test_a_colour_picture_is_not_copied() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    assert checked(picture) is picture


@pytest.mark.parametrize("shape", [(9, 7), (8, 6, 3), (1, 1, 3), (1, 5)])
def test_half_a_picture_has_half_the_rows_and_columns(shape: tuple[int, ...]) -> None:
    half = halved(np.zeros(shape, np.uint8))
    assert half.shape[:2] == (max(1, shape[0] // 2), max(1, shape[1] // 2))


DICE = [DrawnDie(5, 120, 60, 20), DrawnDie(2, 180, 120, 50, body=WHITE), DrawnDie(3, 240, 60, 70, body=WHITE)]
LIT = draw_tray(DICE)
RED_LAMP, GREEN_LAMP, BLUE_LAMP = (0.12, 0.15, 0.9), (0.15, 0.8, 0.15), (0.95, 0.3, 0.12)


def lightest(picture: Picture) -> list[float]:
    """The level of the lightest five hundredth of each channel."""
    return [float(level) for level in np.quantile(picture.reshape(-1, 3), 0.998, axis=0)]


def values(picture: Picture, tray: Tray | None = None) -> list[int | None]:
    return sorted((die.value for die in Reader(tray).read(picture).dice), key=lambda value: value or 0)


def test_a_well_lit_picture_is_left_as_it_is() -> None:
    assert relit(LIT) is LIT


def test_a_dim_picture_becomes_as_light_as_a_well_lit_one() -> None:
    assert max(lightest(relit(tinted(LIT, 0.25, 0.25, 0.25)))) == pytest.approx(180, abs=12)


@pytest.mark.parametrize("lamp", [RED_LAMP, GREEN_LAMP, BLUE_LAMP])
def test_no_colour_of_a_lamp_is_more_than_twice_as_light_as_another(lamp: tuple[float, float, float]) -> None:
    before, now = lightest(tinted(LIT, *lamp)), lightest(relit(tinted(LIT, *lamp)))
    assert max(before) > 3 * min(before)
    assert max(now) < 2.2 * min(now)


@pytest.mark.parametrize("shape", [(1, 1), (1, 1, 3), (240, 320), (240, 320, 3)])
def test_the_dark_stays_dark(shape: tuple[int, ...]) -> None:
    assert not relit(np.zeros(shape, np.uint8)).any()


@pytest.mark.parametrize("dim", [dimmed(LIT, 0.01), dimmed(LIT, 0.05), grainy(LIT // 20, 3, 0.5)])
def test_dice_are_read_in_little_light(dim: Picture) -> None:
    assert values(dim) == [2, 3, 5]


@pytest.mark.parametrize("lamp", [RED_LAMP, GREEN_LAMP, BLUE_LAMP])
def test_dice_are_read_under_a_coloured_lamp(lamp: tuple[float, float, float]) -> None:
    assert values(tinted(LIT, *lamp)) == [2, 3, 5]
