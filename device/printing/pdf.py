"""Pages as PDF 1.4, written out by hand: rectangles, lines and Helvetica are all that a sheet needs."""

from collections.abc import Iterable, Sequence

from device.printing.page import DrawnLine, Label, Rectangle, Shape, SheetPage

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
    """Return the objects with their cross-reference table."""
    written, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return written + head + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(written))


def _page(page: SheetPage) -> Iterable[str]:
    """Everything in points, y upwards from the bottom."""
    yield f"{POINT:.6f} 0 0 {POINT:.6f} 0 0 cm"
    for shape in page.shapes:
        yield _shape(shape, page.height)


def _shape(shape: Shape, height: float) -> str:
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
