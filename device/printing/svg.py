"""A page as SVG: its size is in millimetres, so that it prints to scale."""

from html import escape

from device.printing.page import DrawnLine, Label, Rectangle, Shape, SheetPage

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
