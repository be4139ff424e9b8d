"""The sheets to print for a tray, its four markers and its rail: shapes in millimetres, as SVG and as PDF 1.4.

Places are those from the page's top-left corner, x to the right and y down.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

import cv2

from engine.i18n import gettext as _
from engine.i18n import joined
from vision import TraySize
from web.guests.join_info import runs_of, wifi_text
from web.services.device import Wifi

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


INK = {"black": "#000", "grey": "#777"}
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def as_svg(page: SheetPage) -> str:
    size = f"{page.width:g}"
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{size}mm' height='{page.height:g}mm' "
        f"viewBox='0 0 {size} {page.height:g}'>"
    )
    paper = f"<rect width='{size}' height='{page.height:g}' fill='#fff'/>"
    return "\n".join([head, paper, *map(_shape, page.shapes), "</svg>"]) + "\n"


def _shape(shape: Shape) -> str:
    match shape:
        case Rectangle(x, y, width, height):
            place = f"x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}'"
            return f"<rect {place} fill='#000' shape-rendering='crispEdges'/>"
        case DrawnLine(x, y, to_x, to_y, dashed, ink):
            dashes = " stroke-dasharray='2 1.5'" if dashed else ""
            ends = f"x1='{x:g}' y1='{y:g}' x2='{to_x:g}' y2='{to_y:g}'"
            return f"<line {ends} stroke='{INK[ink]}' stroke-width='0.2'{dashes}/>"
        case Label(x, y, words, size, centred):
            anchor = " text-anchor='middle'" if centred else ""
            return f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' {FONT} fill='#000'{anchor}>{escape(words)}</text>"


POINT = 72 / 25.4
"""Points in a millimetre."""

GREY = {"black": 0.0, "grey": 0.47}
MEAN_WIDTH = 0.42
"""Of a letter of Helvetica, as a share of its size; near enough to centre a few words."""


def as_pdf(pages: Sequence[SheetPage]) -> bytes:
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "]
    objects[2] += b"/Encoding /WinAnsiEncoding >>"
    kids = []
    for page in pages:
        lines = [f"{POINT:.6f} 0 0 {POINT:.6f} 0 0 cm", *(_pdf_of(shape, page.height) for shape in page.shapes)]
        drawn = "\n".join(lines).encode("cp1252", "replace")
        kids.append(len(objects) + 1)
        box = f"[0 0 {POINT * page.width:.3f} {POINT * page.height:.3f}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode()
    return _document(objects)


def _document(objects: Iterable[bytes]) -> bytes:
    written, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return written + head + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(written))


def _pdf_of(shape: Shape, height: float) -> str:
    match shape:
        case Rectangle(x, y, wide, high):
            return f"0 g {x:.3f} {height - y - high:.3f} {wide:.3f} {high:.3f} re f"
        case DrawnLine(x, y, to_x, to_y, dashed, ink):
            dash = "[2 1.5] 0 d" if dashed else "[] 0 d"
            return f"{GREY[ink]} G 0.2 w {dash} {x:.3f} {height - y:.3f} m {to_x:.3f} {height - to_y:.3f} l S"
        case Label(x, y, words, size, centred):
            left = x - MEAN_WIDTH * size * len(words) / 2 if centred else x
            escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            return f"BT 0 g /F {size:.3f} Tf {left:.3f} {height - y:.3f} Td ({escaped}) Tj ET"


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


CODE = 62.0
"""Side of a code on the card, in mm; it is read from a metre away."""


def card(wifi: Wifi, address: str, paper: Paper) -> SheetPage:
    """The page with which guests join the table's own network and open its page: two codes, and the same in words."""
    width, height = PAPERS[paper]
    left, top, wide, high = (width - 170) / 2, MARGIN, 170.0, 120.0
    shapes: list[Shape] = [
        *_cut(left, top, wide, high),
        Label(width / 2, top + 14, _("Play along on your phone"), 8, centred=True),
    ]
    columns = (
        (_("1. Join this Wi-Fi"), wifi_text(wifi), (wifi.name, joined([_("Password"), wifi.password], ": "))),
        (_("2. Open the table"), address, (address.removeprefix("http://").removesuffix("/"),)),
    )
    for number, (head, text, lines) in enumerate(columns):
        middle = left + wide * (1 + 2 * number) / 4
        shapes += [Label(middle, top + 25, head, 5, centred=True), *_code(text, middle - CODE / 2, top + 30)]
        shapes += [Label(middle, top + CODE + 39 + 8 * row, line, 5, centred=True) for row, line in enumerate(lines)]
    return SheetPage(width, height, tuple(shapes))


def _code(text: str, left: float, top: float) -> Iterator[Shape]:
    size, runs = runs_of(text)
    module = CODE / size
    for x, y, run in runs:
        # a hair taller than a module: no light shows between rows
        yield Rectangle(left + x * module, top + y * module, run * module, module + 0.02)


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
