"""The four lamps: they follow a plan of switches, and say what was switched when. Opens those of the configuration."""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol, Self

from device.cameras.camera import Camera, Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches
from device.cameras.process import CameraProcess
from device.config.schema import Config
from device.errors import BadRecording
from device.recording.format import Recording, load
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


class RecordedLamps:
    """Lamps of which a recording has pictures. :class:`~device.sources.recorded.RecordedSource` reads the switches.

    Their clock is that of the frames, and they switch exactly when it was planned. A camera in a process of its own
    says in its settings when a frame was ``shown``, and at which ``speed`` its clock runs.
    """

    def __init__(self, sides: tuple[LampSide, ...] = ()) -> None:
        self.sides = sides
        self.switches = LampSwitches()
        self.maps: Path | None = None
        """The file with the maps of the empty tray, if the recording has one."""
        self._told: Callable[[LampSwitches], None] = lambda _switches: None

    @classmethod
    def of(cls, recording: Recording, folder: Path | None = None) -> Self:
        taken = {side for shots in recording.lamps for side in shots.pictures}
        found = cls(tuple(side for side in LampSide if side in taken))
        found.maps = folder / recording.lamp_maps if folder and recording.lamp_maps else None
        return found

    def connect(self, camera: Camera) -> None:
        """Have that camera show what these lamps do, if it is in a process of its own."""
        if isinstance(camera, CameraProcess):
            self._told = camera.light
            self.switches = LampSwitches()

    def now(self, frame: Frame) -> float:
        """Return the time of the latest frame, or for a camera in a process of its own the present time."""
        if "shown" not in frame.settings:
            return frame.time
        return frame.time + (time.monotonic() - frame.settings["shown"]) * frame.settings["speed"]

    def follow(self, plan: LampSwitches) -> None:
        self._change(*plan.changes)

    def rest(self, moment: float) -> None:
        if self.switches.end > moment:
            self._change(LampSwitch.at(moment, None))

    def _change(self, *changes: LampSwitch) -> None:
        self.switches = self.switches.followed_by(*changes)
        self._told(self.switches)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.switches = LampSwitches()
