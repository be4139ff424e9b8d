"""What the camera sees, for whoever asks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from device.adapters.preview import OLD, WIDEST, Preview
from device.cameras.camera import Frame
from tests.table.desk import Desk, desk_with
from tests.table.lying import settled


class OneFrame:
    """A camera that gives a single frame."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self.still: list[bool] = []

    def frames(self) -> Iterator[Frame | None]:
        yield None
        yield self._frame

    def calm(self, still: bool) -> None:
        self.still.append(still)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


def looked(desk: Desk, viewfinder: Preview, width: int = 640) -> None:
    """The table sees five dice in a green picture, and the viewfinder looks on."""
    frame = Frame(np.full((width * 9 // 16, width, 3), (60, 110, 40), np.uint8), desk.moment + 1, 1)
    viewfinder.look_at(desk.table)
    with viewfinder.through(OneFrame(frame)) as camera:
        assert [one is frame for one in camera.frames()] == [False, True]
        camera.calm(True)
    desk.see(settled([6, 5, 4, 2, 1]))


def decoded(jpeg: bytes | None) -> np.ndarray:
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_there_is_no_picture_before_the_camera_has_seen_anything() -> None:
    assert Preview().picture() is None


def test_the_picture_has_the_readings_drawn_in(tmp_path: Path) -> None:
    with desk_with(tmp_path) as desk:
        viewfinder = Preview()
        looked(desk, viewfinder)
        picture = decoded(viewfinder.picture())
        assert picture.shape == (360, 640, 3)
        assert np.abs(picture.astype(int) - (60, 110, 40)).max() > 100


def test_a_large_picture_is_made_small_enough_for_a_phone(tmp_path: Path) -> None:
    with desk_with(tmp_path) as desk:
        viewfinder = Preview()
        looked(desk, viewfinder, 2304)
        assert decoded(viewfinder.picture()).shape == (720, WIDEST, 3)


def test_one_picture_serves_all_who_ask_at_a_time_and_an_old_one_nobody(tmp_path: Path) -> None:
    now = [100.0]
    with desk_with(tmp_path) as desk:
        viewfinder = Preview(lambda: now[0])
        looked(desk, viewfinder)
        first = viewfinder.picture()
        assert viewfinder.picture() is first
        now[0] += OLD + 1
        assert viewfinder.picture() is None
