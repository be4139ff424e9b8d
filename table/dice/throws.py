"""Whether the dice that lie there were thrown since the last roll was counted."""

from collections.abc import Sequence

from table.dice.layout import HoldMode, apart, in_play, still_lies, unmoved
from vision import Die, Reading, Rest

FLUNG = 25.0
"""Millimetres that a die among others that lie still must have rolled, so that a nudge is no throw."""


class ThrowWatch:
    """Follows the readings since the last counted roll.

    A throw is dice that moved, all of them: either the rolling area was seen without dice in between, or dice were
    seen rolling and every one of them lies somewhere else than before. Dice that lay there when the watch began, or
    that a hand only pushed about, were not thrown. Where dice are held in place, those that lie as before are not
    meant: the others must have been seen missing, or lie well away from where any of them lay.
    """

    def __init__(self, hold: HoldMode = HoldMode.RAIL) -> None:
        self._hold = hold
        self._rolled = False
        self._cleared = False
        self.before: tuple[Die, ...] | None = None
        """The dice that lay there when the last roll was counted; None before the first look."""

    @property
    def ready(self) -> bool:
        """Whether all dice were picked up since the last counted roll: what moves now is a throw."""
        return self._cleared

    def counted(self, dice: Sequence[Die]) -> None:
        """These dice have just been counted: from now on only a new throw is one."""
        self.before = in_play(self._hold, dice)
        self._rolled = self._cleared = False

    def thrown(self, reading: Reading) -> bool:
        """Take in one more reading; True if its dice lie there by a throw."""
        if reading.rest in (Rest.MOVING, Rest.OBSTRUCTED):
            self._rolled = self._rolled or (reading.rest is Rest.MOVING and self.before is not None)
            return False
        dice = in_play(self._hold, reading.dice)
        if self.before is None:
            self.before = dice
        if self._hold is HoldMode.IN_PLACE and dice:
            return self._some_thrown(dice, self.before)
        if not dice:
            self._cleared = True
            return False
        return self._cleared or (self._rolled and not unmoved(dice, self.before))

    def _some_thrown(self, dice: Sequence[Die], before: Sequence[Die]) -> bool:
        """The same where dice that are held lie among those that are thrown."""
        lie_still = unmoved(dice, before)
        loose = [die for die in dice if die not in lie_still]
        if not loose:
            self._cleared = self._cleared or len(dice) < len(before)
            return False
        lifted = [old for old in before if not any(still_lies(die, old) for die in dice)]
        return self._cleared or (self._rolled and all(apart(die, old) > FLUNG for die in loose for old in lifted))
