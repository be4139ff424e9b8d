"""The lamps protocol: follow a plan of switches, and know what was switched when."""

from typing import Protocol, Self

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitches
from vision import LampSide


class Lamps(Protocol):
    """The four lamps of a table, at base level between captures. Leaving the ``with`` block restores the base level."""

    @property
    def sides(self) -> tuple[LampSide, ...]:
        """Return the lamps that can be switched."""
        ...

    @property
    def switches(self) -> LampSwitches:
        """Return what was switched since the latest plan began, on the clock of the frames."""
        ...

    def now(self, frame: Frame) -> float:
        """Return the present time on the clock of the frames; ``frame`` is the latest one."""
        ...

    def follow(self, plan: LampSwitches) -> None:
        """Switch as planned, without waiting for it. Another plan is given up."""
        ...

    def rest(self, moment: float) -> None:
        """Give up the plan at that moment, which is now: all lamps go to base level."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
