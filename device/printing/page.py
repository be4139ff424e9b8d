"""A page as shapes in millimetres, from its top-left corner, x to the right and y down."""

from dataclasses import dataclass
from typing import Literal

Ink = Literal["black", "grey"]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A black rectangle, filled."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A thin line: dashed where it is to be cut or folded."""

    x: float
    y: float
    to_x: float
    to_y: float
    dashed: bool = False
    ink: Ink = "grey"


@dataclass(frozen=True, slots=True)
class Label:
    """A line of words, ``size`` mm high, that begins or is centred at (x, y), its baseline."""

    x: float
    y: float
    words: str
    size: float = 3.5
    centred: bool = False


Shape = Rectangle | DrawnLine | Label


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page and what is on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
