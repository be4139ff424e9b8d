"""Finding the tray, and the accuracy run: throws, what lay there, what was read."""

from pathlib import Path

import numpy as np
import pytest

from device.calibration import AccuracyResult, AccuracyRun, Trial, by_corners, by_markers
from device.cameras.camera import Frame
from device.errors import BadTrial
from device.recording.format import load
from device.sources.recorded import RecordedSource
from tests.table.lying import EMPTY, MOVING, settled
from vision import Lens, Reading, TraySize


def thrown(run: AccuracyRun, *readings: Reading) -> AccuracyRun:
    for reading in (EMPTY, MOVING, *readings):
        run.see(reading)
    return run


def test_it_asks_only_after_a_throw_and_once_for_each() -> None:
    run = AccuracyRun(2)
    run.see(settled([6, 5, 4]))
    assert not run.asks, "they lay there before"
    thrown(run, settled([6, 5, 4], shift=9))
    assert run.asks
    run.told("6 5 4")
    run.see(settled([6, 5, 4], shift=9))
    assert (run.asks, run.number, run.over) == (False, 2, False)
    thrown(run, settled([1, 1, 1])).told("111")
    assert run.over
    assert (run.result.dice, run.result.right, run.result.passed, run.die_size) == (6, 6, True, 16.0)


def test_dice_that_roll_on_are_not_asked_for() -> None:
    run = thrown(AccuracyRun(), settled([6, 5, 4]))
    run.see(MOVING)
    assert not run.asks


@pytest.mark.parametrize("words", ["", "seven", "6 7", "6 5 x", "-1"])
def test_what_no_dice_show_is_asked_for_again(words: str) -> None:
    run = thrown(AccuracyRun(), settled([6, 5, 4]))
    with pytest.raises(BadTrial, match="enter 1 to 6 for each"):
        run.told(words)
    assert run.asks


def test_no_answer_is_taken_before_a_throw() -> None:
    with pytest.raises(BadTrial, match="No throw yet"):
        AccuracyRun().told("6 5 4")


@pytest.mark.parametrize(
    ("lay", "read", "right", "missed", "wrong"),
    [
        ((6, 5, 4), (4, 5, 6), 3, 0, 0),
        ((6, 5, 4), (6, 5), 2, 1, 0),
        ((6, 5, 4), (6, 5, 3), 2, 0, 1),
        ((6, 5, 4), (6, 5, 4, 1), 3, 0, 1),
        ((6, 5, 4), (), 0, 3, 0),
    ],
)
def test_a_trial_counts_what_was_right_missed_and_wrong(
    lay: tuple[int, ...], read: tuple[int, ...], right: int, missed: int, wrong: int
) -> None:
    trial = Trial(lay, read)
    assert (trial.right, trial.missed, trial.wrong) == (right, missed, wrong)


@pytest.mark.parametrize(("missed", "wrong", "passed"), [(0, 0, True), (1, 0, True), (2, 0, False), (0, 1, False)])
def test_one_die_in_twenty_may_go_unread_and_none_may_be_read_wrongly(missed: int, wrong: int, passed: bool) -> None:
    dice = (6,) * 25
    read = (6,) * (25 - missed - wrong) + (5,) * wrong
    assert AccuracyResult((Trial(dice, read),)).passed is passed


def test_a_run_without_throws_is_not_passed() -> None:
    assert not AccuracyResult(()).passed


RECORDING = Path(__file__).parents[2] / "fixtures" / "recordings" / "illegal-hold"
FRAME = (1280, 720)


def test_markers_are_found_in_several_pictures_and_do_not_wander() -> None:
    recording = load(RECORDING)
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        located = by_markers((frame for frame in camera.frames() if frame), TraySize(), Lens())
    assert located is not None
    assert recording.tray.corners is not None
    assert (located.seen, located.looked, located.steady) == (5, 5, True)
    assert np.allclose(located.tray.corners_px, recording.tray.corners, atol=1.5)


def test_a_camera_that_swings_is_noticed() -> None:
    recording = load(RECORDING)
    with RecordedSource(RECORDING, recording, speed=None) as camera:
        first = next(frame for frame in camera.frames() if frame)
    swinging = [Frame(np.roll(first.image, 6 * (number % 2), axis=1), number / 10, number) for number in range(8)]
    located = by_markers(swinging, TraySize(), Lens())
    assert located is not None
    assert not located.steady


def test_without_markers_nothing_is_found() -> None:
    grey = np.full((720, 1280, 3), 90, np.uint8)
    assert by_markers([Frame(grey, 0.0, 0)], TraySize(), Lens()) is None
    assert by_markers([], TraySize(), Lens()) is None


@pytest.mark.parametrize("words", ["330,150 970,150 970,580 330,580", "330 150, 970 150, 970 580, 330 580"])
def test_corners_are_read_as_they_are_written(words: str) -> None:
    tray = by_corners(words, FRAME, TraySize(), Lens())
    assert tray.corners_px[2] == (970.0, 580.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("330,150 970,150", "are not four corners"),
        ("here and there", "are not four corners"),
        ("330,150 330,580 970,580 970,150", "Mark them in the order top left"),
    ],
)
def test_corners_of_no_tray_are_reported(words: str, said: str) -> None:
    with pytest.raises(BadTrial, match=said):
        by_corners(words, FRAME, TraySize(), Lens())
