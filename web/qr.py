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


def qr_of(text: str) -> QrCode:
    """The code of that text, with room for some glare on the screen."""
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
