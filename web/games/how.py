"""How to play: the lines of a page about the rules of one game, with small drawings of dice."""

from dataclasses import dataclass

from table.snapshot import Part


@dataclass(frozen=True, slots=True)
class ExampleDie:
    """One die of a drawing; without a face it is blank. ``part`` is the sign above it."""

    face: int | None = None
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One short sentence about the rules, with dice that show it."""

    text: str
    dice: tuple[ExampleDie, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One box of a score sheet: what it takes, dice that fit it, and the points that they give there."""

    name: str
    what: str
    dice: tuple[ExampleDie, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The rules of one game in short sentences. ``terms`` are the special words that its screens may show."""

    lines: tuple[RuleLine, ...]
    terms: tuple[str, ...]
    boxes: tuple[BoxLine, ...] = ()


def blank(dice: int) -> tuple[ExampleDie, ...]:
    """Return that many blank dice."""
    return (ExampleDie(),) * dice
