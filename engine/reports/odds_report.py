"""Reports of the odds of rules: figures as JSON, and a table of them in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.i18n import joined

Figure = Fraction | float | int | Sequence[Fraction] | Mapping[str, Fraction]
"""A figure of the rules: exact, or with the precision of a float, or one for each number of dice or each result."""


@dataclass(frozen=True, slots=True)
class OddsAsked:
    """What is asked beside the figures of the rules.

    ``beat``: also the chance to score more than that. ``solve``: compute what is otherwise read from a table; ``show``
    is called with the progress, a share from 0 to 1.
    """

    beat: int | None = None
    solve: bool = False
    show: Callable[[float], None] | None = None


@dataclass(frozen=True, slots=True)
class FigureName:
    """The name of a figure in words, and whether it is a chance: a share, which is shown in percent."""

    name: str
    is_chance: bool = False


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One row of the table: a name, a number, and whether it is a chance."""

    name: str
    value: Fraction | float | int
    is_chance: bool = False


@dataclass(frozen=True, slots=True)
class OddsReport:
    """The odds of rules: in JSON types, fractions in lowest terms (``"n/d"``); as rows, and as lines below them."""

    figures: Mapping[str, Any]
    rows: tuple[OddsRow, ...] = ()
    lines: tuple[str, ...] = ()


def report_of(figures: Mapping[str, Figure], names: Mapping[str, FigureName]) -> OddsReport:
    """Return the report of figures that have these names. One of several numbers has a row for each, with its key."""
    rows = [
        OddsRow(joined([names[key].name, part], " ") if part else names[key].name, value, names[key].is_chance)
        for key, figure in figures.items()
        for part, value in _parts(figure)
    ]
    return OddsReport({key: in_json(figure) for key, figure in figures.items()}, tuple(rows))


def in_json(figure: Figure) -> Any:
    """Return a figure in JSON types, fractions in lowest terms as ``"n/d"``."""
    if isinstance(figure, Fraction):  # Python writes no number of more than 4,300 digits
        return f"{figure.numerator}/{figure.denominator}" if figure.denominator < 10**4000 else float(figure)
    if isinstance(figure, Mapping):
        return {key: in_json(one) for key, one in figure.items()}
    if isinstance(figure, Sequence):
        return [in_json(one) for one in figure]
    return figure


def _parts(figure: Figure) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a figure, each with its key; a single number has an empty one."""
    if isinstance(figure, Mapping):
        yield from figure.items()
    elif isinstance(figure, Sequence):
        yield from ((str(place), one) for place, one in enumerate(figure, 1))
    else:
        yield "", figure
