"""The preview: the latest frame with its reading drawn in."""

import cv2
import numpy as np

from device.adapters.pictures import OLD, WIDEST, Preview
from device.cameras.camera import Frame
from tests.table.lying import settled

GREEN = (60, 110, 40)


def looked(preview: Preview, width: int = 640) -> None:
    """Five dice are read in a green picture."""
    frame = Frame(np.full((width * 9 // 16, width, 3), GREEN, np.uint8), 1.0, 1)
    preview.observed(frame, settled([6, 5, 4, 2, 1]))


def decoded(jpeg: bytes | None) -> np.ndarray:
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_the_picture_has_the_readings_drawn_in() -> None:
    preview = Preview()
    assert preview.picture() is None
    looked(preview)
    picture = decoded(preview.picture())
    assert picture.shape == (360, 640, 3)
    assert np.abs(picture.astype(int) - GREEN).max() > 100


def test_a_large_picture_is_made_small_enough_for_a_phone() -> None:
    preview = Preview()
    looked(preview, 2304)
    assert decoded(preview.picture()).shape == (720, WIDEST, 3)


def test_a_drawn_picture_is_reused_and_an_old_one_is_not_shown() -> None:
    now = [100.0]
    preview = Preview(lambda: now[0])
    looked(preview)
    first = preview.picture()
    assert preview.picture() is first
    now[0] += OLD + 1
    assert preview.picture() is None
