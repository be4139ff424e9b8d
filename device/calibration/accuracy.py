"""The accuracy run: dice are thrown a few times, somebody says what lies there, and it is compared."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from device.errors import BadTrial
from table.dice.layout import HoldMode, in_play
from table.dice.throws import Watch, watch
from vision import Die, Reading, Rest, Zone

THROWS = 5

MOST_UNREAD = 0.05
"""The share of dice that may go unread in a trial that is passed; a die that is read wrongly fails it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One throw: the faces that lay there, and those that were read; dice without a value are ``unread``."""

    lay: tuple[int, ...]
    read: tuple[int, ...]
    unread: int = 0

    @property
    def right(self) -> int:
        """How many dice were read as they lay."""
        return (Counter(self.lay) & Counter(self.read)).total()

    @property
    def wrong(self) -> int:
        """How many dice were read as something else, or read where none lay."""
        return len(self.read) - self.right

    @property
    def missed(self) -> int:
        """How many dice were not read, and not taken for something else."""
        return max(0, len(self.lay) - len(self.read))


@dataclass(frozen=True, slots=True)
class AccuracyResult:
    """The figures of a run."""

    trials: tuple[Trial, ...]

    @property
    def dice(self) -> int:
        """How many dice lay there in all throws together."""
        return sum(len(trial.lay) for trial in self.trials)

    @property
    def right(self) -> int:
        """How many of them were read as they lay."""
        return sum(trial.right for trial in self.trials)

    @property
    def missed(self) -> int:
        """How many were not read."""
        return sum(trial.missed for trial in self.trials)

    @property
    def wrong(self) -> int:
        """How many were read as something else."""
        return sum(trial.wrong for trial in self.trials)

    @property
    def passed(self) -> bool:
        """Whether none was read wrongly, and hardly any not at all."""
        return bool(self.dice) and not self.wrong and self.missed <= MOST_UNREAD * self.dice


class AccuracyRun:
    """Waits for a throw, then for who says what lies there, until there were throws enough."""

    def __init__(self, throws: int = THROWS) -> None:
        self._throws = throws
        self._watch = Watch()
        self._trials: list[Trial] = []
        self._lying: tuple[Die, ...] | None = None
        self.sizes: list[float] = []
        """The sizes of all dice that were read, in mm."""

    @property
    def number(self) -> int:
        """Which throw it is, from one."""
        return len(self._trials) + 1

    @property
    def over(self) -> bool:
        """Whether there were throws enough."""
        return len(self._trials) >= self._throws

    @property
    def asks(self) -> bool:
        """Whether dice have been thrown, and somebody is to say what lies there."""
        return self._lying is not None

    @property
    def result(self) -> AccuracyResult:
        """The figures so far."""
        return AccuracyResult(tuple(self._trials))

    def see(self, reading: Reading) -> None:
        """Take in what lies on the tray now."""
        self._watch, thrown = watch(self._watch, reading, HoldMode.RAIL)
        if thrown:
            self._lying = tuple(die for die in reading.dice if die.zone is not Zone.OUTSIDE)
        elif reading.rest is Rest.MOVING:
            self._lying = None

    def told(self, words: str) -> Trial:
        """Somebody says what lies there: “6 5 3 1 1”, or “65311”, in any order.

        Raises :class:`BadTrial` for anything else, and while nothing has been thrown.
        """
        if self._lying is None:
            raise BadTrial("Nothing was thrown yet: throw first, and wait until the dice rest.")
        lay = re.findall(r"[1-6]", words)
        if not lay or re.search(r"[^1-6\s,;.]", words):
            raise BadTrial(f"“{words}” is not what dice show: give their faces, 1 to 6, like 6 5 3 1 1.")
        trial = _trial(tuple(map(int, lay)), self._lying)
        self._trials.append(trial)
        self.sizes += [die.size_mm for die in self._lying if die.size_mm and die.value]
        self._watch = Watch(in_play(HoldMode.RAIL, self._lying))
        self._lying = None
        return trial

    @property
    def die_size(self) -> float | None:
        """The usual size of the dice in mm, None where none was read."""
        return median(self.sizes) if self.sizes else None


def _trial(lay: tuple[int, ...], dice: Sequence[Die]) -> Trial:
    read = tuple(die.value for die in dice if die.value is not None)
    return Trial(lay, read, len(dice) - len(read))
