"""The layout of dice on this tray: how dice are held, and which of them are."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import dist

from vision import Die, Zone, on_tray

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
        """All dice but those off the tray."""
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
