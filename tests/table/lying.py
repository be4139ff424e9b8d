"""Dice that lie where a test wants them."""

from collections.abc import Sequence
from dataclasses import replace

from vision import Die, Flag, Point, Reading, Rest, ThingOutline, Zone

COLOURS = ((240, 235, 215), (170, 30, 40), (30, 30, 35), (40, 60, 130), (230, 170, 40), (60, 130, 70))


def die(
    value: int | None,
    x: float = 150.0,
    y: float = 100.0,
    *,
    colour: int = 0,
    zone: Zone | None = None,
    doubt: str | None = None,
    flags: frozenset[Flag] = frozenset(),
) -> Die:
    """A die of 16 mm at (x, y) mm, on the rail where x is less than 50."""
    corners = ((x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 8), (x - 8, y + 8))
    return Die(
        value=value,
        confidence=0.99 if value else 0.3,
        center=(x, y),
        corners=corners,
        yaw=0.0,
        zone=zone or (Zone.RAIL if x < 50 else Zone.ROLLING),
        flags=flags,
        doubt=doubt if value is None else None,
        center_mm=(x, y),
        size_mm=16.0,
        body=COLOURS[colour % len(COLOURS)],
    )


def settled(thrown: Sequence[int | None], rail: Sequence[int | None] = (), *, shift: float = 0.0) -> Reading:
    """These values on the floor in a row that begins ``shift`` mm further right, and those on the rail."""
    floor = [die(value, 80.0 + shift + 30.0 * place, 60.0, colour=place) for place, value in enumerate(thrown)]
    held = [die(value, 25.0, 40.0 + 30.0 * place, colour=5 - place) for place, value in enumerate(rail)]
    return Reading(Rest.SETTLED if floor or held else Rest.EMPTY, (*floor, *held))


EMPTY = Reading(Rest.EMPTY)
MOVING = Reading(Rest.MOVING)
HAND = Reading(Rest.OBSTRUCTED)
CUP = Reading(Rest.COVERED)

REMOVE = "Something on the tray isn’t a die: remove it."
FLOOR: tuple[Point, ...] = ((200.0, 140.0), (220.0, 140.0), (220.0, 155.0), (200.0, 155.0))
"""Where the thing of :func:`with_thing` lies, mm and px."""


def with_thing(reading: Reading) -> Reading:
    """The reading with a thing on the floor that is not a die."""
    return replace(reading, problems=(REMOVE,), things=(ThingOutline(FLOOR, FLOOR, 300.0, REMOVE),))
