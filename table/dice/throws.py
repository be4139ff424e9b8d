"""The detection of throws: whether the dice on the tray were thrown since a moment, such as the last confirmed roll.

In a throw all dice move: either the rolling area was empty in between, or rolling dice were seen and every one of them
lies in another place than before. Dice that lay there at that moment, or that a hand only pushed, were not thrown.
Where dice are held in place, those that lie as before are left out: the others must have been missing, or lie well away
from where any of them lay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from table.dice.layout import HoldMode, apart, in_play, still_lies, unmoved
from vision import Die, Reading, Rest

FLUNG = 25.0
"""Millimetres that a die among others at rest must have rolled, so that a nudge is not a throw."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The observations since a moment.

    ``before`` are the dice in play at that moment, None before the first reading. ``rolled``: dice were seen moving.
    ``cleared``: all dice to be thrown were picked up, so that dice seen moving now are a throw. ``emptied``: none was
    left; ``rolled`` is since that then. Some of them that are laid back in their places are held.
    """

    before: tuple[Die, ...] | None = None
    rolled: bool = False
    cleared: bool = False
    emptied: bool = False


def watch(seen: Watch, reading: Reading, hold: HoldMode) -> tuple[Watch, bool]:
    """Return the observations with one more reading, and whether its dice lie there by a throw."""
    if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
        rolled = seen.rolled or (reading.rest is Rest.MOVING and seen.before is not None)
        return replace(seen, rolled=rolled), False
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
    return seen, seen.cleared or (seen.rolled and flung)


def turned(before: Sequence[Die], now: Sequence[Die]) -> tuple[Die, Die] | None:
    """Return a die turned by hand, as it lay and as it lies: nearly in its place, with another face."""
    old = [die for die in before if die.value and not any(still_lies(other, die) for other in now)]
    new = [die for die in now if die.value and not any(still_lies(die, other) for other in before)]
    pairs = [(was, now) for was in old for now in new if was.value != now.value and apart(was, now) <= REACH]
    return min(pairs, key=lambda pair: apart(*pair), default=None)


REACH = 15.0
"""Millimetres within which a die that shows another face can be the one that lay there."""
