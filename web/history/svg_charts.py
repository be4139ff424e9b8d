"""Coordinates of SVG charts. Colours are in the style sheet, texts in the templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT = 360.0, 200.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 10.0, 14.0, 30.0
"""The margins for what stands at the axes."""

GAP = 0.28
"""Of a bar's place, that part is left free."""

LABEL = 17.0
"""From a point to the foot of its number below; above it is as much less as the number is high."""

TICKS = 4
LEAST = 1e-6
"""What differs by less is drawn as one."""

MOST_POINTS = 160
"""A line has no more of them, however long the history is."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line at a round number; ``places`` are the decimals of its label."""

    at: str
    value: float
    places: int


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar, with the middle of its foot for the label."""

    x: str
    y: str
    width: str
    height: str
    middle: str
    value: float


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart with its base at zero."""

    bars: tuple[ChartBar, ...]
    ticks: tuple[Tick, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class ChartPin:
    """A point joined to the middle by a stem; ``label`` is the height of its number, ``beyond`` outside of the band."""

    x: str
    y: str
    label: str
    value: float
    beyond: bool


@dataclass(frozen=True, slots=True)
class Pins:
    """Values around a middle, with an expected band: its upper edge and its height."""

    pins: tuple[ChartPin, ...]
    ticks: tuple[Tick, ...]
    middle: str
    band: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line, as the ``d`` of a path and as points."""

    path: str
    points: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Several lines on one scale. ``mark`` is the height of a reference line, ``zero`` that of zero."""

    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]
    foot: str
    zero: str | None = None
    mark: str | None = None


def bars(values: Sequence[float]) -> Bars:
    """Return a bar chart; no value may be negative."""
    scale = _Scale(0.0, max((*values, 1.0)))
    place = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    return Bars(
        bars=tuple(
            ChartBar(
                x=_number(LEFT + place * (number + GAP / 2)),
                y=_number(scale.at(value)),
                width=_number(place * (1 - GAP)),
                height=_number(scale.at(0.0) - scale.at(value)),
                middle=_number(LEFT + place * (number + 0.5)),
                value=value,
            )
            for number, value in enumerate(values)
        ),
        ticks=scale.ticks,
        foot=_number(scale.at(0.0)),
    )


def pins(values: Sequence[float], middle: float, half: float) -> Pins:
    """Return counts as pins around their middle, with a band of ``half`` to both sides; the scale fits all of them.

    Neither band nor grid lines go below zero, though there is room for numbers under low pins.
    """
    far = max((half, *(abs(value - middle) for value in values))) * 1.25
    scale = _Scale(middle - far, middle + far)
    place = (WIDTH - LEFT - RIGHT) / len(values)
    return Pins(
        pins=tuple(
            ChartPin(
                x=_number(LEFT + place * (number + 0.5)),
                y=_number(scale.at(value)),
                label=_number(scale.at(value) + (LABEL if value < middle else 4 - LABEL)),
                value=value,
                beyond=abs(value - middle) > half,
            )
            for number, value in enumerate(values)
        ),
        ticks=tuple(tick for tick in scale.ticks if tick.value >= 0),
        middle=_number(scale.at(middle)),
        band=(_number(scale.at(middle + half)), _number(scale.at(max(middle - half, 0.0)) - scale.at(middle + half))),
    )


def lines(series: Sequence[Sequence[float]], mark: float | None = None, top: float = 0.0) -> Lines:
    """Return lines from left to right, all of the same length; thinned out to at most :data:`MOST_POINTS` points.

    The scale reaches from 0 to ``top`` at least.
    """
    values = [value for one in series for value in one] + ([] if mark is None else [mark])
    low, high = min((0.0, *values)), max((*values, top))
    scale = _Scale(low, high if high - low > LEAST else low + 1.0)
    return Lines(
        lines=tuple(_line(one, scale) for one in series),
        ticks=scale.ticks,
        foot=_number(HEIGHT - BOTTOM),
        zero=_number(scale.at(0.0)) if low < 0.0 < high else None,
        mark=None if mark is None else _number(scale.at(mark)),
    )


def _line(values: Sequence[float], scale: "_Scale") -> ChartLine:
    many = len(values)
    step = max(1, ceil(many / MOST_POINTS))
    chosen = sorted({*range(0, many, step), many - 1}) if many else []
    across = (WIDTH - LEFT - RIGHT) / max(many - 1, 1)
    points = tuple((_number(LEFT + across * place), _number(scale.at(values[place]))) for place in chosen)
    return ChartLine("M" + "L".join(f"{x} {y}" for x, y in points) if points else "", points)


class _Scale:
    """Converts values to heights."""

    def __init__(self, low: float, high: float) -> None:
        step = _step((high - low) / TICKS)
        self._low, self._high = floor(low / step) * step, ceil(high / step - 1e-9) * step
        places = max(0, -floor(log10(step) + 1e-9))
        many = round((self._high - self._low) / step)
        values = [round(self._low + step * number, places) for number in range(many + 1)]
        self.ticks = tuple(Tick(_number(self.at(value)), value, places) for value in values)

    def at(self, value: float) -> float:
        unit = (HEIGHT - TOP - BOTTOM) / (self._high - self._low)
        return HEIGHT - BOTTOM - (value - self._low) * unit


def _step(rough: float) -> float:
    power: float = 10.0 ** floor(log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * (1 - 1e-9))


def _number(length: float) -> str:
    return f"{round(length, 1) + 0.0:g}"
