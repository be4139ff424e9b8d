"""Lamps of a recording: the recorded camera shows the pictures that were taken under them."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from device.cameras.camera import Camera, Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches
from device.cameras.process import CameraProcess
from device.recording.format import Recording
from vision import LampSide


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
