"""Positions of dice on the tray: identity, holding, throws, and words for a die. May import `vision`."""

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from math import dist

from engine.i18n import Text
from engine.i18n import gettext as _
from table import TrayView
from table.snapshot import Point
from vision import Colour, Die, Reading, Rest, Zone, on_tray

STIRRED = 4.0
"""Millimetres within which a die that shows the same face counts as unmoved."""

TURNED = 8.0
"""Degrees within which an unmoved die may seem turned."""


class HoldMode(StrEnum):
    """How a die is set aside: on the rail, left in its place, or taken off the tray."""

    RAIL = "rail"
    IN_PLACE = "in_place"
    OFF_TRAY = "off_tray"


@dataclass(frozen=True, slots=True)
class Layout:
    """The dice at rest by role: those set aside, those to be counted, and those off the tray.

    Where dice are taken off the tray to hold them, ``lay`` are the faces on it when the last roll was counted, and
    ``stayed`` those that remained when some had been taken off; None where that is unknown. ``lifted`` is whether all
    dice were taken up since then.
    """

    hold: HoldMode
    aside: tuple[Die, ...]
    loose: tuple[Die, ...]
    outside: tuple[Die, ...] = ()
    lay: tuple[int, ...] | None = None
    stayed: tuple[int, ...] | None = None
    lifted: bool = False

    @property
    def on_tray(self) -> tuple[Die, ...]:
        return (*self.aside, *self.loose)


def sort_out(hold: HoldMode, dice: Sequence[Die], before: Sequence[Die] | None) -> Layout:
    """Return the dice at rest, sorted by role. ``before`` are those that lay there when the last roll was counted."""
    outside = tuple(die for die in dice if die.zone is Zone.OUTSIDE)
    here = on_tray(dice)
    match hold:
        case HoldMode.RAIL:
            aside = tuple(die for die in here if die.zone is Zone.RAIL)
        case HoldMode.IN_PLACE:
            aside = unmoved(here, before or ())
        case HoldMode.OFF_TRAY:
            lay = None if before is None else _faces(before)
            return Layout(hold, (), here, outside, lay, _stayed(here, before or ()))
    return Layout(hold, aside, tuple(die for die in here if die not in aside), outside)


def in_play(hold: HoldMode, dice: Sequence[Die]) -> tuple[Die, ...]:
    """Return the dice in the throwing area: with a rail those that are not on it."""
    barred = (Zone.OUTSIDE, Zone.RAIL) if hold is HoldMode.RAIL else (Zone.OUTSIDE,)
    return tuple(die for die in dice if die.zone not in barred)


def unmoved(dice: Sequence[Die], before: Sequence[Die]) -> tuple[Die, ...]:
    """Return the dice that lie as one lay before: same face, not moved by more than 4 mm, not turned."""
    return tuple(die for die in dice if any(still_lies(die, old) for old in before))


def still_lies(die: Die, old: Die) -> bool:
    """Return whether a die lies as the old one lay. One that can't be read may show what the old one showed."""
    in_place = apart(die, old) <= STIRRED and abs((die.yaw - old.yaw + 45) % 90 - 45) <= TURNED
    return in_place and die.value in (old.value, None)


def apart(one: Die, other: Die) -> float:
    """Return the distance of two dice, mm (pixels where the tray is not known)."""
    return dist(one.center_mm or one.center, other.center_mm or other.center)


def _stayed(dice: Sequence[Die], before: Sequence[Die]) -> tuple[int, ...] | None:
    """Return the faces of these dice, if some have left and all others lie as before."""
    if not 0 < len(dice) < len(before) or len(unmoved(dice, before)) != len(dice) or any(not die.value for die in dice):
        return None
    return _faces(dice)


def _faces(dice: Sequence[Die]) -> tuple[int, ...]:
    return tuple(die.value for die in dice if die.value is not None)


COLOUR_WEIGHT = 0.6
"""Millimetres that one step of colour difference counts for: dice are matched by colour first, by place second."""


def follow(before: Mapping[str, Die], dice: Sequence[Die]) -> dict[str, Die]:
    """Name the dice: each has the name of the earlier die most like it in colour and place, or a new name.

    ``before`` may contain dice that have since left the tray, so that they are recognised when they return.
    """
    pairs = sorted(
        (_unlikeness(old, new), name, index) for name, old in before.items() for index, new in enumerate(dice)
    )
    names: dict[int, str] = {}
    for _unlike, name, index in pairs:
        if index not in names and name not in names.values():
            names[index] = name
    fresh = (name for name in (f"d{number}" for number in count(1)) if name not in before)
    return {names.get(index) or next(fresh): die for index, die in enumerate(dice)}


def _unlikeness(old: Die, new: Die) -> float:
    return dist(old.center_mm or old.center, new.center_mm or new.center) + COLOUR_WEIGHT * dist(old.body, new.body)


HUES = ((12, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (260, "blue"), (300, "purple"), (340, "pink"))
"""The upper limit of each hue, in degrees; above the last it is red again."""


def called(die: Die, among: Sequence[Die], tray: TrayView) -> Text:
    """Return “the red die”, or “the white die at the top left” where it is not the only white one among these."""
    colour = colour_word(die.body)
    alike = [other for other in among if colour_word(other.body) == colour]
    if len(alike) < 2 or die.center_mm is None:
        return DICE[colour]
    return _("{die} {place}", die=DICE[colour], place=place_words(die.center_mm, tray))


DICE = {
    "red": _("the red die"),
    "orange": _("the orange die"),
    "yellow": _("the yellow die"),
    "green": _("the green die"),
    "blue": _("the blue die"),
    "purple": _("the purple die"),
    "pink": _("the pink die"),
    "brown": _("the brown die"),
    "black": _("the black die"),
    "white": _("the white die"),
    "grey": _("the grey die"),
}
PLACES = (
    (_("at the top left"), _("at the top"), _("at the top right")),
    (_("at the left"), _("in the middle"), _("at the right")),
    (_("at the bottom left"), _("at the bottom"), _("at the bottom right")),
)
RAIL_PLACES = (_("on the rail, at the top"), _("on the rail, in the middle"), _("on the rail, at the bottom"))


def colour_word(body: Colour) -> str:
    hue, light, strength = colorsys.rgb_to_hls(*(part / 255 for part in body))
    degrees = 360 * hue
    if light < 0.16:
        return "black"
    if light > 0.8 and (strength < 0.6 or light > 0.93):
        return "white"
    if strength < 0.16 or (light > 0.75 and strength < 0.35):
        return "white" if light > 0.7 else "grey"
    word = next((word for end, word in HUES if degrees < end), "red")
    return "brown" if word == "orange" and light < 0.35 else word


def place_words(center: tuple[float, float], tray: TrayView) -> Text:
    """Return “at the top left”, “in the middle”, “on the rail” for a place in mm, as seen from the front."""
    x, y = center
    row = _third(y, 0, tray.height)
    return RAIL_PLACES[row] if x < tray.rail else PLACES[row][_third(x, tray.rail, tray.width)]


def _third(value: float, low: float, high: float) -> int:
    return min(2, max(0, int(3 * (value - low) / (high - low))))


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


FLUNG = 25.0
"""Millimetres that a die among others at rest must have rolled, so that a nudge is not a throw."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The observations since a moment.

    ``before`` are the dice in play at that moment, None before the first reading. ``rolled``: dice were seen moving.
    ``cleared``: all dice to be thrown were picked up, so that dice seen moving now are a throw. ``emptied``: none was
    left; ``rolled`` is since that then. Some of them that are laid back in their places are held. ``covered``: a cup
    stood on the tray, and loose dice lay under it.
    """

    before: tuple[Die, ...] | None = None
    rolled: bool = False
    cleared: bool = False
    emptied: bool = False
    covered: bool = False


def watch(seen: Watch, reading: Reading, hold: HoldMode) -> tuple[Watch, bool]:
    """Return the observations with one more reading, and whether its dice lie there by a throw."""
    if reading.rest not in (Rest.SETTLED, Rest.EMPTY):
        rolled = seen.rolled or (reading.rest is Rest.MOVING and seen.before is not None)
        return replace(seen, rolled=rolled, covered=seen.covered or reading.rest is Rest.COVERED), False
    dice = in_play(hold, reading.dice)
    before = dice if seen.before is None else seen.before
    seen = replace(seen, before=before)
    if hold is HoldMode.IN_PLACE and dice:
        return _watch_in_place(seen, dice, before)
    if not dice:
        return replace(seen, rolled=False, cleared=True, emptied=True), False
    return seen, seen.cleared or (seen.rolled and not unmoved(dice, before))


def _watch_in_place(seen: Watch, dice: Sequence[Die], before: Sequence[Die]) -> tuple[Watch, bool]:
    """Do the same where dice that are held lie among those that are thrown.

    If all were picked up, those that lie as before have come to rest there by chance, unless some are laid back alone.
    """
    lie_still = unmoved(dice, before)
    loose = [die for die in dice if die not in lie_still]
    if not loose:
        fewer = len(dice) < len(before)
        seen = replace(seen, cleared=seen.cleared or fewer, emptied=seen.emptied and not fewer)
        return seen, seen.emptied and seen.rolled
    lifted = [old for old in before if not any(still_lies(die, old) for die in dice)]
    flung = all(apart(die, old) > FLUNG for die in loose for old in lifted)
    return seen, seen.cleared or (seen.rolled and (flung or seen.covered))


def turned(before: Sequence[Die], now: Sequence[Die]) -> tuple[Die, Die] | None:
    """Return a die turned by hand, as it lay and as it lies: nearly in its place, with another face."""
    old = [die for die in before if die.value and not any(still_lies(other, die) for other in now)]
    new = [die for die in now if die.value and not any(still_lies(die, other) for other in before)]
    pairs = [(was, now) for was in old for now in new if was.value != now.value and apart(was, now) <= REACH]
    return min(pairs, key=lambda pair: apart(*pair), default=None)


REACH = 15.0
"""Millimetres within which a die that shows another face can be the one that lay there."""
