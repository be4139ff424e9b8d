"""The section ``[backup]`` of the configuration: daily backups to a USB stick."""

from typing import Annotated

import msgspec
from msgspec import Meta


class BackupConfig(msgspec.Struct, frozen=True):
    """Daily backups to a USB stick that was chosen for them."""

    usb: Annotated[bool, Meta(description="a chosen stick has a folder quarterdeck-backups; others get nothing")] = True
    time: Annotated[
        str,
        Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", description="of the day; what was missed is made up for"),
    ] = "05:00"
    keep: Annotated[int, Meta(ge=1, le=365, description="so many backups of this table stay on the stick")] = 7
    sticks: Annotated[
        str, Meta(description="folder in which sticks are mounted; the Debian package mounts them there")
    ] = "/media/quarterdeck"

    @property
    def minute(self) -> int:
        """Return the minute of the day."""
        hour, _colon, minute = self.time.partition(":")
        return 60 * int(hour) + int(minute)
