"""Crops of the dice that lie on the tray, and of those of confirmed rolls."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.adapters import pictures as die_crops
from device.adapters.pictures import SIZE, DieCrops
from device.cameras.camera import Frame, Image
from engine import Rolled
from table.commands import Play, Reopen, UseCamera
from table.panel import Button, Press
from tests.table.desk import START, Desk, desk_with
from tests.table.lying import FLOOR, MOVING, settled, with_thing
from vision import Reading, ThingOutline

BLACK = np.zeros((200, 300, 3), np.uint8)


@dataclass
class Cut:
    """A table, and the crops of what lies there."""

    desk: Desk
    crops: DieCrops

    def look(self, reading: Reading, image: Image = BLACK) -> None:
        """The table reads that of this picture, and the crops are cut from it."""
        self.crops.observed(Frame(image, self.desk.moment + 1, 1), reading)
        self.desk.see(reading)

    def throw(self, reading: Reading, image: Image = BLACK) -> None:
        for one in (settled([]), MOVING, reading):
            self.look(one, image)

    def count(self, *dice: int) -> None:
        """ROLL is pressed."""
        self.desk.moment += 1
        [counted] = self.desk.table.press(Press(Button.ROLL, self.desk.moment))
        assert counted.event == Rolled(dice)
        self.crops.confirmed(counted)


@pytest.fixture
def cut(tmp_path: Path) -> Iterator[Cut]:
    with desk_with(tmp_path) as desk:
        crops = DieCrops()
        crops.begin(desk.table)
        yield Cut(desk, crops)


def colour_of(jpeg: bytes | None) -> tuple[int, ...]:
    """The colour in the middle of a picture."""
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (SIZE, SIZE, 3)
    return tuple(int(round(part, -1)) for part in image[SIZE // 2, SIZE // 2])


def test_a_die_is_cut_out_where_it_lies_and_stays_when_the_roll_was_counted(cut: Cut) -> None:
    image = BLACK.copy()
    image[52:68, 72:88] = (40, 80, 200)  # the first die of the row
    image[52:68, 102:118] = (200, 80, 40)
    lies = settled([3, 3, 4, 2, 1])
    lies = replace(lies, dice=(lies.dice[0], *(replace(die, likeliest=(3, 2, 5, 1, 6, 4)) for die in lies.dice[1:])))
    cut.throw(lies, image)
    crops = cut.crops
    assert colour_of(crops.lying((80.0, 60.0))) == (40, 80, 200)
    assert crops.lying((290.0, 190.0)) is None
    assert crops.rolled(1, 3, 0) is None
    cut.count(4, 3, 3, 2, 1)
    cut.look(settled([]))
    assert colour_of(crops.rolled(1, 3, 0)) == (40, 80, 200)
    assert colour_of(crops.rolled(1, 3, 1)) == (200, 80, 40)
    assert crops.rolled(1, 3, 2) is None
    assert [crops.likeliest(1, 3, which) for which in range(3)] == [(), (3, 2, 5, 1, 6, 4), ()]


def test_a_thing_is_cut_out_with_its_outline_as_long_as_it_lies_there() -> None:
    crops = DieCrops()
    image = BLACK.copy()
    image[140:156, 200:221] = (40, 80, 200)
    assert crops.thing(FLOOR) is None
    crops.observed(Frame(image, 1.0, 1), with_thing(settled([])))
    jpeg = crops.thing(FLOOR)
    assert colour_of(jpeg) == (40, 80, 200)
    assert jpeg is not None
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    edge = 80 + round(10 * SIZE / 32)  # the thing is 20 mm wide, the crop 6 mm wider on each side
    red = shown[SIZE // 2, edge - 4 : edge + 5].astype(int)
    assert (red[:, 2] - red[:, 1]).max() > 100
    assert not shown[:20].any()
    assert crops.thing(((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))) is None
    crops.observed(Frame(image, 2.0, 2), settled([]))
    assert crops.thing(FLOOR) is None


def test_a_thing_at_the_edge_of_the_picture_is_cut_out_too() -> None:
    crops = DieCrops()
    corners = ((0.0, 0.0), (20.0, 0.0), (0.0, 15.0))
    thing = ThingOutline(corners, corners, 150.0, "remove it")
    crops.observed(Frame(np.full((9, 12, 3), 200, np.uint8), 1.0, 1), replace(settled([]), things=(thing,)))
    assert crops.thing(corners) is not None


def test_the_crops_of_old_rolls_make_room_for_new_ones(cut: Cut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(die_crops, "ROLLS", 2)
    for _ in range(3):
        cut.throw(settled([3, 3, 2, 1, 1]))
        cut.count(3, 3, 2, 1, 1)
    assert [cut.crops.rolled(roll, 3, 0) is None for roll in (1, 2, 3)] == [True, False, False]


def test_the_crops_of_one_game_are_not_shown_for_rolls_of_another(cut: Cut) -> None:
    cut.throw(settled([3, 3, 2, 1, 1]))
    cut.count(3, 3, 2, 1, 1)
    assert cut.crops.rolled(1, 3, 0) is not None
    for command in (Play(START), Reopen(1)):
        assert cut.desk.order(command).done
        assert cut.crops.rolled(1, 3, 0) is None


def test_nothing_is_cut_out_while_the_camera_is_switched_off(cut: Cut) -> None:
    lies = settled([3, 3, 4, 2, 1])
    cut.throw(lies)
    for on in (True, False, True):
        cut.desk.order(UseCamera(on))
        cut.look(lies)
        assert (cut.crops.lying((80.0, 60.0)) is not None) is on
