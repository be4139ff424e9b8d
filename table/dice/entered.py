"""The dice of a roll that was entered by hand, laid out on the tray to be drawn."""

from collections.abc import Sequence

from table.snapshot import Point, TrayView
from vision import Die, Zone

SIZE = 16.0
"""The edge at which they are drawn, in mm."""

GAP = 34.0
"""Millimetres between the centres of two dice."""

YAWS = (-8.0, 5.0, -3.0, 9.0, -6.0)
"""Degrees by which they are turned, one after the other, so that they look like dice and not like keys."""

BODY, PIPS = (241, 234, 216), (38, 34, 30)


def lay_out(held: Sequence[int], thrown: Sequence[int], tray: TrayView) -> dict[str, Die]:
    """Return these faces as dice, by name: those held at the left, on the rail if there is one, the others in rows."""
    return {
        **_placed("held", held, _column(len(held), tray), Zone.RAIL),
        **_placed("thrown", thrown, _rows(len(thrown), tray), Zone.ROLLING),
    }


def _placed(name: str, faces: Sequence[int], places: Sequence[Point], zone: Zone) -> dict[str, Die]:
    return {
        f"{name}-{number}": Die(
            value=face,
            confidence=1.0,
            center=place,
            corners=(place, place, place, place),
            yaw=YAWS[number % len(YAWS)],
            zone=zone,
            center_mm=place,
            size_mm=SIZE,
            body=BODY,
            pips=PIPS,
        )
        for number, (face, place) in enumerate(zip(faces, places, strict=True))
    }


def _column(count: int, tray: TrayView) -> list[Point]:
    gap = min(GAP, tray.height / max(1, count))
    top = (tray.height - gap * (count - 1)) / 2
    return [((tray.rail or GAP) / 2, top + gap * number) for number in range(count)]


def _rows(count: int, tray: TrayView) -> list[Point]:
    """Return places in rows of at most three, in the middle of the floor."""
    rows = [min(3, count - first) for first in range(0, count, 3)]
    middle = (tray.rail + tray.width) / 2, tray.height / 2
    return [
        (middle[0] + GAP * (column - (many - 1) / 2), middle[1] + GAP * (row - (len(rows) - 1) / 2))
        for row, many in enumerate(rows)
        for column in range(many)
    ]
