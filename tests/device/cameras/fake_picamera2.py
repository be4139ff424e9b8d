"""A fake picamera2 for machines without a Pi: the same calls, memory formats, errors and error messages.

:func:`stand_in` has programs that are started find it in place of picamera2. :func:`library` returns what stands in for
picamera2 in :class:`device.sources.pi.PiSource`. A :class:`Board` describes the connected camera and its faults; all of
these faults were observed with the real library.
"""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

import cv2
import numpy as np

from device.cameras.camera import Grey, Image

if TYPE_CHECKING:
    import pytest

Fault = Literal["none", "no camera", "busy", "broken pipe", "blocked", "another format", "another size", "padded"]

ALIGNED = 64
"""Row alignment of a padded stream, in bytes."""

FRAME = 1 / 30

_COMMON: dict[str, tuple[Any, Any, Any]] = {
    "AeEnable": (False, True, None),
    "AwbEnable": (False, True, None),
    "ExposureTime": (60, 66_666, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (16_971, 220_417_486, 33_333),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
}
CONTROLS: dict[str, dict[str, tuple[Any, Any, Any]]] = {
    "imx219": _COMMON,
    "old": {name: limits for name, limits in _COMMON.items() if not name.startswith("AeFlicker")},
    "imx708": _COMMON | {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)},
}
"""Controls of the sensors of Camera Modules 2 and 3, and of a libcamera without control of flicker: minimum, maximum,
default."""


ROOT = Path(__file__).parents[3]

MODULE = """
from tests.device.cameras.fake_picamera2 import Board, library

it = library(Board({board}))
Picamera2, controls = it.Picamera2, it.controls
"""


def stand_in(folder: Path, monkeypatch: "pytest.MonkeyPatch", module: str | None = None, board: str = "") -> None:
    """Have programs that are started find that module, or the fake with this board, in place of picamera2."""
    (folder / "picamera2.py").write_text(MODULE.format(board=board) if module is None else module)
    (folder / "libcamera.py").write_text("from picamera2 import controls\n")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{ROOT}")


class AfModeEnum(IntEnum):
    """libcamera's focus modes."""

    Manual = 0
    Auto = 1
    Continuous = 2


def grey_tray(number: int) -> Image:
    """Return an empty picture, (720, 1280, 3) uint8, with sensor noise that differs from frame to frame."""
    return np.asarray(_NOISE[number % len(_NOISE)], np.uint8)


_NOISE = np.random.default_rng(0).integers(88, 96, (4, 720, 1280, 3), np.uint8)


@dataclass(slots=True, eq=False)
class Board:
    """The connected hardware: the sensor, its picture for a frame number, and its faults.

    A ``blocked`` camera stops delivering at frame ``blocked_from``, as with its ribbon cable pulled. ``light`` is the
    exposure in µs, at gain 1, that its picture needs; ``focus`` is the position that its lens settles at. Its
    ``timestamps`` are ahead of the clock by so many seconds.
    """

    sensor: Literal["imx219", "imx708", "old"] = "imx708"
    picture: Callable[[int], Image] = grey_tray
    fault: Fault = "none"
    blocked_from: int = 0
    light: float = 30_000.0
    focus: float = 2.25
    timestamps: float = 0.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    told: list[dict[str, Any]] = field(default_factory=list)
    """The controls that were set, one entry per call."""


class Request:
    """One frame of both streams. The camera owns its buffers until they are released."""

    def __init__(self, picture: Image, streams: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
        self._picture = picture
        self._streams = streams
        self._metadata = metadata
        self.released = False

    def make_array(self, name: str) -> Grey:
        # RGB888 is in the order blue, green, red; YUV420 has row padding
        if self.released:
            raise RuntimeError("Request has been released")
        stream = self._streams[name]
        width, height = stream["size"]
        image = cv2.resize(self._picture, (width, height), interpolation=cv2.INTER_NEAREST)
        match stream["format"]:
            case "RGB888":
                return np.asarray(image, np.uint8)
            case "BGR888":
                return np.asarray(image[:, :, ::-1], np.uint8)
            case "XBGR8888":
                return np.asarray(np.dstack([image[:, :, ::-1], np.full((height, width), 255, np.uint8)]), np.uint8)
        padded = np.zeros((height * 3 // 2, stream["stride"]), np.uint8)
        padded[:, :width] = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        return padded

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def release(self) -> None:
        self.released = True


def library(board: Board) -> Any:
    """Return fake ``Picamera2`` and ``controls`` for that board."""

    class Picamera2:
        @staticmethod
        def global_camera_info() -> list[dict[str, Any]]:
            if board.fault == "no camera":
                return []
            place = f"/base/soc/i2c0mux/i2c@1/{board.sensor}@1a"
            return [{"Model": board.sensor, "Location": 2, "Rotation": 180, "Id": place, "Num": 0}]

        def __init__(self, camera_num: int = 0) -> None:
            assert camera_num == 0
            if board.fault == "busy":
                raise RuntimeError("Camera __init__ sequence did not complete.")
            self.camera_controls = dict(CONTROLS[board.sensor])
            self._streams: dict[str, Any] = {}
            self._set: dict[str, Any] = {}
            self._number = 0
            self._due = 0.0
            self._running = False
            self._lent: list[Request] = []

        def create_video_configuration(
            self,
            main: Mapping[str, Any],
            lores: Mapping[str, Any],
            buffer_count: int,
            controls: Mapping[str, Any],
        ) -> dict[str, Any]:
            return {"main": dict(main), "lores": dict(lores), "buffer_count": buffer_count, "controls": controls}

        def configure(self, camera_config: Mapping[str, Any]) -> None:
            assert not self._running
            self._streams = {name: dict(camera_config[name]) for name in ("main", "lores")}
            self._buffers = int(camera_config["buffer_count"])
            if board.fault == "another format":
                self._streams["main"]["format"] = "XBGR8888"
            if board.fault == "another size":
                self._streams["main"]["size"] = (1152, 648)
            for stream in self._streams.values():
                stream["stride"] = self._stride(stream)
            self.set_controls(camera_config["controls"])

        def _stride(self, stream: Mapping[str, Any]) -> int:
            row = int(stream["size"][0]) * {"YUV420": 1, "RGB888": 3, "BGR888": 3}.get(stream["format"], 4)
            return -(-row // ALIGNED) * ALIGNED + ALIGNED if board.fault == "padded" else row

        def camera_configuration(self) -> Any:
            return self._streams

        def set_controls(self, controls: Mapping[str, Any]) -> None:
            for name in controls:
                if name not in self.camera_controls:
                    raise RuntimeError(f"Control {name} is not advertised by libcamera")
            board.told.append(dict(controls))
            self._set |= controls

        def start(self) -> None:
            if board.fault == "broken pipe":
                raise RuntimeError("Failed to start camera: Broken pipe")
            self._running = True

        def capture_request(self, wait: bool) -> Any:
            assert not wait
            return SimpleNamespace(begun=board.clock())

        def wait(self, job: Any, timeout: float) -> Request:
            self._lent = [request for request in self._lent if not request.released]
            blocked = board.fault == "blocked" and self._number >= board.blocked_from
            if blocked or not self._running or len(self._lent) >= self._buffers:
                board.sleep(timeout)
                raise TimeoutError
            self._due = max(self._due + FRAME, job.begun)
            board.sleep(max(0.0, self._due - board.clock()))
            request = Request(board.picture(self._number), self._streams, self._metadata())
            self._lent.append(request)
            self._number += 1
            return request

        def _metadata(self) -> dict[str, Any]:
            """Return the camera's automatic values, which approach those that the light needs within about a second."""
            near = 1 - 0.7 ** (self._number + 1)
            metadata = {
                "ExposureTime": round(min(board.light, 66_666.0) * near),
                "AnalogueGain": max(1.0, board.light / 66_666.0),
                "ColourGains": (1.0 + 0.8 * near, 1.0 + 0.6 * near),
                "SensorTimestamp": round(1e9 * (self._due + board.timestamps)),
            }
            if "LensPosition" in self.camera_controls:
                metadata["LensPosition"] = 1.0 + (board.focus - 1.0) * near
            kept = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
            return metadata | {name: self._set[name] for name in kept if name in self._set}

    return SimpleNamespace(Picamera2=Picamera2, controls=SimpleNamespace(AfModeEnum=AfModeEnum))
