"""QR codes, as the data of one SVG path."""

from dataclasses import dataclass

import segno

QUIET = 4
"""Modules of light around a code, which readers want."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code ``size`` modules wide with its quiet zone; ``path`` draws its dark modules with strokes of width 1."""

    size: int
    path: str


INK, PAPER = "#0a1322", "#f6efdf"
"""Dark on light, whatever the theme: many phones read no others."""


def picture_of(code: QrCode) -> str:
    """Return the code as an SVG image."""
    size = code.size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="{PAPER}" d="M0 0h{size}v{size}H0z"/><path stroke="{INK}" d="{code.path}"/></svg>'
    )


def qr_of(text: str) -> QrCode:
    """Return the code of that text, with error correction for glare on the screen."""
    rows = segno.make(text, error="m", micro=False).matrix
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = 1
            while x + run < len(row) and row[x + run] == row[x]:
                run += 1
            if row[x]:
                parts.append(f"M{x + QUIET} {y + QUIET}.5h{run}")
            x += run
    return QrCode(len(rows) + 2 * QUIET, "".join(parts))
