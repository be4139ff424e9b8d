"""Recordings and stills as live cameras."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches
from device.errors import BadRecording, CameraLost
from device.recording.format import load
from device.sources.recorded import (
    SHOWN,
    STEP,
    LampFilm,
    LitSource,
    PlayingSource,
    RecordedSource,
    recording_source,
    stills_source,
)
from tests.device.lamps.drawn_recording import drawn_recording
from vision import LampSide


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


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn recording with lamp pictures."""
    folder = tmp_path_factory.mktemp("playing") / "drawn"
    drawn_recording(folder)
    return folder


def lit_source(folder: Path, speed: float = 1.0) -> tuple[LitSource, list[float], list[LampSwitches]]:
    """That recording as a camera, a clock that moves on while it sleeps, and what the lamps do."""
    recording = load(folder)
    moments, switches = [100.0], [LampSwitches()]

    def frames() -> Iterator[Frame]:
        with RecordedSource(folder, recording, speed=None) as camera:
            yield from camera.frames()

    def sleep(seconds: float) -> None:
        moments[0] += seconds

    film = LampFilm(folder, recording)
    source = LitSource(frames, speed, film, lambda: switches[0], clock=lambda: moments[0], sleep=sleep)
    return source, moments, switches


def test_a_recording_with_lamps_is_played_at_the_full_rate_of_a_camera(drawn: Path) -> None:
    source, moments, switches = lit_source(drawn)
    shots = [next_of(source) for _ in range(80)]
    assert shots[-1].time == pytest.approx(moments[0])
    assert np.diff([shot.time for shot in shots]) == pytest.approx([0.025] * 79)
    near, another = (np.asarray(cv2.imread(str(drawn / "lamps" / f"000000-{name}.jpg"))) for name in ("near", "left"))
    lights = list[object]()
    switches[0] = LampSwitches((LampSwitch.at(102.01, LampSide.NEAR), LampSwitch.at(102.11, None)))
    for shot in (next_of(source) for _ in range(8)):
        light = switches[0].during(*shot.exposed)
        lights.append(light)
        assert np.array_equal(shot.image[400:], another[400:]) == (light == "mixed")
        assert np.array_equal(shot.image, near) == (light is LampSide.NEAR), (shot.time, light)
    assert lights[0] == "mixed"
    assert lights.count(LampSide.NEAR) == 3
    assert lights[-1] == "base"


def next_of(source: LitSource) -> Frame:
    assert source.advance(0.0)
    shot = source.shot()
    assert shot is not None
    return Frame(shot.image, shot.time, 0, shot.settings)


def test_a_calm_tray_with_lamps_is_shown_ten_times_a_second_and_the_recording_begins_again(drawn: Path) -> None:
    source, _, _ = lit_source(drawn, speed=2.0)
    times = []
    for _ in range(40):
        assert source.advance(0.1)
        shot = source.shot()
        assert shot is not None
        times.append(shot.time)
    assert times == pytest.approx([100.1 + 0.1 * number for number in range(40)])
