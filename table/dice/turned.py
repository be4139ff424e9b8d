"""Dice that a hand has turned: a face that changed while nothing was thrown."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from table.dice.layout import HoldMode, Layout, apart, still_lies
from table.dice.throws import ThrowWatch
from table.validation import Validation
from vision import Die, Reading, Rest

REACH = 15.0
"""Millimetres within which a die that shows another face can be the one that lay there."""


def turned(before: Sequence[Die], now: Sequence[Die]) -> tuple[Die, Die] | None:
    """A die as it lay and as it lies: nearly in its place, with another face; None where there is none."""
    old = [die for die in before if die.value and not any(still_lies(other, die) for other in now)]
    new = [die for die in now if die.value and not any(still_lies(die, other) for other in before)]
    pairs = [pair for pair in product(old, new) if pair[0].value != pair[1].value and apart(*pair) <= REACH]
    return min(pairs, key=lambda pair: apart(*pair), default=None)


class Rested:
    """A throw that was read and not yet counted: it stands until dice are thrown anew, however they are moved."""

    def __init__(self, hold: HoldMode, lying: Layout, judgement: Validation) -> None:
        self.lying = lying
        self.judgement = judgement
        self.touched = False
        """Whether a hand was over the tray since."""
        self._watch = ThrowWatch(hold)
        self._watch.counted(lying.on_tray)

    def thrown_anew(self, reading: Reading) -> bool:
        """Take in one more reading; True if its dice were thrown since."""
        self.touched = self.touched or reading.rest is Rest.OBSTRUCTED
        return self._watch.thrown(reading)

    def same_faces(self, lying: Layout) -> bool:
        """Whether the same faces lie there, wherever that is."""
        return Counter(die.value for die in lying.on_tray) == Counter(die.value for die in self.lying.on_tray)
