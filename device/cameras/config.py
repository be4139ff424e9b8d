"""The camera's configuration. A separate module, so that the camera process imports little else."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.cameras.exposure import Locked
from vision import Lens

RATE = 30.0
"""Pictures a second."""


class CameraConfig(msgspec.Struct, frozen=True):
    """The camera, its lens, and the values to which the Pi's camera is locked."""

    kind: Annotated[
        Literal["auto", "pi", "usb", "recording", "stills", "none"],
        Meta(description="camera (auto is the Pi's, else USB; recording and stills play path; none is play by hand)"),
    ] = "auto"
    device: Annotated[
        Annotated[int, Meta(ge=0)] | str,
        Meta(
            description="USB camera, or 0 for /dev/video0; otherwise the first in /dev/v4l/by-id",
            examples=["/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0"],
        ),
    ] = ""
    path: Annotated[
        str,
        Meta(description="recording or folder of pictures to play in a loop", examples=["recordings/first"]),
    ] = ""
    speed: Annotated[float, Meta(ge=0.1, le=10, description="speed of a recording: 2 is twice as fast")] = 1.0
    width: Annotated[int, Meta(ge=320, le=4608, description="of the pictures, in pixels")] = 1280
    height: Annotated[int, Meta(ge=240, le=2592)] = 720
    field_of_view: Annotated[float, Meta(description="of the lens, in degrees from left to right")] = (
        Lens().field_of_view
    )
    bend: Annotated[float, Meta(description="first radial coefficient of the lens; negative is barrel")] = Lens().bend
    rate: Annotated[
        Annotated[float, Meta(ge=10, le=60)] | None,
        Meta(
            description="pictures a second of the Pi's camera while anything moves; otherwise 30, with lamps 40",
            examples=[40.0],
        ),
    ] = None
    share: Annotated[
        Annotated[float, Meta(ge=0.2, le=1)] | None,
        Meta(
            description="of the automatic exposure that is kept; otherwise 1, with lamps 0.7: room for a bright lamp",
            examples=[0.7],
        ),
    ] = None
    mains: Annotated[Literal[50, 60], Meta(description="hertz of the mains")] = 50
    exposure: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(
            description="µs; the Pi's camera finds this and the next four, and keeps them here until you delete this",
            examples=[20000.0],
        ),
    ] = None
    gain: Annotated[float, Meta(ge=1, description="of the sensor", examples=[2.0])] = 1.0
    red: Annotated[float, Meta(gt=0, description="gain of red", examples=[1.8])] = 1.0
    blue: Annotated[float, Meta(gt=0, description="gain of blue", examples=[1.6])] = 1.0
    focus: Annotated[
        Annotated[float, Meta(ge=0)] | None, Meta(description="in dioptres; 0 is far away", examples=[2.2])
    ] = None

    @property
    def period(self) -> float:
        return 1 / (self.rate or RATE)

    @property
    def locked(self) -> Locked | None:
        """Return the values to lock the Pi's camera to at the start; None if it determines them itself."""
        if self.exposure is None:
            return None
        return Locked(self.exposure, self.gain, self.red, self.blue, self.focus)
