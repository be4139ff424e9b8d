"""Recordings and stills as live cameras."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame
from device.errors import BadRecording, CameraLost
from device.sources.looped import SHOWN, STEP, PlayingSource, recording_source, stills_source


def three() -> Iterator[Frame]:
    for number in range(3):
        yield Frame(np.full((2, 2, 3), number, np.uint8), 0.1 * number, number)


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_it_plays_over_and_over_at_its_pace(speed: float) -> None:
    moments = [50.0]

    def sleep(seconds: float) -> None:
        moments[0] += seconds

    source = PlayingSource(three, speed, clock=lambda: moments[0], sleep=sleep)
    shown = []
    for _ in range(7):
        assert source.advance(0.1)
        shot = source.shot()
        assert shot is not None
        shown.append((int(shot.image[0, 0, 0]), round(shot.time - 50, 3), round(moments[0] - 50, 3)))
    assert [picture for picture, _, _ in shown] == [0, 1, 2, 0, 1, 2, 0]
    assert [at for _, at, _ in shown] == pytest.approx([0.1 * number for number in range(7)])
    assert [at for _, _, at in shown] == pytest.approx([0.1 * number / speed for number in range(7)], abs=2e-3)


def test_each_still_of_a_folder_is_shown_for_a_while(tmp_path: Path) -> None:
    for name, grey in (("b.png", 20), ("a.jpg", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((48, 64, 3), grey, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    source = stills_source(tmp_path, 1000.0)
    shown = []
    for _ in range(round(2.5 * SHOWN / STEP)):
        source.advance(0.0)
        shot = source.shot()
        assert shot is not None
        shown.append(int(shot.image[0, 0, 0]))
    assert [shown.count(10), shown.count(20)] == [round(1.5 * SHOWN / STEP), round(SHOWN / STEP)]
    assert shown[0] == 10


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="There are no pictures in"):
        stills_source(tmp_path, 1.0)
    with pytest.raises(BadRecording, match="is not a recording"):
        recording_source(tmp_path, 1.0)
