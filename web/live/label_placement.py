"""Placement of the dice's labels: beside their die, and never on a die, a wall or one another."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin

from table.snapshot import LyingDie, Point, TrayView

RADIUS = 6.5
"""Of a tag, in mm: on a phone as large as a word of small print."""

GAP = 2.0
REACHES = (0.0, 4.0, 9.0, 16.0, 26.0)
"""How much farther than right beside the die a tag may go, in mm, when there is no place nearer."""

ABOVE_FIRST = (-90, 0, 90, 180, -45, 45, -135, 135, -67, -22, 22, 67, 112, 157, -112, -157)
RIGHT_FIRST = (0, -45, 45, -90, 90, 180, -22, 22, -67, 67, -135, 135, -112, 112, -157, 157)


def place_tags(tray: TrayView, dice: Sequence[LyingDie]) -> dict[str, Point]:
    """Return the centre of the label of each die with a part or without a value, in mm, by the key of the die."""
    placed: dict[str, Point] = {}
    for die in dice:
        if die.part is None and die.value is not None:
            continue
        free = (spot for spot in _spots(die) if _is_free(spot, tray, dice, list(placed.values())))
        placed[die.key] = next(free, next(_spots(die)))
    return placed


def distance(spot: Point, die: LyingDie) -> float:
    """Return the distance from a point to the edge of a die, in mm; 0 on the die."""
    turn = radians(-die.yaw)
    x, y = spot[0] - die.center[0], spot[1] - die.center[1]
    along = abs(x * cos(turn) - y * sin(turn)) - die.size / 2
    across = abs(x * sin(turn) + y * cos(turn)) - die.size / 2
    return hypot(max(along, 0.0), max(across, 0.0))


def _spots(die: LyingDie) -> Iterator[Point]:
    for reach in REACHES:
        for angle in RIGHT_FIRST if die.on_rail else ABOVE_FIRST:
            way = radians(angle)
            # A square reaches farther from its centre toward a corner than toward a side.
            turned = radians(angle - die.yaw)
            edge = die.size / 2 / max(abs(cos(turned)), abs(sin(turned)))
            far = edge + GAP + RADIUS + reach
            yield die.center[0] + far * cos(way), die.center[1] + far * sin(way)


def _is_free(spot: Point, tray: TrayView, dice: Sequence[LyingDie], tags: Sequence[Point]) -> bool:
    x, y = spot
    inside = RADIUS <= x <= tray.width - RADIUS and RADIUS <= y <= tray.height - RADIUS
    return (
        inside
        and all(distance(spot, die) >= RADIUS + GAP / 2 for die in dice)
        and all(hypot(x - tag[0], y - tag[1]) >= 2 * RADIUS + GAP / 2 for tag in tags)
    )
