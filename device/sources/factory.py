"""Opens the configured camera."""

from collections.abc import Callable, Mapping
from pathlib import Path

from device.cameras.camera import Camera
from device.cameras.config import CameraConfig
from device.cameras.lamp_switches import LampSwitches
from device.cameras.process import CameraProcess
from device.cameras.source import Source
from device.errors import CameraLost
from device.sources.pi import PiSource
from device.sources.usb import UsbSource
from vision.i18n import gettext as _


def open_camera(
    config: CameraConfig,
    noted: Callable[[str], None] = lambda _sentence: None,
    locked: Callable[[Mapping[str, float]], None] = lambda _settings: None,
) -> Camera:
    """Return the configured camera, in a process of its own. If there is none, its frames raise the reason.

    ``noted`` is called with each notice, a sentence each. ``locked`` is called with the settled exposure and focus.
    """
    return CameraProcess(config, noted=noted, locked=locked)


def open_source(config: CameraConfig, switches: Callable[[], LampSwitches] = LampSwitches) -> Source:
    """Return the configured source, in this process. ``switches`` returns what the lamps of a recording do.

    Raises :class:`CameraLost` if there is none.
    """
    match config.kind:
        case "recording" | "stills":
            # what recordings know of games is not loaded beside a camera that has nothing to do with it
            from device.sources.looped import recording_source, stills_source

            if config.kind == "stills":
                return stills_source(Path(config.path), config.speed)
            return recording_source(Path(config.path), config.speed, switches)
        case "usb":
            return UsbSource(config.device, config.width, config.height)
        case "pi":
            return PiSource(config)
        case "none":
            raise CameraLost(_("The configuration has no camera: set [camera] kind to “auto” to use one."))
    try:
        return PiSource(config)
    except CameraLost as no_pi_camera:
        try:
            return UsbSource(config.device, config.width, config.height)
        except CameraLost as no_usb_camera:
            raise CameraLost(_("{first} {second}", first=str(no_pi_camera), second=str(no_usb_camera))) from None
