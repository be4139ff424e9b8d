"""Which camera there is, by the configuration."""

from device.cameras.camera import Camera
from device.cameras.live import LiveCamera
from device.cameras.pi import PiSource
from device.cameras.usb import UsbSource
from device.config import CameraConfig
from device.errors import CameraLost


def open_camera(config: CameraConfig) -> Camera:
    """The camera of that configuration; :class:`CameraLost` says why there is none."""
    if config.kind == "usb":
        return LiveCamera(UsbSource(config.device, config.width, config.height))
    try:
        return LiveCamera(PiSource(config.width, config.height))
    except CameraLost as no_pi_camera:
        if config.kind == "pi":
            raise
        try:
            return LiveCamera(UsbSource(config.device, config.width, config.height))
        except CameraLost as no_usb_camera:
            raise CameraLost(f"{no_pi_camera} {no_usb_camera}") from None
