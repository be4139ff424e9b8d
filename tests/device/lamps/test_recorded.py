"""Lamps of a recording, and a recorded camera in a process of its own that shows what they do."""

from pathlib import Path

import cv2
import numpy as np

from device.cameras.config import CameraConfig
from device.cameras.process import CameraProcess
from device.config.schema import Config, LampsConfig
from device.lamps.capture import lamp_pictures
from device.lamps.lamps import RecordedLamps, open_lamps
from tests.device.lamps.drawn_recording import drawn_recording
from vision import LampSide


def test_a_recorded_camera_in_its_process_shows_what_the_lamps_do(tmp_path: Path) -> None:
    recording = drawn_recording(tmp_path / "drawn")
    config = CameraConfig(kind="recording", path=str(tmp_path / "drawn"))
    lamps = open_lamps(Config(camera=config))
    assert isinstance(lamps, RecordedLamps)
    assert lamps.maps == tmp_path / "drawn" / "lamp-maps.npz"
    with CameraProcess(config) as camera:
        lamps.connect(camera)
        frames = (frame for frame in camera.frames() if frame)
        began = next(frames).time
        rest = (frame for frame in frames if frame.time > began + 1.2)
        pictures = lamp_pictures(rest, lamps, 1)
    assert pictures.lamps.keys() == set(LampSide)
    for side, name in recording.lamps[0].pictures.items():
        assert np.array_equal(pictures.lamps[side], np.asarray(cv2.imread(str(tmp_path / "drawn" / name))))


def test_which_lamps_a_configuration_has() -> None:
    pins = LampsConfig(pins=(16, 20, 21, 26))
    cameras = (CameraConfig(kind="none"), CameraConfig(kind="stills"), CameraConfig(kind="recording", path="/nowhere"))
    without = (Config(), *(Config(camera=camera, lamps=pins) for camera in cameras))
    assert [open_lamps(config).sides for config in without] == [()] * 4
