"""When which lamp is the bright one: the plan of a capture, and the record of what was switched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, Self

from device.cameras.camera import Frame
from vision import LampSide

Light = LampSide | Literal["base", "mixed"]
"""The light of one exposure: one bright lamp, all lamps at base level, or a change in between."""

LEAD = 0.002
"""Seconds from making a plan to its first switch."""

MARGIN = 0.003
"""Seconds between a planned switch and the next exposure: a thread may be woken late."""

AFTER = 0.001
"""Seconds between the end of an exposure and the next planned switch."""

REMEMBERED = 20
"""Number of past changes that are remembered: frames come late."""


@dataclass(frozen=True, slots=True)
class LampSwitch:
    """A change of the light between ``begin`` and ``end`` (seconds): to one bright lamp, or None for the base level."""

    begin: float
    end: float
    side: LampSide | None

    @classmethod
    def at(cls, moment: float, side: LampSide | None) -> Self:
        return cls(moment, moment, side)


@dataclass(frozen=True, slots=True)
class LampSwitches:
    """Changes of the light in the order of their times. Before the first one all lamps have their base level."""

    changes: tuple[LampSwitch, ...] = ()

    def during(self, begin: float, end: float) -> Light:
        """Return the light of an exposure from ``begin`` to ``end`` (seconds)."""
        light: Light = "base"
        for change in self.changes:
            if change.end <= begin:
                light = change.side or "base"
            elif change.begin < end:
                return "mixed"
        return light

    def followed_by(self, *later: LampSwitch) -> "LampSwitches":
        """Return these changes up to the first of the ``later`` ones, and then those. Old ones are forgotten."""
        begin = later[0].begin if later else float("inf")
        before = tuple(change for change in self.changes if change.begin < begin)
        return LampSwitches((*before[-REMEMBERED:], *later))

    @classmethod
    def of(cls, packed: Sequence[tuple[float, float, str | None]]) -> Self:
        return cls(tuple(LampSwitch(begin, end, LampSide(side) if side else None) for begin, end, side in packed))

    @property
    def packed(self) -> list[tuple[float, float, str | None]]:
        return [(change.begin, change.end, change.side) for change in self.changes]

    @property
    def end(self) -> float:
        """Return the time of the last change; minus infinity without one."""
        return self.changes[-1].end if self.changes else float("-inf")


def plan(sides: Iterable[LampSide], now: float, frame: Frame, frames: int = 1) -> LampSwitches:
    """Return the switches that show each side for the whole exposure of that many ``frames``, then the base level.

    Exposures to come are those of ``frame`` (latest of the camera), each one period later. Where exposure and readout
    take less than a period each frame can have another lamp; else every second or third one.
    """
    began, ended = frame.exposed
    taking, period = ended - began, frame.period
    moment, changes = now + LEAD, list[LampSwitch]()
    for side in sides:
        changes.append(LampSwitch.at(moment, side))
        first = ceil((moment + MARGIN - began) / period)
        moment = began + (first + frames - 1) * period + taking + AFTER
    return LampSwitches((*changes, LampSwitch.at(moment, None)))
