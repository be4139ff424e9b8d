"""The table's figures in Prometheus' text format, 0.0.4: counted where they happen, looked up when asked for.

No figure names a player or a game, and the number of samples is fixed.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import accumulate
from threading import Lock
from typing import Self

from device.cameras.camera import Frame
from device.doctor.hardware import TEMPERATURE, THROTTLED, UNDERVOLTED, UNDERVOLTED_ONCE
from device.doctor.machine import Machine
from device.journal.journal import Journal
from device.observer import Observer
from engine import Corrected, Rolled
from table.session import ConfirmedEvent
from vision import Reading, Rest, Watcher, on_tray
from vision.image import Bytes, Image
from web.services.device import LinkStatus, StickBackups

MetricLabels = Mapping[str, str]
Sample = tuple[str, MetricLabels, float]
"""Ending of the metric's name, labels, value."""


class Histogram:
    """Counts of values by upper bounds. Thread-safe."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._changing = Lock()

    def observe(self, value: float) -> None:
        with self._changing:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value

    def samples(self) -> Iterator[Sample]:
        with self._changing:
            counts, total = list(accumulate(self._counts)), self._sum
        for bound, count in zip((*map(number, self._bounds), "+Inf"), counts, strict=True):
            yield "_bucket", {"le": bound}, count
        yield "_sum", {}, total
        yield "_count", {}, counts[-1]


def metric(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterator[str]:
    found = list(samples)
    if found:
        yield f"# HELP {name} {_escaped(about)}"
        yield f"# TYPE {name} {kind}"
    for ending, labels, value in found:
        inside = ",".join(f'{key}="{_escaped(text, quoted=True)}"' for key, text in labels.items())
        yield f"{name}{ending}{{{inside}}} {number(value)}" if inside else f"{name}{ending} {number(value)}"


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _escaped(text: str, *, quoted: bool = False) -> str:
    text = text.replace("\\", r"\\").replace("\n", r"\n")
    return text.replace('"', r"\"") if quoted else text


READING = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
WRITING = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Bounds of the histograms, in seconds."""


class TimedWatcher(Watcher):
    """A watcher that counts how long each frame takes."""

    seconds: Histogram | None = None

    def see(self, image: Image, seconds: float, small: Bytes | None = None) -> Reading:
        if self.seconds is None:
            return super().see(image, seconds, small)
        began = time.perf_counter()
        try:
            return super().see(image, seconds, small)
        finally:
            self.seconds.observe(time.perf_counter() - began)


class TableMetrics(Observer):
    """The figures of one run of the table with that journal and watcher, which are timed from then on."""

    def __init__(
        self,
        journal: Journal,
        watcher: TimedWatcher | None = None,
        machine: Machine | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal = journal
        self._link: Callable[[], LinkStatus] | None = None
        self._sticks: StickBackups | None = None
        self.readings = Histogram(READING)
        self.writes = Histogram(WRITING)
        self._machine = machine or Machine()
        self._clock = clock
        self._began = clock()
        self._frames = self._rolls = self._corrections = self._doubtful = self._read = 0
        self._was_settled = False
        journal.timed = self.writes.observe
        if watcher:
            watcher.seconds = self.readings

    def beside(self, link: Callable[[], LinkStatus] | None, sticks: StickBackups | None) -> Self:
        self._link, self._sticks = link, sticks
        return self

    def observed(self, _frame: Frame, reading: Reading) -> None:
        self._frames += 1
        is_settled = reading.rest is Rest.SETTLED
        if is_settled and not self._was_settled:
            lying = on_tray(reading.dice)
            doubtful = sum(die.value is None for die in lying)
            self._doubtful += doubtful
            self._read += len(lying) - doubtful
        self._was_settled = is_settled

    def confirmed(self, event: ConfirmedEvent) -> None:
        if isinstance(event.event, Rolled):
            self._rolls += 1
        elif isinstance(event.event, Corrected):
            self._corrections += 1

    def text(self, streams: int) -> str:
        return "\n".join([*self._counted(), *self._looked_up(streams), ""])

    def _counted(self) -> Iterator[str]:
        for name, about, value in (
            ("rolls", "Confirmed rolls.", self._rolls),
            ("corrections", "Corrected rolls.", self._corrections),
            ("frames", "Frames from the camera.", self._frames),
        ):
            yield from metric(f"quarterdeck_{name}_total", "counter", about, [("", {}, value)])
        dice = [("", {"read": "yes"}, self._read), ("", {"read": "no"}, self._doubtful)]
        yield from metric("quarterdeck_dice_total", "counter", "Dice that came to rest; not read: doubtful.", dice)
        about = "Time to look at a frame, and to read its dice if they rest."
        yield from metric("quarterdeck_reading_seconds", "histogram", about, self.readings.samples())
        about = "Time until confirmed events are on disk."
        yield from metric("quarterdeck_journal_write_seconds", "histogram", about, self.writes.samples())

    def _looked_up(self, streams: int) -> Iterator[str]:
        link = self._link() if self._link else None
        sticks = self._sticks.status() if self._sticks else None
        volts = self._throttled()
        gauges: tuple[tuple[str, str, float | None], ...] = (
            ("streams", "Pages that follow the table.", streams),
            ("uptime_seconds", "Time since the table started.", self._clock() - self._began),
            ("journal_in_memory", "1 while confirmed events are in memory only.", self._journal.trouble is not None),
            ("link_behind_events", "Events that the venue has not confirmed.", link.behind if link else None),
            ("link_connected", "1 while the link to the venue is up.", link.linked if link else None),
            ("disk_free_bytes", "Free space at the journal.", self._machine.free(self._journal.file.parent)),
            ("temperature_celsius", "Temperature of the processor.", self._temperature()),
            ("undervoltage", "1 while the supply is too weak.", volts and bool(volts & UNDERVOLTED)),
            ("undervoltage_seen", "1 if it was too weak since the start.", volts and bool(volts & UNDERVOLTED_ONCE)),
            ("last_backup_timestamp_seconds", "Last backup on a USB stick.", sticks.last if sticks else None),
        )
        for name, about, value in gauges:
            if value is not None:
                yield from metric(f"quarterdeck_{name}", "gauge", about, [("", {}, float(value))])
        info: list[Sample] = [("", {"version": version("quarterdeck")}, 1)]
        yield from metric("quarterdeck_info", "gauge", "Version of the program.", info)

    def _temperature(self) -> float | None:
        told = self._machine.text(TEMPERATURE)
        return int(told) / 1000 if told and told.lstrip("-").isdigit() else None

    def _throttled(self) -> int | None:
        try:
            return int(self._machine.text(THROTTLED) or "", 16)
        except ValueError:
            return None
