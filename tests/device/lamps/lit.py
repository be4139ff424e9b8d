"""A camera over a tray with lamps, whose exposures are known: what it sees follows from what is switched."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from device.cameras.camera import Frame, Image
from device.cameras.lamp_switches import LampSwitch, LampSwitches, Light
from device.lamps.lamps import Lamps, RecordedLamps
from vision import LampPictures, LampSide


@dataclass
class LitCamera:
    """Frames under the lamps: at that rate, exposed and read out for ``taking`` seconds, and ``late`` by so many more.

    ``pictures`` returns the lamp pictures of the tray at a time. A mixed exposure is half base and half of it a lamp's.
    """

    lamps: Lamps
    pictures: Callable[[float], LampPictures]
    rate: float = 40.0
    taking: float = 0.038
    late: float = 0.015
    broken: frozenset[LampSide] = frozenset()
    began: float = 10.0

    def frames(self) -> Iterator[Frame | None]:
        for number in range(100_000):
            begin = self.began + number / self.rate
            end = begin + self.taking
            settings = {"began": begin, "ended": end, "period": 1 / self.rate}
            yield Frame(self.image(begin, end), end + self.late, number, settings)

    def image(self, begin: float, end: float) -> Image:
        """What the sensor sees from ``begin`` to ``end``."""
        light: Light = self.lamps.switches.during(begin, end)
        taken = self.pictures(begin)
        if light == "base" or light in self.broken:
            return taken.base
        if light == "mixed":
            mixed = next(iter(taken.lamps.values())).copy()
            mixed[::2] = taken.base[::2]
            return mixed
        return taken.lamps[light]

    def calm(self, still: bool) -> None:
        """Do nothing: every frame is yielded."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


class LateLamps(RecordedLamps):
    """Lamps that are switched so many seconds later than planned."""

    late = 0.0

    def follow(self, plan: LampSwitches) -> None:
        moved = (LampSwitch.at(change.begin + self.late, change.side) for change in plan.changes)
        super().follow(LampSwitches(tuple(moved)))
