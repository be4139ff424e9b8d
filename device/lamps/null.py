"""No lamps."""

from typing import Self

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitches


class NullLamps:
    """Lamps of a table without lamps."""

    sides = ()
    switches = LampSwitches()

    def now(self, frame: Frame) -> float:
        """Return the frame's time."""
        return frame.time

    def follow(self, plan: LampSwitches) -> None:
        """Do nothing."""

    def rest(self, moment: float) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None
