"""Whether the dice that lie there were thrown since the last roll was counted."""

from collections.abc import Sequence
from math import dist

from vision import Die, Reading, Rest, Zone

STIRRED = 4.0
"""Millimetres within which a die that shows the same face still lies where it lay."""

TURNED = 8.0
"""Degrees by which a die that still lies there may seem turned."""


class ThrowWatch:
    """Follows the readings since the last counted roll.

    A throw is dice that moved, all of them: either the rolling area was seen without dice in between, or dice were
    seen rolling and every one of them lies somewhere else than before. Dice that lay there when the watch began, or
    that a hand only pushed about, were not thrown.
    """

    def __init__(self) -> None:
        self._before: tuple[Die, ...] | None = None
        self._rolled = False
        self._cleared = False

    @property
    def ready(self) -> bool:
        """Whether all dice were picked up since the last counted roll: what moves now is a throw."""
        return self._cleared

    def counted(self, dice: Sequence[Die]) -> None:
        """These dice have just been counted: from now on only a new throw is one."""
        self._before = _in_play(dice)
        self._rolled = self._cleared = False

    def thrown(self, reading: Reading) -> bool:
        """Take in one more reading; True if its dice lie there by a throw."""
        if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
            self._rolled = self._rolled or (reading.rest is Rest.MOVING and self._before is not None)
            return False
        dice = _in_play(reading.dice)
        if self._before is None:
            self._before = dice
        if not dice:
            self._cleared = True
            return False
        return self._cleared or (self._rolled and not any(_still_lies(die, self._before) for die in dice))


def _in_play(dice: Sequence[Die]) -> tuple[Die, ...]:
    return tuple(die for die in dice if die.zone is Zone.ROLLING)


def _still_lies(die: Die, before: Sequence[Die]) -> bool:
    return any(
        die.value == old.value
        and dist(die.center_mm or die.center, old.center_mm or old.center) <= STIRRED
        and abs((die.yaw - old.yaw + 45) % 90 - 45) <= TURNED
        for old in before
    )
