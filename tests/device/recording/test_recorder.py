"""Recording a tray: what is kept can be played, whenever it ends."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.errors import BadRecording, CameraLost
from device.panels.factory import NullPanel, RecordedPanel
from device.recording.format import RecordedGame, load, picture_name
from device.recording.recorder import PICTURES, RESERVE, Recorder, keep_recording
from device.sources.recorded import RecordedSource
from table.panel import Button, Press
from tests.device.cameras.given import GivenCamera
from vision import TraySize

GAME = RecordedGame(preset="dice-game-depot", players=("Mia", "Jonas"), starter="Jonas")
SHORT = Path(__file__).parents[3] / "fixtures" / "recordings" / "camera-stall"
GREY = np.full((48, 64, 3), 90, np.uint8)


def recorder_of(folder: Path, every: float = 0.1, left: int = 1 << 30) -> Recorder:
    return Recorder(folder, TraySize(), GAME, every=every, free=lambda _: RESERVE + left)


def keep(recorder: Recorder, *moments: float) -> None:
    for number, moment in enumerate(moments):
        recorder.keep(Frame(GREY, moment, number))


def camera() -> GivenCamera:
    """Frames of a grey tray until it is lost."""
    lost = CameraLost("The camera stopped sending pictures: check its cable.")
    return GivenCamera(Frame(GREY, 7.0, 0), None, Frame(GREY, 8.0, 1), lost)


def test_a_game_that_is_recorded_again_has_the_same_frames_presses_and_tray(tmp_path: Path) -> None:
    source, folder = load(SHORT), tmp_path / "again"
    with RecordedSource(SHORT, source, speed=None) as camera, Recorder(folder, TraySize(), source.game) as kept:
        keep_recording(camera, RecordedPanel(source), kept, lambda: None)
    again = load(folder)
    assert [frame.t for frame in again.frames] == [frame.t for frame in source.frames]
    assert [(press.t, press.button) for press in again.presses] == [(press.t, press.button) for press in source.presses]
    assert (again.name, again.rendered, again.size, again.result) == ("again", False, source.size, None)
    assert again.tray.corners is not None
    assert source.tray.corners is not None
    assert np.allclose(again.tray.corners, source.tray.corners, atol=1.5)


def test_times_begin_with_the_first_frame(tmp_path: Path) -> None:
    with recorder_of(tmp_path) as recorder:
        recorder.press(Press(Button.ROLL, 499.0))
        keep(recorder, 500.0, 500.25)
        recorder.press(Press(Button.STAND, 500.2))
    recording = load(tmp_path)
    assert [frame.t for frame in recording.frames] == [0.0, 0.25]
    assert [(press.t, press.button) for press in recording.presses] == [(0.2, Button.STAND)]
    assert (recording.game, recording.rendered) == (GAME, False)


@pytest.mark.parametrize(
    ("every", "moments", "kept"),
    [
        (0.5, [50.0 + n / 10 for n in range(12)], [0.0, 0.5, 1.0]),
        (0.0, [5.0, 5.0002, 5.001, 5.001, 5.004], [0.0, 0.001, 0.004]),
    ],
    ids=["too soon", "at the same time"],
)
def test_frames_that_come_too_soon_are_left_out(
    tmp_path: Path, every: float, moments: list[float], kept: list[float]
) -> None:
    with recorder_of(tmp_path, every=every) as recorder:
        keep(recorder, *moments)
    assert [frame.t for frame in load(tmp_path).frames] == kept
    assert sorted(file.name for file in (tmp_path / PICTURES).iterdir()) == [picture_name(n) for n in range(3)]


def test_a_power_cut_leaves_what_was_kept_until_two_seconds_before(tmp_path: Path) -> None:
    recorder = recorder_of(tmp_path)
    keep(recorder, *(n / 10 for n in range(39)))
    recorder.press(Press(Button.ROLL, 3.7))
    recording = load(tmp_path)
    assert recording.frames[-1].t >= 3.8 - 2.0
    with RecordedSource(tmp_path, recording, speed=None) as camera:
        assert len(list(camera.frames())) == len(recording.frames)


def test_the_list_names_only_pictures_that_are_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_durable: list[str] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        made_durable.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    recorder = recorder_of(tmp_path)
    keep(recorder, 0.0, 1.0, 2.0)
    assert made_durable[:5] == [*map(picture_name, range(3)), PICTURES, "recording.json.new"]
    keep(recorder, 3.0, 4.0)
    assert made_durable[6:8] == [*map(picture_name, range(3, 5))]


def test_a_press_after_the_last_frame_waits_for_the_next(tmp_path: Path) -> None:
    recorder = recorder_of(tmp_path)
    keep(recorder, 0.0)
    recorder.press(Press(Button.ROLL, 2.5))
    keep(recorder, 2.0)
    assert load(tmp_path).presses == ()
    keep(recorder, 4.0)
    assert [press.t for press in load(tmp_path).presses] == [2.5]


def test_a_lost_camera_ends_the_recording_and_leaves_it_whole(tmp_path: Path) -> None:
    with pytest.raises(CameraLost), recorder_of(tmp_path) as recorder:
        keep_recording(camera(), NullPanel(), recorder, lambda: None)
    assert [frame.t for frame in load(tmp_path).frames] == [0.0, 1.0]


def test_it_stops_before_the_disk_is_full(tmp_path: Path) -> None:
    with (
        pytest.raises(BadRecording, match=r"is nearly full: the recording ends after 2 seconds"),
        recorder_of(tmp_path, left=-5) as recorder,
    ):
        keep(recorder, *(n / 10 for n in range(100)))
    assert load(tmp_path).frames[-1].t == 2.0


def test_it_knows_how_much_room_is_left(tmp_path: Path) -> None:
    recorder = recorder_of(tmp_path, left=10_000)
    keep(recorder, 0.0)
    assert recorder.room is None
    keep(recorder, 1.0)
    size = sum(file.stat().st_size for file in (tmp_path / PICTURES).iterdir())
    assert recorder.room == pytest.approx(10_000 / size)


def test_a_folder_with_a_recording_is_left_alone(tmp_path: Path) -> None:
    with recorder_of(tmp_path) as recorder:
        keep(recorder, 0.0)
    with pytest.raises(BadRecording, match="already holds a recording: name a new folder"):
        recorder_of(tmp_path)


def test_without_a_frame_nothing_is_written(tmp_path: Path) -> None:
    with recorder_of(tmp_path / "new"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_gives_up_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadRecording, match="can’t be written: there is no such folder"):
        keep(recorder_of(tmp_path / "file"), 0.0)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadRecording, match=r"can’t be written \(No space left on device\): free up space"):
        keep(recorder_of(tmp_path / "new"), 0.0, 1.0, 2.0)
