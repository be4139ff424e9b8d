"""The album: pictures of the dice that lie there, and of those that were counted."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.adapters import die_crops as albums
from device.adapters.die_crops import SIZE, DieCrops
from device.adapters.preview import Preview
from device.cameras.camera import Frame, Image
from engine import Rolled
from tests.device.adapters.test_preview import OneFrame
from tests.table.desk import Desk, desk_with
from tests.table.lying import MOVING, settled
from vision import Reading


def looked(desk: Desk, viewfinder: Preview, reading: Reading, image: Image) -> None:
    """The table reads that of this picture, and the viewfinder looks on."""
    frame = Frame(image, desk.moment + 1, 1)
    with viewfinder.through(OneFrame(frame)) as camera:
        list(camera.frames())
    desk.see(reading)


def colour_of(jpeg: bytes | None) -> tuple[int, ...]:
    """The colour in the middle of a picture."""
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (SIZE, SIZE, 3)
    return tuple(int(round(part, -1)) for part in image[SIZE // 2, SIZE // 2])


def test_a_die_is_cut_out_where_it_lies_and_stays_when_the_roll_was_counted(tmp_path: Path) -> None:
    with desk_with(tmp_path) as desk:
        viewfinder = Preview()
        viewfinder.look_at(desk.table)
        album = DieCrops(desk.table, viewfinder)
        image = np.zeros((200, 300, 3), np.uint8)
        image[52:68, 72:88] = (40, 80, 200)  # the first die of the row
        image[52:68, 102:118] = (200, 80, 40)
        lies = settled([3, 3, 4, 2, 1])
        lies = replace(
            lies, dice=(lies.dice[0], *(replace(die, likeliest=(3, 2, 5, 1, 6, 4)) for die in lies.dice[1:]))
        )
        looked(desk, viewfinder, settled([]), image)
        looked(desk, viewfinder, MOVING, image)
        looked(desk, viewfinder, lies, image)
        assert colour_of(album.lying((80.0, 60.0))) == (40, 80, 200)
        assert album.lying((290.0, 190.0)) is None
        assert album.rolled(1, 3, 0) is None
        desk.table._confirm((Rolled((3, 3, 4, 2, 1)),), desk.moment)
        looked(desk, viewfinder, settled([]), np.zeros_like(image))
        assert colour_of(album.rolled(1, 3, 0)) == (40, 80, 200)
        assert colour_of(album.rolled(1, 3, 1)) == (200, 80, 40)
        assert album.rolled(1, 3, 2) is None
        assert [album.likeliest(1, 3, which) for which in range(3)] == [(), (3, 2, 5, 1, 6, 4), ()]


def test_the_pictures_of_old_rolls_make_room_for_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(albums, "ROLLS", 2)
    with desk_with(tmp_path) as desk:
        viewfinder = Preview()
        viewfinder.look_at(desk.table)
        album = DieCrops(desk.table, viewfinder)
        image = np.zeros((200, 300, 3), np.uint8)
        for _ in range(3):
            looked(desk, viewfinder, settled([3, 3, 2, 1, 1]), image)
            desk.table._confirm((Rolled((3, 3, 2, 1, 1)),), desk.moment)
            looked(desk, viewfinder, settled([]), image)
        assert [album.rolled(roll, 3, 0) is None for roll in (1, 2, 3)] == [True, False, False]
