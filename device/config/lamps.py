"""The section of the configuration on the four lamps."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from vision import LampSide

Pin = Annotated[int, Meta(ge=0, le=27)]

RATE_WITH_LAMPS = 40.0
"""Pictures a second of the Pi's camera: two of them for each lamp, exposures of 20 ms, take 0.2 s."""

SHARE_WITH_LAMPS = 0.7
"""Share of the automatic exposure: under a bright lamp white dice must not be overexposed."""


class LampsConfig(msgspec.Struct, frozen=True):
    """Four light strips round the camera, by their pins (BCM numbers); see docs/lamps.md."""

    pins: Annotated[
        tuple[Pin, Pin, Pin, Pin] | None,
        Meta(
            description="left, right, far and near strip; without pins there are no lamps", examples=[(16, 20, 21, 26)]
        ),
    ] = None
    active_high: Annotated[bool, Meta(description="false: a low pin makes its strip brighter")] = True
    films: Annotated[bool, Meta(description="polarizing films on strips and lens, crossed, keep glare away")] = False
    seconds: Annotated[
        float, Meta(ge=0.1, le=2, description="that the pictures of a throw may take; then the table goes on without")
    ] = 0.25

    @property
    def sides(self) -> Mapping[LampSide, int]:
        """Return the pin of each lamp; empty without lamps."""
        return dict(zip(LampSide, self.pins or (), strict=False))
