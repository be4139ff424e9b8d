"""The tray as SVG, from positions in millimetres, with labels that lie on nothing else."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from table.snapshot import Colour, LyingDie, LyingThing, Point, Snapshot, TrayView

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


RIM = 11.0
"""Width of the wooden rim, in mm."""

SIGN, SIGN_SHARE = 15.0, 0.7
"""Largest size of the sign in a thing, in mm, and its share of the thing’s shorter side."""

STEP = 0.26
PIPS: dict[int, tuple[Point, ...]] = {
    value: tuple((STEP * x, STEP * y) for x, y in steps)
    for value, steps in {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
    }.items()
}
"""Where the pips are on a die of edge 1 around (0, 0): two and three on the diagonal, six in two rows."""


@dataclass(frozen=True, slots=True)
class Tag:
    """The label of a die. ``thread`` is the end of a line to a die that is not right beside it."""

    shape: str
    x: str
    y: str
    thread: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """One die: position and size (mm), rotation (degrees), and colours."""

    key: str
    x: str
    y: str
    size: str
    yaw: str
    value: int | None
    body: str
    pips: str
    held: bool
    tag: Tag | None


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """A thing that has to be removed: its outline as SVG points, and the place and size of the sign in it, in mm."""

    points: str
    x: str
    y: str
    sign: str


@dataclass(frozen=True, slots=True)
class DrawnTray:
    """The drawing, in mm from the tray's inner top-left corner; ``middle`` is that of the rolling area."""

    width: str
    height: str
    rail: str
    rim: str
    outer_width: str
    outer_height: str
    middle_x: str
    middle_y: str
    radius: str
    dice: tuple[DrawnDie, ...]
    things: tuple[DrawnThing, ...]


def draw(snapshot: Snapshot, held: Set[str] = frozenset()) -> DrawnTray:
    """Return the drawing of a snapshot, its dice in the order of their keys, so that a page never reorders them.

    ``held`` are the keys of the dice that stay.
    """
    tray, dice = snapshot.tray, sorted(snapshot.dice, key=lambda die: die.key)
    tags = place_tags(tray, dice)
    return DrawnTray(
        width=number(tray.width),
        height=number(tray.height),
        rail=number(tray.rail),
        rim=number(RIM),
        outer_width=number(tray.width + 2 * RIM),
        outer_height=number(tray.height + 2 * RIM),
        middle_x=number((tray.rail + tray.width) / 2),
        middle_y=number(tray.height / 2),
        radius=number(RADIUS),
        dice=tuple(_die(die, tags.get(die.key), held=die.key in held) for die in dice),
        things=tuple(_thing(thing) for thing in snapshot.things),
    )


def number(length: float) -> str:
    """Format a length to a tenth of a millimetre, without trailing zeros."""
    return f"{round(length, 1) + 0.0:.6g}"


def _die(die: LyingDie, tag: Point | None, *, held: bool) -> DrawnDie:
    return DrawnDie(
        key=die.key,
        x=number(die.center[0]),
        y=number(die.center[1]),
        size=number(die.size),
        yaw=number(die.yaw),
        value=die.value,
        body=_hex(die.body),
        pips=_hex(die.pips),
        held=held,
        tag=_tag(die, tag) if tag else None,
    )


def _thing(thing: LyingThing) -> DrawnThing:
    across, down = zip(*thing.corners, strict=True)
    size = min(SIGN, SIGN_SHARE * min(max(across) - min(across), max(down) - min(down)))
    return DrawnThing(
        points=" ".join(f"{number(x)},{number(y)}" for x, y in thing.corners),
        x=number((min(across) + max(across) - size) / 2),
        y=number((min(down) + max(down) - size) / 2),
        sign=number(size),
    )


def _tag(die: LyingDie, at: Point) -> Tag:
    apart = distance(at, die) > RADIUS + 2 * GAP
    shape = "doubt" if die.value is None else die.part or "doubt"
    return Tag(shape, number(at[0]), number(at[1]), (number(die.center[0]), number(die.center[1])) if apart else None)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
