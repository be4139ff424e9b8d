import numpy as np
import pytest

from vision.errors import BadImage, VisionError
from vision.image import checked, halved


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
