"""The sheet of a tray: its four markers to cut out, and the rail to lay under its lip."""

from collections.abc import Iterator
from typing import Literal

import cv2

from device.printing.page import DrawnLine, Label, Rectangle, Shape, SheetPage
from engine.i18n import gettext as _
from engine.i18n import joined
from vision import TraySize

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

CORNERS = (_("top left"), _("top right"), _("bottom right"), _("bottom left"))
"""Which corner of the tray each marker is glued into, by its number."""

MARGIN = 15.0
APART = 14.0
RULER = 100.0

MODULES = 6
"""Of a 4 × 4 marker with its black frame; a white margin one module wide is around that."""


def sheets(size: TraySize, paper: Paper) -> list[SheetPage]:
    """The pages of that tray: markers and a ruler, then the rail, in pieces where it is longer than the paper."""
    width, height = PAPERS[paper]
    first = SheetPage(width, height, (*_head(size), *_markers(size, width), *_ruler(height)))
    longest = height - 2 * MARGIN - 25
    whole, pieces = size.height, max(1, -(-int(size.height) // int(longest)))
    if not size.rail or size.rail > width - 2 * MARGIN:
        return [first]
    length = whole / pieces
    rails = [SheetPage(width, height, tuple(_rail(size, number, pieces, length))) for number in range(pieces)]
    return [first, *rails]


def _head(size: TraySize) -> Iterator[Shape]:
    yield Label(MARGIN, MARGIN + 4, _("Quarterdeck: the markers of the tray"), 6)
    words = _(
        "for a tray of {width:g} × {height:g} mm inside, markers of {marker:g} mm",
        width=size.width,
        height=size.height,
        marker=size.marker,
    )
    yield Label(MARGIN, MARGIN + 11, words)
    steps = (
        _("1. Print at 100 %, on matt paper: the line below must be 100 mm long."),
        _("2. Cut along the dashed lines. The white margin belongs to the marker."),
        _("3. Glue each flat into the corner of the floor that is written under it, the mark ^ away from you."),
    )
    for number, step in enumerate(steps):
        yield Label(MARGIN, MARGIN + 19 + 5.5 * number, step)


def _markers(size: TraySize, width: float) -> Iterator[Shape]:
    """The four markers, in a square as they lie in the tray."""
    top = MARGIN + 45
    step = max(size.marker + 2 * APART, 70.0)
    left = (width - step - size.marker) / 2
    places = ((left, top), (left + step, top), (left + step, top + step), (left, top + step))
    for number, (x, y) in enumerate(places):
        yield from _marker(number, x, y, size.marker)


def _marker(number: int, left: float, top: float, size: float) -> Iterator[Shape]:
    module = size / (MODULES + 2)
    picture = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, MODULES, borderBits=1
    )
    for row in range(MODULES):
        column = 0
        while column < MODULES:
            end = next((one for one in range(column, MODULES) if picture[row, one]), MODULES)
            if end > column:
                x, y = left + (column + 1) * module, top + (row + 1) * module
                # a hair taller than a module: no light shows between rows
                tall = module + (0.05 if row + 1 < MODULES else 0.0)
                yield Rectangle(x, y, (end - column) * module, tall)
            column = end + 1
    yield from _cut(left, top, size, size)
    middle = left + size / 2
    yield Label(middle, top - 2.5, "^", 4, centred=True)
    yield Label(middle, top + size + 5, joined([str(number), CORNERS[number]], ": "), centred=True)


def _rail(size: TraySize, number: int, pieces: int, length: float) -> Iterator[Shape]:
    title = _("Quarterdeck: the hold rail")
    if pieces > 1:
        title = _("Quarterdeck: the hold rail, piece {number} of {pieces}", number=number + 1, pieces=pieces)
    steps = (
        _("{width:g} × {height:g} mm: cut it out and lay it along the left side.", width=size.rail, height=size.height),
        _("Glue the lip (a strip 3 mm wide and high) along its right edge, then take it out."),
    )
    yield Label(MARGIN, MARGIN + 4, title, 6)
    for row, step in enumerate(steps):
        yield Label(MARGIN, MARGIN + 11 + 5 * row, step)
    top = MARGIN + 25
    yield from _cut(MARGIN, top, size.rail, length)
    lip = MARGIN + size.rail
    yield DrawnLine(lip, top, lip, top + length, ink="black")
    yield Label(lip + 3, top + length / 2, _("the lip is on this line"))
    for tick in range(0, int(length) + 1, 10):
        yield DrawnLine(MARGIN, top + tick, MARGIN + (5 if tick % 50 == 0 else 2.5), top + tick)


def _ruler(height: float) -> Iterator[Shape]:
    y = height - MARGIN - 5
    yield DrawnLine(MARGIN, y, MARGIN + RULER, y, ink="black")
    for tick in range(0, int(RULER) + 1, 10):
        yield DrawnLine(MARGIN + tick, y, MARGIN + tick, y - (4 if tick % 50 == 0 else 2), ink="black")
    yield Label(MARGIN, y + 5, _("this line is 100 mm long"))


def _cut(x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    yield DrawnLine(x, y, x + width, y, dashed=True)
    yield DrawnLine(x + width, y, x + width, y + height, dashed=True)
    yield DrawnLine(x + width, y + height, x, y + height, dashed=True)
    yield DrawnLine(x, y + height, x, y, dashed=True)
