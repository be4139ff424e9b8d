"""Crops of the dice that lie on the tray, and of those of confirmed rolls."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.adapters import die_crops
from device.adapters.die_crops import SIZE, DieCrops
from device.cameras.camera import Frame, Image
from engine import Rolled
from table.commands import Play, Reopen
from table.panel.panel import Button, Press
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import MOVING, settled
from vision import Reading


def looked(desk: Desk, crops: DieCrops, reading: Reading, image: Image) -> None:
    """The table reads that of this picture, and the crops are cut from it."""
    crops.observed(Frame(image, desk.moment + 1, 1), reading)
    desk.see(reading)


def count(desk: Desk, crops: DieCrops, *dice: int) -> None:
    """ROLL is pressed."""
    desk.moment += 1
    events = desk.table.press(Press(Button.ROLL, desk.moment))
    assert [event.event for event in events] == [Rolled(dice)]
    for event in events:
        crops.confirmed(event)


def colour_of(jpeg: bytes | None) -> tuple[int, ...]:
    """The colour in the middle of a picture."""
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (SIZE, SIZE, 3)
    return tuple(int(round(part, -1)) for part in image[SIZE // 2, SIZE // 2])


def test_a_die_is_cut_out_where_it_lies_and_stays_when_the_roll_was_counted(tmp_path: Path) -> None:
    crops = DieCrops()
    image = np.zeros((200, 300, 3), np.uint8)
    image[52:68, 72:88] = (40, 80, 200)  # the first die of the row
    image[52:68, 102:118] = (200, 80, 40)
    lies = settled([3, 3, 4, 2, 1])
    lies = replace(lies, dice=(lies.dice[0], *(replace(die, likeliest=(3, 2, 5, 1, 6, 4)) for die in lies.dice[1:])))
    with desk_with(tmp_path) as desk:
        crops.begin(desk.table)
        for reading in (settled([]), MOVING, lies):
            looked(desk, crops, reading, image)
        assert colour_of(crops.lying((80.0, 60.0))) == (40, 80, 200)
        assert crops.lying((290.0, 190.0)) is None
        assert crops.rolled(1, 3, 0) is None
        count(desk, crops, 4, 3, 3, 2, 1)
        looked(desk, crops, settled([]), np.zeros_like(image))
        assert colour_of(crops.rolled(1, 3, 0)) == (40, 80, 200)
        assert colour_of(crops.rolled(1, 3, 1)) == (200, 80, 40)
        assert crops.rolled(1, 3, 2) is None
        assert [crops.likeliest(1, 3, which) for which in range(3)] == [(), (3, 2, 5, 1, 6, 4), ()]


def test_the_crops_of_old_rolls_make_room_for_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(die_crops, "ROLLS", 2)
    crops = DieCrops()
    image = np.zeros((200, 300, 3), np.uint8)
    with desk_with(tmp_path) as desk:
        crops.begin(desk.table)
        for _ in range(3):
            for reading in (settled([]), MOVING, settled([3, 3, 2, 1, 1])):
                looked(desk, crops, reading, image)
            count(desk, crops, 3, 3, 2, 1, 1)
        assert [crops.rolled(roll, 3, 0) is None for roll in (1, 2, 3)] == [True, False, False]


def test_the_crops_of_one_game_are_not_shown_for_rolls_of_another(tmp_path: Path) -> None:
    crops = DieCrops()
    image = np.zeros((200, 300, 3), np.uint8)
    with desk_with(tmp_path) as desk:
        crops.begin(desk.table)
        for reading in (settled([]), MOVING, settled([3, 3, 2, 1, 1])):
            looked(desk, crops, reading, image)
        count(desk, crops, 3, 3, 2, 1, 1)
        assert crops.rolled(1, 3, 0) is not None
        assert desk.order(Play(START)).done
        assert crops.rolled(1, 3, 0) is None
        assert desk.order(Reopen(1)).done
        assert crops.rolled(1, 3, 0) is None
