"""Recordings: read, written, refused when damaged, and played as a camera and a panel."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from device.errors import BadRecording
from device.recording.format import Recording, load, picture_name, save
from device.sources.recorded import RecordedSource
from tests.clock import Clock

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


@pytest.fixture
def numbered(folder: Path) -> Path:
    """The same recording with numbered pictures in place of the video."""
    (folder / "video.mp4").unlink()
    (folder / "pictures").mkdir()
    for number in range(FRAMES):
        cv2.imwrite(str(folder / "pictures" / picture_name(number)), np.full((48, 64, 3), 20 * number, np.uint8))
    rewrite(folder, {"video": None, "pictures": "pictures"})
    return folder


def rewrite(folder: Path, change: dict[str, Any]) -> None:
    (folder / "recording.json").write_text(json.dumps(labels() | change), "utf-8")


def everything() -> dict[str, Any]:
    """The labels with every field that a recording may have."""
    die = labels()["layouts"][0][0]
    barred = die | {"die": "ivory", "value": None, "yaw": 12.5, "zone": "rim", "flags": ["cocked"]}
    return labels() | {
        "made_by": "a test",
        "game": labels()["game"] | {"options": {"ante": 2, "roll_off": True}},
        "dice": {"ivory": {"size": 16.0, "body": [232, 220, 190], "pips": [22, 18, 16]}},
        "layouts": [[die, barred], []],
        "presses": [{"t": 0.5, "button": "roll", "counts": False, "why": "cocked"}],
        "choices": [{"t": 0.6, "box": "small_straight"}],
        "events": [
            {"t": 0.5, "player": "Mia", "rolled": [6, 5], "held": [4], "stands": True},
            {"t": 0.6, "player": "Jonas", "passed": True},
            {"t": 0.7, "player": "Mia", "box": "chance", "points": 0},
        ],
        "lamps": [{"t": 0.5, "pictures": {"left": "lamps/0-left.jpg", "near": "lamps/0-near.jpg"}}],
        "lamp_maps": "maps.npz",
        "trouble": [{"begin": 0.2, "end": 0.4, "what": "dim"}],
        "result": {
            "scores": {"Zoë": None},
            "winner": None,
            "rounds": [{"scores": {"Zoë": None}, "winner": None, "pot": 4}],
            "chips": {"Zoë": 20},
            "card": {"Zoë": {"chance": 0}},
        },
    }


def recording_of(content: dict[str, Any]) -> Recording:
    return msgspec.convert(content, Recording)


def test_every_frame_comes_with_its_time(folder: Path) -> None:
    with RecordedSource(folder, load(folder), speed=None) as camera:
        frames = list(camera.frames())
    assert [(frame.number, frame.time) for frame in frames] == [(number, number / 10) for number in range(FRAMES)]
    assert [round(float(frame.image.mean()) / 20) for frame in frames] == list(range(FRAMES))


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_frames_come_at_the_pace_they_were_taken(folder: Path, speed: float) -> None:
    clock = Clock(50.0)
    with RecordedSource(folder, load(folder), speed=speed, clock=clock, sleep=clock.sleep) as camera:
        came = [(frame.time, clock.now - 50) for frame in camera.frames()]
    assert len(came) == FRAMES
    assert all(passed == pytest.approx(moment / speed) for moment, passed in came)


def test_frames_that_nobody_had_time_for_come_late_until_the_pace_is_caught_up(folder: Path) -> None:
    clock = Clock(50.0)
    with RecordedSource(folder, load(folder), speed=1.0, clock=clock, sleep=clock.sleep) as camera:
        came = []
        for frame in camera.frames():
            came.append((frame.number, round(clock.now - 50, 2)))
            if frame.number == 2:
                clock.sleep(0.55)
    late = [(number, 0.75) for number in range(3, 8)]
    assert came == [(0, 0.0), (1, 0.1), (2, 0.2), *late, (8, 0.8), (9, 0.9), (10, 1.0), (11, 1.1)]


def test_numbered_pictures_play_as_a_video_does(numbered: Path) -> None:
    recording = load(numbered)
    with RecordedSource(numbered, recording, speed=None, after=0.2) as camera:
        frames = list(camera.frames())
    assert [(frame.number, frame.time) for frame in frames] == [(n, n / 10) for n in range(3, FRAMES)]
    assert [round(float(frame.image.mean()) / 20) for frame in frames] == list(range(3, FRAMES))


def test_a_picture_that_is_gone_or_torn_is_reported(numbered: Path) -> None:
    recording = load(numbered)
    sixth = numbered / "pictures" / "000005.jpg"
    sixth.write_bytes(sixth.read_bytes()[:-40])
    with (
        RecordedSource(numbered, recording, speed=None) as camera,
        pytest.raises(BadRecording, match="is damaged at frame 5"),
    ):
        list(camera.frames())
    sixth.unlink()
    with (
        RecordedSource(numbered, recording, speed=None) as camera,
        pytest.raises(BadRecording, match="ends after 5 of 12 frames"),
    ):
        list(camera.frames())
    with pytest.raises(BadRecording, match=r"pictures/000005\.jpg of the recording .* is missing"):
        load(numbered)


@pytest.mark.parametrize("content", [labels(), everything()])
def test_what_is_saved_is_loaded_as_it_was(folder: Path, content: dict[str, Any]) -> None:
    recording = recording_of(content)
    (folder / "lamps").mkdir()
    for name in ("maps.npz", "lamps/0-left.jpg", "lamps/0-near.jpg"):
        (folder / name).write_bytes(b"only its name counts here")
    save(recording, folder)
    text = (folder / "recording.json").read_bytes()
    assert load(folder) == recording
    save(load(folder), folder)
    assert (folder / "recording.json").read_bytes() == text


def test_a_tray_recorded_live_needs_no_truth(folder: Path) -> None:
    live = {name: labels()[name] for name in ("schema", "name", "rendered", "video", "size")}
    tray = {"width": 300, "height": 200, "rail": 50, "marker": 20}
    recording = recording_of(live | {"tray": tray, "frames": [{"t": 0.0}, {"t": 0.5}]})
    save(recording, folder)
    assert load(folder) == recording
    kept = json.loads((folder / "recording.json").read_text("utf-8"))
    assert list(kept) == ["schema", "name", "rendered", "video", "size", "tray", "frames"]
    assert kept["frames"] == [{"t": 0.0}, {"t": 0.5}]


def test_what_could_not_be_loaded_is_not_saved(folder: Path) -> None:
    before = (folder / "recording.json").read_bytes()
    with pytest.raises(BadRecording, match=r"can’t be saved: a press or choice is outside its 0 to 1\.1 seconds"):
        save(recording_of(labels() | {"presses": [{"t": 9.0, "button": "roll"}]}), folder)
    assert (folder / "recording.json").read_bytes() == before


def test_a_full_disk_is_reported_and_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = sorted(folder.iterdir()), (folder / "recording.json").read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadRecording, match=r"can’t be written \(No space left on device\): free up space"):
        save(load(folder), folder)
    assert (sorted(folder.iterdir()), (folder / "recording.json").read_bytes()) == before


def test_a_folder_that_cannot_be_written_is_reported(folder: Path) -> None:
    with pytest.raises(BadRecording, match="can’t be written"):
        save(load(folder), folder / "nowhere")
    with pytest.raises(BadRecording, match="can’t be written"):
        save(load(folder), folder / "video.mp4")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": 2}, "has schema 2, this version reads 1"),
        ({"frames": []}, "needs frames"),
        ({"frames": [{"t": 1, "rest": "empty"}, {"t": 1, "rest": "empty"}]}, "each later than the one before"),
        ({"frames": [{"t": 1, "rest": "settled", "layout": 7}]}, "names a layout that is not there"),
        ({"frames": [{"t": 1, "rest": "settled", "layout": -1}]}, "names a layout that is not there"),
        ({"frames": [{"t": 1, "rest": "asleep"}]}, "Invalid enum value 'asleep'"),
        ({"presses": [{"t": 1, "button": "knee"}]}, "Invalid enum value 'knee'"),
        ({"presses": [{"t": 1, "button": "roll", "why": "rain"}]}, "Invalid enum value 'rain'"),
        ({"presses": [{"t": 1.2, "button": "roll"}]}, "a press or choice is outside its 0 to 1.1 seconds"),
        ({"choices": [{"t": -1, "box": "ones"}]}, "a press or choice is outside its 0 to 1.1 seconds"),
        ({"choices": [{"t": 1, "box": "elevens"}]}, "no game has a box “elevens”"),
        ({"trouble": [{"begin": 2, "end": 1, "what": "hand"}]}, "a trouble ends before it begins"),
        ({"layouts": [[labels()["layouts"][0][0] | {"value": 7}]]}, "Expected `int` <= 6"),
        ({"video": "other.mp4"}, "other.mp4 of the recording "),
        ({"video": "../video.mp4"}, "must be in the recording’s own folder"),
        ({"lamps": [{"t": 1, "pictures": {"left": "../left.jpg"}}]}, "must be in the recording’s own folder"),
        ({"lamps": [{"t": 1, "pictures": {"left": "/left.jpg"}}]}, "must be in the recording’s own folder"),
        ({"lamps": [{"t": 1, "pictures": {"left": "left.jpg"}}]}, "left.jpg of the recording "),
        ({"lamps": [{"t": 1, "pictures": {"above": "left.jpg"}}]}, "Invalid enum value 'above'"),
        ({"lamps": [{"t": 1, "pictures": {}}, {"t": 0.5, "pictures": {}}]}, "lamp pictures are not in the order"),
        ({"lamp_maps": "maps.npz"}, "maps.npz of the recording "),
        ({"video": None}, "it needs either a video or pictures"),
        ({"pictures": "pictures"}, "it needs either a video or pictures"),
        ({"video": None, "pictures": "frames"}, "frames/000000.jpg of the recording "),
        ({"game": 3}, "Expected `object | null`, got `int`"),
    ],
)
def test_a_damaged_recording_is_refused_in_one_sentence(folder: Path, change: dict[str, Any], said: str) -> None:
    rewrite(folder, change)
    with pytest.raises(BadRecording) as error:
        load(folder)
    assert said in str(error.value)
    assert str(folder) in str(error.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is damaged: Input data was truncated"),
        (b'{"schema": 1, "na', "is damaged: Input data was truncated"),
        (b'{"schema": 1, "name": "\xff"}', "is damaged: it is not UTF-8"),
        (b'{"schema": 1, "more": ' + b"[" * 100_000, "is damaged: maximum recursion depth"),
        (b"[]", "is damaged: Expected `object`, got `array`"),
    ],
)
def test_a_file_that_is_torn_or_something_else_is_refused(folder: Path, content: bytes, said: str) -> None:
    (folder / "recording.json").write_bytes(content)
    with pytest.raises(BadRecording) as error:
        load(folder)
    assert said in str(error.value)


def test_a_video_that_is_none_or_too_short_is_reported(folder: Path) -> None:
    rewrite(folder, {"frames": [{"t": number / 10, "rest": "empty"} for number in range(FRAMES + 3)]})
    with (
        RecordedSource(folder, load(folder), speed=None) as camera,
        pytest.raises(BadRecording, match="ends after 12 of 15 frames"),
    ):
        list(camera.frames())
    (folder / "video.mp4").write_bytes(b"not a video")
    with pytest.raises(BadRecording, match="is not a video that can be played"):
        RecordedSource(folder, load(folder), speed=None)
