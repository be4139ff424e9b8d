"""Calibration: locates the tray by markers or corners, and measures how accurately its dice are read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist
from statistics import median

import numpy as np

from device.cameras.camera import Frame
from device.errors import BadTrial
from engine.i18n import gettext as _
from table.dice import HoldMode, Watch, in_play, watch
from vision import BadTray, Die, Lens, Reading, Rest, Tray, TraySize, find_tray, on_tray

ENOUGH = 5
"""Number of frames that are searched for markers."""

STEADY = 0.5
"""Maximum distance of a corner from its median position, in mm."""


@dataclass(frozen=True, slots=True)
class Located:
    """The tray, the numbers of frames with it and in all, and the largest deviation of a corner in mm."""

    tray: Tray
    seen: int
    looked: int
    wander: float

    @property
    def steady(self) -> bool:
        return self.wander <= STEADY


def by_markers(frames: Iterable[Frame], size: TraySize, lens: Lens) -> Located | None:
    """Return the tray found by its markers in a camera's first frames; None if found in fewer than half."""
    found: list[Tray] = []
    looked = 0
    for frame in frames:
        looked += 1
        if tray := find_tray(frame.image, size, lens):
            found.append(tray)
        if looked >= ENOUGH:
            break
    if not found or 2 * len(found) < looked:
        return None
    middle = np.median(np.array([tray.corners_px for tray in found]), axis=0)
    wander = max(dist(corner, at) for tray in found for corner, at in zip(tray.corners_px, middle, strict=True))
    tray = Tray.from_corners(middle.tolist(), found[0].frame, size, lens, marked=True)
    return Located(tray, len(found), looked, wander * tray.mm_per_px)


def by_corners(words: str, frame: tuple[int, int], size: TraySize, lens: Lens) -> Tray:
    """Return the tray with floor corners “x,y x,y x,y x,y” in pixels: top left, top right, bottom right, bottom left.

    Raises :class:`BadTrial` if they do not outline a tray.
    """
    try:
        numbers = [float(word) for word in words.replace(",", " ").split()]
        corners: Sequence[Sequence[float]] = np.array(numbers).reshape(4, 2).tolist()
        return Tray.from_corners(corners, frame, size, lens)
    except BadTray as error:
        raise BadTrial(str(error)) from None
    except ValueError:
        raise BadTrial(
            _("“{words}” are not four corners: give x,y x,y x,y x,y in pixels, top left first.", words=words)
        ) from None


THROWS = 5

MOST_UNREAD = 0.05
"""Maximum share of unread dice in a passed run. A misread die fails it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One throw: the actual faces and the read ones."""

    lay: tuple[int, ...]
    read: tuple[int, ...]

    @property
    def right(self) -> int:
        return (Counter(self.lay) & Counter(self.read)).total()

    @property
    def wrong(self) -> int:
        return len(self.read) - self.right

    @property
    def missed(self) -> int:
        return max(0, len(self.lay) - len(self.read))


@dataclass(frozen=True, slots=True)
class AccuracyResult:
    """The figures of a run."""

    trials: tuple[Trial, ...]

    @property
    def dice(self) -> int:
        return sum(len(trial.lay) for trial in self.trials)

    @property
    def right(self) -> int:
        return sum(trial.right for trial in self.trials)

    @property
    def missed(self) -> int:
        return sum(trial.missed for trial in self.trials)

    @property
    def wrong(self) -> int:
        return sum(trial.wrong for trial in self.trials)

    @property
    def passed(self) -> bool:
        """Return whether no die was misread, and at most :data:`MOST_UNREAD` were not read."""
        return bool(self.dice) and not self.wrong and self.missed <= MOST_UNREAD * self.dice


class AccuracyRun:
    """Alternates between a throw and the entry of its faces, for a number of throws."""

    def __init__(self, throws: int = THROWS) -> None:
        self._throws = throws
        self._watch = Watch()
        self._trials: list[Trial] = []
        self._lying: tuple[Die, ...] | None = None
        self.sizes: list[float] = []
        """Sizes of all dice that were read, in mm."""

    @property
    def number(self) -> int:
        """Return the number of the present throw, from 1."""
        return len(self._trials) + 1

    @property
    def over(self) -> bool:
        return len(self._trials) >= self._throws

    @property
    def asks(self) -> bool:
        return self._lying is not None

    @property
    def result(self) -> AccuracyResult:
        return AccuracyResult(tuple(self._trials))

    def see(self, reading: Reading) -> None:
        self._watch, thrown = watch(self._watch, reading, HoldMode.RAIL)
        if thrown:
            self._lying = on_tray(reading.dice)
        elif reading.rest is Rest.MOVING:
            self._lying = None

    def told(self, words: str) -> Trial:
        """Enter the faces of the present throw, in any order: “6 5 3 1 1” or “65311”.

        Raises :class:`BadTrial` for any other text, and if nothing was thrown.
        """
        if self._lying is None:
            raise BadTrial(_("No throw yet: throw the dice, and wait until they rest."))
        lay = re.findall(r"[1-6]", words)
        if not lay or re.search(r"[^1-6\s,;.]", words):
            raise BadTrial(_("“{words}” are not faces of dice: enter 1 to 6 for each, like 6 5 3 1 1.", words=words))
        read = tuple(die.value for die in self._lying if die.value is not None)
        trial = Trial(tuple(map(int, lay)), read)
        self._trials.append(trial)
        self.sizes += [die.size_mm for die in self._lying if die.size_mm and die.value]
        self._watch = Watch(in_play(HoldMode.RAIL, self._lying))
        self._lying = None
        return trial

    @property
    def die_size(self) -> float | None:
        return median(self.sizes) if self.sizes else None
