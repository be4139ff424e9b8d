"""Recordings: read, refused when damaged, and played as a camera and a panel."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.recording import RecordingCamera
from device.errors import BadRecording
from device.panels.panel import Button
from device.panels.recording import RecordedPanel
from device.recording import load

FRAMES = 12
CORNERS = [[0, 0], [64, 0], [64, 48], [0, 48]]


def labels() -> dict[str, Any]:
    die = {"value": 6, "center": [30, 20], "corners": CORNERS, "center_mm": [100, 50], "zone": "rolling", "flags": []}
    return {
        "schema": 1,
        "name": "drawn",
        "rendered": True,
        "video": "video.mp4",
        "size": [64, 48],
        "tray": {"width": 300, "height": 200, "rail": 50, "marker": 20, "corners": CORNERS},
        "game": {"preset": "dice-game-depot", "players": ["Mia", "Jonas"], "starter": "Mia"},
        "layouts": [[die]],
        "frames": [
            {"t": number / 10, "rest": "settled" if number % 2 else "moving", "layout": 0 if number % 2 else None}
            for number in range(FRAMES)
        ],
        "presses": [{"t": 0.75, "button": "stand"}, {"t": 0.25, "button": "roll"}],
        "result": {"scores": {"Mia": 9, "Jonas": None}, "winner": "Mia"},
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recording whose frames are grey, each lighter than the one before."""
    video = cv2.VideoWriter(str(tmp_path / "video.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 48))
    for number in range(FRAMES):
        video.write(np.full((48, 64, 3), 20 * number, np.uint8))
    video.release()
    (tmp_path / "recording.json").write_text(json.dumps(labels()), "utf-8")
    return tmp_path


class Clock:
    """A clock that goes on only while somebody sleeps, or by a jump."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_every_frame_comes_with_its_time(folder: Path) -> None:
    with RecordingCamera(folder, load(folder), speed=None) as camera:
        frames = list(camera.frames())
    assert [(frame.number, frame.time) for frame in frames] == [(number, number / 10) for number in range(FRAMES)]
    assert [round(float(frame.image.mean()) / 20) for frame in frames] == list(range(FRAMES))


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_frames_come_at_the_pace_they_were_taken(folder: Path, speed: float) -> None:
    clock = Clock()
    with RecordingCamera(folder, load(folder), speed=speed, clock=clock, sleep=clock.sleep) as camera:
        came = [(frame.time, clock.now - 50) for frame in camera.frames()]
    assert len(came) == FRAMES
    assert all(passed == pytest.approx(moment / speed) for moment, passed in came)


def test_frames_that_nobody_had_time_for_are_dropped(folder: Path) -> None:
    clock = Clock()
    with RecordingCamera(folder, load(folder), speed=1.0, clock=clock, sleep=clock.sleep) as camera:
        numbers = []
        for frame in camera.frames():
            numbers.append(frame.number)
            if frame.number == 2:
                clock.sleep(0.55)
    assert numbers == [0, 1, 2, 7, 8, 9, 10, 11]


def test_it_can_go_on_in_the_middle(folder: Path) -> None:
    recording = load(folder)
    with RecordingCamera(folder, recording, speed=None, after=0.5) as camera:
        assert [frame.number for frame in camera.frames()] == [6, 7, 8, 9, 10, 11]
    with RecordedPanel(recording, after=0.25) as panel:
        assert [press.button for press in panel.presses(9.0)] == [Button.STAND]


def test_presses_come_in_their_order_when_their_moment_has_come(folder: Path) -> None:
    panel = RecordedPanel(load(folder))
    assert [[press.button for press in panel.presses(moment)] for moment in (0.2, 0.25, 0.7, 1.0, 2.0)] == [
        [],
        [Button.ROLL],
        [],
        [Button.STAND],
        [],
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": 2}, "has schema 2, this version reads 1"),
        ({"frames": []}, "needs frames"),
        ({"frames": [{"t": 1, "rest": "empty"}, {"t": 1, "rest": "empty"}]}, "each later than the one before"),
        ({"frames": [{"t": 1, "rest": "settled", "layout": 7}]}, "names a layout that is not there"),
        ({"frames": [{"t": 1, "rest": "asleep"}]}, "Invalid enum value 'asleep'"),
        ({"presses": [{"t": 1, "button": "knee"}]}, "Invalid enum value 'knee'"),
        ({"video": "other.mp4"}, "other.mp4 is missing"),
        ({"video": "../video.mp4"}, "must lie in the recording's own folder"),
        ({"game": None}, "Expected `object`, got `null`"),
    ],
)
def test_a_damaged_recording_is_refused_in_one_sentence(folder: Path, change: dict[str, Any], said: str) -> None:
    (folder / "recording.json").write_text(json.dumps(labels() | change), "utf-8")
    with pytest.raises(BadRecording) as error:
        load(folder)
    assert said in str(error.value)
    assert str(folder) in str(error.value)


def test_what_is_no_recording_at_all_is_refused(folder: Path) -> None:
    with pytest.raises(BadRecording, match="is not a recording"):
        load(folder / "nowhere")
    (folder / "recording.json").write_bytes(b'{"schema": 1, "na')
    with pytest.raises(BadRecording, match="is damaged"):
        load(folder)
    (folder / "recording.json").write_bytes(b"\xff\xff")
    with pytest.raises(BadRecording, match="is damaged"):
        load(folder)


def test_a_video_that_is_none_or_too_short_is_told(folder: Path) -> None:
    longer = labels() | {"frames": [{"t": number / 10, "rest": "empty"} for number in range(FRAMES + 3)]}
    (folder / "recording.json").write_text(json.dumps(longer), "utf-8")
    with (
        RecordingCamera(folder, load(folder), speed=None) as camera,
        pytest.raises(BadRecording, match="ends after 12 of 15 frames"),
    ):
        list(camera.frames())
    (folder / "video.mp4").write_bytes(b"not a video")
    with pytest.raises(BadRecording, match="is not a video that can be played"):
        RecordingCamera(folder, load(folder), speed=None)
