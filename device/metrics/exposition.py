"""Counters and histograms, and Prometheus' text format for them, version 0.0.4.

The format is a line for each sample, after a ``# HELP`` and a ``# TYPE`` line for each metric
(https://prometheus.io/docs/instrumenting/exposition_formats/).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from threading import Lock

MetricLabels = Mapping[str, str]
Sample = tuple[str, MetricLabels, float]
"""Ending of the metric's name, labels, value."""


class Counter:
    """A number that only grows. One thread counts, any thread reads."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, count: int = 1) -> None:
        """Count that many."""
        self.value += count

    def samples(self) -> Iterator[Sample]:
        """Yield the value."""
        yield "", {}, self.value


class Histogram:
    """Counts of values by upper bounds. Thread-safe."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        self._changing = Lock()

    def observe(self, value: float) -> None:
        """Count a value."""
        with self._changing:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value

    def samples(self) -> Iterator[Sample]:
        """Yield a sample for each bound, the sum and the count."""
        with self._changing:
            counts, total = list(accumulate(self._counts)), self._sum
        for bound, count in zip((*map(number, self._bounds), "+Inf"), counts, strict=True):
            yield "_bucket", {"le": bound}, count
        yield "_sum", {}, total
        yield "_count", {}, counts[-1]


def metric(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterator[str]:
    """Yield the lines of a metric; none without samples."""
    found = list(samples)
    if found:
        yield f"# HELP {name} {_escaped(about)}"
        yield f"# TYPE {name} {kind}"
    for ending, labels, value in found:
        inside = ",".join(f'{key}="{_escaped(text, quoted=True)}"' for key, text in labels.items())
        yield f"{name}{ending}{{{inside}}} {number(value)}" if inside else f"{name}{ending} {number(value)}"


def number(value: float) -> str:
    """Return the number as the format has it."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _escaped(text: str, *, quoted: bool = False) -> str:
    text = text.replace("\\", r"\\").replace("\n", r"\n")
    return text.replace('"', r"\"") if quoted else text
