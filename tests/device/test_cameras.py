"""A camera in a process of its own: the newest picture counts, and one that gives none is left behind and killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import process as apart
from device.cameras.camera import Frame, Image, Shot
from device.cameras.config import CameraConfig
from device.cameras.process import CameraProcess, Patience
from device.cameras.shared_frame import SharedFrame
from device.errors import CameraLost
from tests.device.cameras.fake_picamera2 import stand_in
from tests.end_to_end.program import RECORDING

PI = CameraConfig(kind="pi")


@pytest.fixture
def plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A fake picamera2 that a camera's process finds; call it with the faults of its board."""
    stand_in(tmp_path, monkeypatch)
    return lambda board: stand_in(tmp_path, monkeypatch, board=board)


def first_frames(camera: CameraProcess, number: int) -> list[Frame]:
    found = []
    for frame in camera.frames():
        found += [frame] if frame else []
        if len(found) == number:
            break
    return found


def lost_after(camera: CameraProcess) -> tuple[str, float]:
    """Why a camera was lost, and how many seconds after its last frame."""
    last = time.monotonic()
    try:
        for frame in camera.frames():
            last = time.monotonic() if frame else last
    except CameraLost as error:
        return str(error), time.monotonic() - last
    raise AssertionError("it was never lost")


def test_a_cameras_process_loads_neither_games_nor_pages() -> None:
    loaded = "import sys, device.sources.worker; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert {"engine", "web", "flask", "device.config.schema", "device.recording.format"}.isdisjoint(done.stdout.split())


@pytest.mark.usefixtures("plugged_in")
def test_frames_come_with_their_small_picture_and_settings_ten_a_second_while_the_tray_is_calm() -> None:
    with CameraProcess(PI) as camera:
        first, *_, last = first_frames(camera, 5)
        camera.calm(True)
        calm = first_frames(camera, 7)
        camera.calm(False)
        lively = first_frames(camera, 9)
    assert min(np.diff([frame.time for frame in calm[2:]])) > 0.08
    assert min(np.diff([frame.time for frame in lively[2:]])) < 0.08
    assert first.image.shape == (720, 1280, 3)
    assert first.small is not None
    assert first.small.shape == (180, 320)
    assert abs(float(first.small.mean()) - float(cv2.cvtColor(first.image, cv2.COLOR_BGR2GRAY).mean())) < 15
    assert last.number > first.number
    assert 0 < last.time - first.time < 5
    assert last.settings["exposure"] > first.settings["exposure"]


def test_a_camera_that_gives_nothing_more_is_lost_and_its_process_is_gone(plugged_in: Callable[[str], None]) -> None:
    plugged_in("fault='blocked', blocked_from=5")
    with CameraProcess(PI, patience=Patience(next=0.5)) as camera:
        process = camera.process
        why, seconds = lost_after(camera)
    assert why == "The camera stopped sending pictures: if it goes on, check its cable."
    assert seconds > 0.4
    assert not Path(f"/proc/{process}").exists()


def test_a_picture_that_stands_still_is_a_lost_camera(plugged_in: Callable[[str], None]) -> None:
    plugged_in("picture=lambda _: __import__('numpy').full((720, 1280, 3), 90, 'uint8')")
    with CameraProcess(PI, patience=Patience(next=60, same=0.5)) as camera:
        assert lost_after(camera)[0] == "The camera picture is frozen: if it goes on, restart the machine."
    assert Patience().same + apart.TICK < 5


@pytest.mark.usefixtures("plugged_in")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_camera_whose_process_dies_or_hangs_is_lost(how: signal.Signals) -> None:
    with CameraProcess(PI, patience=Patience(next=0.5)) as camera:
        first_frames(camera, 3)
        os.kill(camera.process, how)
        why, _ = lost_after(camera)
    assert why in (
        "The camera’s program ended (-9): if it goes on, restart the machine.",
        "The camera stopped sending pictures: if it goes on, check its cable.",
    )


@pytest.mark.usefixtures("plugged_in")
def test_nothing_is_left_open_by_a_camera_that_is_opened_again_and_again() -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = opened()
    for _ in range(2):
        with CameraProcess(PI) as camera:
            first_frames(camera, 1)
    assert opened() == before


@pytest.mark.usefixtures("plugged_in")
@pytest.mark.parametrize("config", [b"", b'{"kind": "p', b'{"kind": "pi"}\n'], ids=["none", "half of one", "whole"])
def test_the_process_ends_without_output_when_its_parent_is_gone(config: bytes) -> None:
    shelf, (news, theirs) = SharedFrame(), os.pipe()
    child = [sys.executable, "-m", "device.sources.worker", str(shelf.handle), str(theirs)]
    done = subprocess.run(child, input=config, capture_output=True, timeout=60, pass_fds=(shelf.handle, theirs))
    os.close(theirs)
    os.close(news)
    shelf.close()
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_recording_is_a_camera_that_never_ends() -> None:
    with CameraProcess(CameraConfig(kind="recording", path=str(RECORDING), speed=10)) as camera:
        frames = first_frames(camera, 4)
    assert frames[0].image.shape == (720, 1280, 3)
    assert frames[-1].time > frames[0].time


@pytest.mark.parametrize("kind", ["pi", "usb"])
def test_a_camera_that_is_not_there_is_reported_in_one_sentence(kind: str) -> None:
    with CameraProcess(CameraConfig(kind=kind, device=97)) as camera, pytest.raises(CameraLost) as error:  # type: ignore[arg-type]
        list(camera.frames())
    assert str(error.value).count(". ") == 0


def test_where_either_camera_would_do_both_missing_are_reported() -> None:
    with CameraProcess(CameraConfig(device=97)) as camera, pytest.raises(CameraLost, match=r"picamera2.*/dev/video97"):
        list(camera.frames())


def test_shared_memory_holds_the_newest_frame() -> None:
    ours = SharedFrame()
    theirs = SharedFrame(os.dup(ours.handle))
    image: Image = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    theirs.put(Shot(np.zeros_like(image), 7.4, None, {}), 2)
    theirs.put(Shot(image, 7.5, image[:, :, 0], {"gain": 2.0}), 3)
    frame = ours.take()
    assert frame is not None
    assert (frame.number, frame.time, frame.settings) == (3, 7.5, {"gain": 2.0})
    assert np.array_equal(frame.image, image)
    assert frame.small is not None
    assert np.array_equal(frame.small, image[:, :, 0])
    ours.close()
    theirs.close()


def test_a_picture_larger_than_the_shared_memory_is_refused() -> None:
    shelf = SharedFrame()
    with pytest.raises(ValueError, match="larger than any camera’s"):
        shelf.put(Shot(np.zeros((6000, 6000, 3), np.uint8), 0.0), 0)
    shelf.close()
