"""The Raspberry Pi's own camera, through picamera2 (from Raspberry Pi OS: ``apt install python3-picamera2``)."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from device.cameras.camera import Image, Shot
from device.cameras.config import CameraConfig
from device.cameras.exposure import Locked, Settling, flicker
from device.errors import CameraLost
from device.files.os_errors import unseen
from vision.i18n import gettext as _

WAIT = 2.0
"""Timeout of one frame in seconds."""

CLOSE = 0.001
"""Seconds by which the camera's clock may differ from this program's."""

BUFFERS = 4
SMALL_WIDTH = 320
"""Width in pixels of the small stream, used for motion detection."""

BGR: dict[str, Callable[[Image], Image]] = {
    "RGB888": lambda array: array,
    "BGR888": lambda array: array[:, :, ::-1],
    "XRGB8888": lambda array: array[:, :, :3],
    "XBGR8888": lambda array: array[:, :, 2::-1],
}
"""How each of picamera2's formats becomes blue, green, red; its names tell the order from the far end."""

LUMINANCE_FIRST = ("YUV420", "YVU420")

MAKEFILE = Path(__file__).parents[2] / "Makefile"
"""What a clone is set up with; an installed version has none."""


def picamera2_of_the_system() -> Any:
    """Return ``Picamera2`` and libcamera's ``controls``. Raises :class:`CameraLost` if not available."""
    try:
        from libcamera import controls
        from picamera2 import Picamera2
    except Exception as error:
        raise CameraLost(_why_not_loaded(error)) from None
    return SimpleNamespace(Picamera2=Picamera2, controls=controls)


def _why_not_loaded(error: Exception) -> str:
    """Return why picamera2 cannot be imported. What it is built on raises any error there, not ImportError alone."""
    numpy = "numpy" in str(error)
    if numpy and MAKEFILE.exists():
        return _(
            "picamera2 can’t be loaded with numpy {numpy} ({error}): run make clean setup.",
            numpy=np.__version__,
            error=error,
        )
    if numpy or not isinstance(error, ImportError):
        return _("picamera2 can’t be loaded ({error}): reinstall python3-picamera2.", error=repr(error))
    if "libcamera" in str(error) and not isinstance(error, ModuleNotFoundError):  # a symbol or a library is missing
        return _(
            "python3-libcamera doesn’t fit this libcamera ({error}): sudo apt full-upgrade, then restart the Pi.",
            error=error,
        )
    missing = str(error.name).partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if missing in ("libcamera", "picamera2") and (why := unseen("picamera2")):
        return _("{why}.", why=why)
    return _("picamera2 cannot be used ({error}): install python3-picamera2.", error=error)


class PiSource:
    """First camera on the ribbon cable, with a small stream beside the large one.

    Configured exposure and focus are locked at once. Otherwise the camera controls them until it has settled.
    ``library`` replaces picamera2. Raises :class:`CameraLost` if the library or the camera is missing.
    """

    def __init__(
        self,
        config: CameraConfig,
        library: Any = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._library = library or picamera2_of_the_system()
        self._clock = clock
        self._sleep = sleep
        self._taken = 0.0
        self._news: list[str] = []
        self._kept = config.locked
        self._settling = None if self._kept else Settling(config.mains, config.period, config.share or 1.0)
        self._period = config.period
        self._to_tell: Locked | None = None
        self._request: Any = None
        camera = _first_camera(self._library.Picamera2)
        try:
            self._camera = self._library.Picamera2(camera)
            self._configure(config)
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            if "sequence did not complete" in str(error):  # the device was busy
                busy = _("The Pi’s camera cannot be started ({error}): is another program using it?", error=error)
                raise CameraLost(busy) from None
            raise CameraLost(_("The Pi’s camera cannot be started ({error}): restart the Pi.", error=error)) from None

    def _configure(self, config: CameraConfig) -> None:
        height = round(SMALL_WIDTH * config.height / config.width / 2) * 2
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": (config.width, config.height), "format": "RGB888"},
                lores={"size": (SMALL_WIDTH, height), "format": "YUV420"},
                buffer_count=BUFFERS,
                controls=self._known(self._controls(config)),
            )
        )
        self._streams: Mapping[str, Any] = self._camera.camera_configuration()
        main = self._streams["main"]
        if main["format"] not in BGR:
            raise CameraLost(
                _("The Pi’s camera sends {main}, which can’t be read: update Raspberry Pi OS.", main=main["format"])
            )
        if tuple(main["size"]) != (config.width, config.height):
            width, height = main["size"]
            self._news.append(
                _(
                    "The camera gives {width}×{height} instead of {width_2}×{height_2}.",
                    width=width,
                    height=height,
                    width_2=config.width,
                    height_2=config.height,
                )
            )

    def _controls(self, config: CameraConfig) -> dict[str, Any]:
        focus = self._library.controls.AfModeEnum
        frame_us = int(1e6 * config.period)
        pace: dict[str, Any] = {"FrameDurationLimits": (frame_us, frame_us)}
        if self._kept:
            return pace | self._kept.controls(focus.Manual)
        steady = {"AeFlickerMode": 1, "AeFlickerPeriod": round(flicker(config.mains))}
        return pace | steady | {"AfMode": focus.Continuous}

    def _known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        known = self._camera.camera_controls
        if unknown := [name for name in controls if name not in known]:
            self._news.append(_("This camera has no {unknown}: setting ignored.", unknown=", ".join(unknown)))
        return {name: value for name, value in controls.items() if name in known}

    def advance(self, pause: float) -> bool:
        """Wait for the first frame that is late enough. Return False on timeout."""
        self._let_go()
        self._sleep(max(0.0, self._taken + 0.9 * pause - self._clock()))
        job = self._camera.capture_request(wait=False)
        try:
            self._request = self._camera.wait(job, timeout=WAIT)
        except TimeoutError:
            return False
        self._taken = self._clock()
        return True

    def shot(self) -> Shot | None:
        metadata = self._request.get_metadata()
        main, lores = self._streams["main"], self._streams.get("lores")
        width, height = main["size"]
        image = BGR[main["format"]](np.asarray(self._request.make_array("main"), np.uint8))[:height, :width]
        small = None
        if lores and lores["format"] in LUMINANCE_FIRST:
            width, height = lores["size"]  # a row may be longer than the image is wide
            small = np.asarray(self._request.make_array("lores"), np.uint8)[:height, :width]
        if self._settling:
            self._lock(self._settling.see(metadata, self._taken))
        names = {"ExposureTime": "exposure", "AnalogueGain": "gain", "LensPosition": "focus"}
        settings = {ours: float(metadata[theirs]) for theirs, ours in names.items() if theirs in metadata}
        return Shot(image, self._taken, small, settings | self._exposed(metadata))

    def _exposed(self, metadata: Mapping[str, Any]) -> dict[str, float]:
        """Return when the frame was exposed, in monotonic seconds.

        libcamera's timestamp is the beginning of the readout on a Pi: the first row's exposure ends then. The last row
        follows after the readout, which takes at most the sensor mode's shortest frame.
        """
        if not {"SensorTimestamp", "ExposureTime", "FrameDurationLimits"} <= {*metadata, *self._camera.camera_controls}:
            return {}
        readout = float(self._camera.camera_controls["FrameDurationLimits"][0]) / 1e6
        first_row = metadata["SensorTimestamp"] / 1e9
        if not -CLOSE <= self._taken - first_row < WAIT:
            return {}
        return {
            "began": first_row - metadata["ExposureTime"] / 1e6,
            "ended": min(first_row + readout, self._taken),
            "period": metadata.get("FrameDuration", 1e6 * self._period) / 1e6,
        }

    def _lock(self, locked: Locked | None) -> None:
        if locked is None:
            return
        self._settling, self._to_tell = None, locked
        self._camera.set_controls(self._known(locked.controls(self._library.controls.AfModeEnum.Manual)))

    def news(self) -> list[str]:
        news, self._news = self._news, []
        return news

    def locked(self) -> Mapping[str, float] | None:
        locked, self._to_tell = self._to_tell, None
        return locked.values if locked else None

    def _let_go(self) -> None:
        if self._request is not None:
            self._request.release()
            self._request = None


def _first_camera(library: Any) -> int:
    try:
        cameras = library.global_camera_info()
    except RuntimeError as error:
        raise CameraLost(_("The Pi’s cameras cannot be listed ({error}): restart the Pi.", error=error)) from None
    found = next((one for one in cameras if "usb" not in str(one.get("Id", "")).lower()), None)
    if found is None:
        raise CameraLost(_("The Pi sees no camera: check the ribbon cable."))
    return int(found["Num"])
