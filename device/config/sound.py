"""The section of the configuration on the table's own speaker."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class SoundConfig(msgspec.Struct, frozen=True):
    """The caller on the device, by espeak-ng through its speaker; screens choose their sound for themselves."""

    caller: Annotated[bool, Meta(description="says the roll and what is needed")] = False
    language: Annotated[Literal["en", "de", "es", "fr"], Meta(description="of the caller")] = "en"
    volume: Annotated[float, Meta(ge=0, le=1, description="from 0 to 1")] = 0.8
    device: Annotated[str, Meta(description="ALSA device; otherwise the usual one", examples=["plughw:1,0"])] = ""
