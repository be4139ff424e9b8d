"""Dice on the table beside drawn trays, and in the stills that have some."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.recording.format import load
from device.sources.recorded import RecordedSource
from tests.vision.drawn import GOLD, INK, RED, WHITE, DrawnDie, draw_tray, overhead_tray
from vision import Die, Reader, Reading, Rest, Tray, TraySize, Watcher, Zone

TRAY = overhead_tray()
ON_TRAY = [DrawnDie(5, 210, 120, 30), DrawnDie(2, 90, 60, 50)]
FIXTURES = Path(__file__).parents[3] / "fixtures"
STILLS, RECORDINGS = FIXTURES / "stills" / "abnormal", FIXTURES / "recordings"


def beside(*dice: DrawnDie) -> list[Die]:
    """The dice outside of a picture with two on the tray and others elsewhere."""
    return [die for die in Reader(TRAY).read(draw_tray([*ON_TRAY, *dice])).dice if die.zone is Zone.OUTSIDE]


@pytest.mark.parametrize(("body", "pips"), [(RED, WHITE), (GOLD, INK)], ids=["red", "gold"])
@pytest.mark.parametrize("yaw", [20.0, 65.0])
def test_each_die_on_the_table_is_found_once_where_it_lies_and_has_no_value(
    yaw: float, body: tuple[int, int, int], pips: tuple[int, int, int]
) -> None:
    places = [(-60, -30), (-45, 80), (100, -33), (170, 232), (345, 180), (360, 30)]
    found = beside(*(DrawnDie(4, x, y, yaw, body=body, pips=pips) for x, y in places))
    assert [(die.value, die.doubt) for die in found] == [(None, "on the rim or outside")] * len(places)
    assert np.array(sorted(die.center_mm or () for die in found)) == pytest.approx(np.array(places), abs=4)


def test_a_die_on_the_rim_is_found_once() -> None:
    assert len(beside(DrawnDie(4, 310, 100, 20))) == 1


def test_a_table_without_dice_has_none_and_a_cap_is_none() -> None:
    assert beside() == []
    picture = draw_tray(ON_TRAY)
    for x, y in ((-45, 80), (350, 60)):
        middle = np.round(TRAY.to_px([(x, y)])[0]).astype(int).tolist()
        cv2.circle(picture, middle, 30, (60, 160, 210), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, 22, (40, 60, 190), 3, cv2.LINE_AA)
    assert Reader(TRAY).dice_beside(picture) == ()


def test_a_die_beside_an_empty_tray_does_not_lie_on_it() -> None:
    picture = draw_tray([DrawnDie(4, 360, 80, body=RED, pips=WHITE)])
    assert len(Reader(TRAY).dice_beside(picture)) == 1
    assert Reader(TRAY).read(picture).rest is Rest.EMPTY


def test_without_a_tray_nothing_lies_beside_it() -> None:
    assert Reader().dice_beside(draw_tray(markers=())) == ()


def test_the_dice_beside_the_rendered_trays_are_found_and_none_is_seen_where_there_is_none() -> None:
    labels = json.loads((STILLS / "labels.json").read_text())
    for label in labels[::8] + [one for one in labels if one["file"].startswith("outside")]:
        picture = cv2.imread(str(STILLS / label["file"]))
        assert picture is not None
        size = TraySize(*(label["tray"][side] for side in ("width", "height", "rail", "marker")))
        tray = Tray.from_corners(label["tray"]["corners"], (picture.shape[1], picture.shape[0]), size)
        found = Reader(tray).dice_beside(np.asarray(picture, dtype=np.uint8))
        true = [die["center_mm"] for die in label["dice"] if die["zone"] == "outside"]
        assert [die.center_mm for die in found] == [pytest.approx(place, abs=8) for place in true], label["file"]


@pytest.mark.parametrize("step", [0.03, 0.1])
def test_in_a_stream_the_dice_beside_the_tray_are_told_with_those_at_rest(step: float) -> None:
    settled = settled_readings(step)
    assert sorted(str(die.value) for die in settled[0].dice) == ["2", "5", "None"]
    assert [die.zone for die in settled[0].dice].count(Zone.OUTSIDE) == 1
    assert all(reading is settled[0] for reading in settled)


def test_dice_at_rest_are_told_before_those_beside_the_tray_where_each_picture_is_read() -> None:
    settled = settled_readings(0.2)
    assert sorted(str(die.value) for die in settled[0].dice) == ["2", "5"], "nobody waits for it"
    assert sorted(str(die.value) for die in settled[1].dice) == ["2", "5", "None"]
    assert all(reading is settled[1] for reading in settled[2:])


def settled_readings(step: float) -> list[Reading]:
    """Readings at rest of six seconds of a tray with a die beside it, a picture every ``step`` seconds."""
    picture = draw_tray([*ON_TRAY, DrawnDie(4, 360, 80, body=RED, pips=WHITE)])
    watcher = Watcher(Reader(TRAY))
    seen = [watcher.see(picture, step * number) for number in range(round(6 / step))]
    return [reading for reading in seen if reading.rest is Rest.SETTLED]


def test_a_die_beside_the_tray_is_not_looked_at_again_and_again() -> None:
    picture, looks = draw_tray([*ON_TRAY, DrawnDie(4, 360, 80, body=RED, pips=WHITE)]), []

    class Counting(Reader):
        def at(self, tray: Tray) -> "Counting":
            return Counting(tray, tray.size, tray.lens)

        def look(self, *given: object) -> object:  # type: ignore[override]
            looks.append(given)
            return super().look(*given)  # type: ignore[arg-type]

    watcher = Watcher(Counting(TRAY))
    for number in range(40):
        watcher.see(picture, 0.1 * number)
    assert len(looks) == 3


def test_the_die_that_rolls_off_the_tray_in_a_recording_is_found() -> None:
    path = RECORDINGS / "off-the-tray"
    recording = load(path)
    fallen = {
        number: [die for die in layout if die.zone == "outside"] for number, layout in enumerate(recording.layouts)
    }
    first = {number: next(i for i, frame in enumerate(recording.frames) if frame.layout == number) for number in fallen}
    pictures = {}
    with RecordedSource(path, recording, speed=None) as camera:
        for frame in camera.frames():
            if frame.number in first.values():
                pictures[frame.number] = frame.image
    assert any(fallen.values())
    for number, dice in fallen.items():
        found = [die for die in Reader().read(pictures[first[number]]).dice if die.zone is Zone.OUTSIDE]
        assert [die.center for die in found] == [pytest.approx(die.center, abs=12) for die in dice]


def test_dice_of_every_make_are_found_where_a_part_of_the_tray_is_said_to_be_all_of_it() -> None:
    corner = np.array([105.0, 65.0])
    true, found, false = 0, 0, []
    for folder in (FIXTURES / "stills" / "clean", FIXTURES / "stills" / "hard"):
        for label in json.loads((folder / "labels.json").read_text())[::10]:
            picture = cv2.imread(str(folder / label["file"]))
            assert picture is not None
            frame = (picture.shape[1], picture.shape[0])
            whole = Tray.from_corners(label["tray"]["corners"], frame, TraySize(300, 200, 50, 20))
            size = TraySize(90, 70, 20, 10)
            part = Tray.from_corners(whole.to_px(np.array(size.corners) + corner).tolist(), frame, size)
            dice = Reader(part).dice_beside(np.asarray(picture, dtype=np.uint8))
            near = size.outline(30) + corner
            for die in label["dice"]:
                if not die["flags"] and ((die["center_mm"] < near[0]) | (die["center_mm"] > near[2])).any():
                    true += 1
                    found += any(math.dist(one.center, die["center"]) < one.size_px / 2 for one in dice)
            false += [
                one for one in dice if all(math.dist(one.center, die["center"]) > one.size_px for die in label["dice"])
            ]
    assert not false
    assert found >= 0.85 * true > 30, (found, true)
