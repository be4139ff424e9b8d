"""The lamps protocol: follow a plan of switches, and know what was switched when. Opens the configured lamps."""

from collections.abc import Collection
from pathlib import Path
from typing import Protocol, Self

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitches
from device.config.schema import Config
from device.errors import BadRecording
from device.lamps.recorded import RecordedLamps
from device.recording.format import load
from engine.i18n import listed, pgettext
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


SIDES = {
    LampSide.LEFT: pgettext("light strip", "left"),
    LampSide.RIGHT: pgettext("light strip", "right"),
    LampSide.FAR: pgettext("light strip", "far"),
    LampSide.NEAR: pgettext("light strip", "near"),
}


def named(sides: Collection[LampSide]) -> str:
    return listed([SIDES[side] for side in LampSide if side in sides])


def open_lamps(config: Config) -> Lamps:
    """Return the configured lamps. Raises :class:`~device.errors.NoLamps` if they cannot be used.

    A camera that plays a recording sees the lamps of that recording only, one that plays stills sees none. A table
    without lamps has those of a recording without any.
    """
    if config.camera.kind == "recording":
        folder = Path(config.camera.path)
        try:
            return RecordedLamps.of(load(folder), folder)
        except BadRecording:
            return RecordedLamps()  # the camera says what is wrong with it
    if config.lamps.pins is None or config.camera.kind in ("stills", "none"):
        return RecordedLamps()
    from device.lamps.gpio import GpioLamps  # loads gpiozero

    return GpioLamps(config.lamps)
