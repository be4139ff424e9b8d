"""The association of dice: matches the dice of one reading with those of the reading before."""

from collections.abc import Mapping, Sequence
from itertools import count
from math import dist

from vision import Die

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
    for _, name, index in pairs:
        if index not in names and name not in names.values():
            names[index] = name
    fresh = (name for name in (f"d{number}" for number in count(1)) if name not in before)
    return {names.get(index) or next(fresh): die for index, die in enumerate(dice)}


def _unlikeness(old: Die, new: Die) -> float:
    return dist(old.center_mm or old.center, new.center_mm or new.center) + COLOUR_WEIGHT * dist(old.body, new.body)
