"""The camera's configuration. A separate module, so that the camera process imports little else."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.cameras.exposure import Locked
from vision import Lens


class CameraConfig(msgspec.Struct, frozen=True):
    """Camera selection and settings: ``auto`` uses the Pi's camera if there is one, else the USB camera ``device``.

    With ``none`` the game is played by hand. A ``recording``, or a folder of ``stills``, is played from ``path`` in a
    loop, at ``speed`` times the original rate. ``field_of_view`` (horizontal, degrees) and ``bend`` (first radial
    coefficient) describe the lens. ``mains`` is the mains frequency in Hz. The Pi's camera is locked to ``exposure``
    (µs), ``gain``, the gains ``red`` and ``blue``, and ``focus`` (dioptres); without ``exposure`` it determines them
    itself.
    """

    kind: Literal["auto", "pi", "usb", "recording", "stills", "none"] = "auto"
    device: Annotated[int, Meta(ge=0)] = 0
    path: str = ""
    speed: Annotated[float, Meta(ge=0.1, le=10)] = 1.0
    width: Annotated[int, Meta(ge=320, le=4608)] = 1280
    height: Annotated[int, Meta(ge=240, le=2592)] = 720
    field_of_view: float = Lens().field_of_view
    bend: float = Lens().bend
    mains: Literal[50, 60] = 50
    exposure: Annotated[float, Meta(gt=0)] | None = None
    gain: Annotated[float, Meta(ge=1)] = 1.0
    red: Annotated[float, Meta(gt=0)] = 1.0
    blue: Annotated[float, Meta(gt=0)] = 1.0
    focus: Annotated[float, Meta(ge=0)] | None = None

    @property
    def locked(self) -> Locked | None:
        """Return the values to lock the Pi's camera to at the start; None if it determines them itself."""
        if self.exposure is None:
            return None
        return Locked(self.exposure, self.gain, self.red, self.blue, self.focus)
