"""A page as shapes in millimetres, from its top-left corner, x to the right and y down; as SVG and as PDF 1.4."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
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


INK = {"black": "#000", "grey": "#777"}
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def as_svg(page: SheetPage) -> str:
    """Return the page as an SVG document."""
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
    """Return the pages as one PDF document."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "]
    objects[2] += b"/Encoding /WinAnsiEncoding >>"
    kids = []
    for page in pages:
        drawn = "\n".join(_page(page)).encode("cp1252", "replace")
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


def _page(page: SheetPage) -> Iterable[str]:
    yield f"{POINT:.6f} 0 0 {POINT:.6f} 0 0 cm"
    for shape in page.shapes:
        yield _pdf_of(shape, page.height)


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
