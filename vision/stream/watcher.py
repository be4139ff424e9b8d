"""Follows a stream of pictures: when the dice rest, and what they show."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import cycle

import cv2
import numpy as np

from vision.geometry.tray import Tray
from vision.image import Bytes, Image, checked, grey_of
from vision.lamps.examine import LampFinding, findings, with_findings
from vision.lamps.maps import LampMaps, LampPictures
from vision.lamps.model import model_of
from vision.quality.checks import MOVED, shifted
from vision.reader import Reader, TrayLook
from vision.reading import Die, Problem, Reading, Rest, on_tray, with_dice_beside
from vision.scene.empty_tray import EmptyTray, with_foreign_objects
from vision.scene.foreground import SOMETHING
from vision.scene.rim import rim_shift, with_shift
from vision.stream.consensus import agreed, alike, contradicts
from vision.stream.motion import Backdrop, Region, Stillness, small_grey, smoothed

MOVING = Reading(Rest.MOVING)
OBSTRUCTED = Reading(Rest.OBSTRUCTED)
_UNSEEN = {Problem.TOO_DARK, Problem.LENS_COVERED, Problem.CAMERA_MOVED}
"""Problems of pictures in which a tray that looks empty may not be."""
_POWERS = (1.0, 0.8, 0.9)
"""Powers to which levels are raised in turn: equal looks share their errors."""
_REMEMBERED = 12
"""Maximum number of earlier readings of the same rest that are kept."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Times in seconds, and the number of readings that must agree.

    The first reading is made after ``first_look`` of stillness and the next ones ``between_looks`` apart. Dice are
    settled after ``settled``, with ``looks`` readings over ``spread``, or after ``patience`` with fewer. Then they are
    read again after ``again_unsure`` or ``again_sure``. The markers are searched every ``tray_search`` and checked
    every ``tray_check``. A hand without motion for ``stiff_hand`` is none. The empty tray is learned again every
    ``lesson``, since the light drifts. The whole picture is checked and searched once a rest, and again after
    ``checks``; between, dice are read again in their places. Lamp pictures are awaited for ``lamps``.
    """

    first_look: float = 0.18
    between_looks: float = 0.14
    settled: float = 0.4
    spread: float = 0.3
    looks: int = 3
    patience: float = 0.58
    again_unsure: float = 0.2
    again_sure: float = 4.0
    tray_search: float = 1.0
    tray_check: float = 6.0
    stiff_hand: float = 8.0
    lesson: float = 60.0
    checks: float = 1.0
    lamps: float = 0.25


@dataclass(frozen=True)
class _Printed:
    """An empty tray on which something lies that may be a print, and whether dice have been thrown since."""

    tray: EmptyTray
    thrown: bool = False


class Watcher:
    """Turns a stream of pictures into readings.

    Pass each picture with its time to `see`. While anything moves the reading has no dice. Once the tray rests, dice
    have values as soon as several pictures agree. While nothing changes the same reading is returned, at hardly any
    cost. The tray is found by its markers where the reader has none, and followed when it moves.

    The look of the empty tray is learned whenever it is seen; ``learned`` is called with it from time to time. Passed
    as ``reference`` to a new watcher it makes foreign objects known from the start.

    With the maps of lamps that work, dice with values are reported only after `see_lamps`, or `Pace.lamps` later where
    nobody calls it. While `wants_lamps` is true, take the pictures without passing those of brighter lamps to `see`.
    """

    def __init__(
        self,
        reader: Reader,
        pace: Pace = Pace(),
        reference: EmptyTray | None = None,
        learned: Callable[[EmptyTray], None] | None = None,
        lamps: LampMaps | None = None,
    ) -> None:
        self._first_reader = self._reader = reader
        self._pace = pace
        self._reference = reference
        self._learned = learned
        self._next_lesson = float("-inf")
        self._printed: _Printed | None = None
        self._shape = (0, 0)
        self._stillness = Stillness()
        self._region: Region | None = None
        self._backdrop: Backdrop | None = None
        self._looks: list[tuple[float, Reading]] = []
        self._powers = cycle(_POWERS)
        self._whole_look: tuple[float, TrayLook] | None = None
        self._beside: tuple[Die, ...] | None = None
        self._reading: Reading | None = None
        self._unlike = 0
        self._next_look = self._next_tray = float("-inf")
        self._lamps = lamps if lamps is not None and lamps.working() else None
        if self._lamps is not None:
            model_of(self._lamps)  # takes some 0.1 s: not at the first throw
        self._lamps_wanted: float | None = None
        self._lamp_pictures: LampPictures | None = None
        self._found: tuple[LampFinding, ...] = ()

    @property
    def tray(self) -> Tray | None:
        return self._reader.tray

    @property
    def reference(self) -> EmptyTray | None:
        """The empty tray at its present place, once seen."""
        tray = self._reader.tray
        if self._reference is None or tray is None or not self._reference.fits(tray):
            return None
        return self._reference

    @property
    def wants_lamps(self) -> bool:
        """Whether dice have come to rest and their lamp pictures are waited for."""
        return self._lamps_wanted is not None and self._lamp_pictures is None and self._reading is None

    def see_lamps(self, pictures: LampPictures) -> bool:
        """Take the lamp pictures of the dice at rest; the next `see` reports what they show.

        Returns False, and waits for others, where something has moved between them, or they are not wanted any more.
        Raises BadTray for pictures of another shape than the tray's own.
        """
        tray = self._reader.tray
        if not self.wants_lamps or tray is None or not pictures.undisturbed(tray):
            return False
        self._lamp_pictures = pictures
        return True

    def see(self, image: Image, seconds: float, small: Bytes | None = None) -> Reading:
        """Read a picture (h, w, 3) uint8 BGR of the time ``seconds`` (monotonic).

        ``small`` is the same picture in grey, (h, w) uint8 about 320 pixels wide, where the camera provides one; else
        it is made here. Pictures may come at any rate; ``seconds`` must not decrease. Raises BadImage for what is not a
        picture, and BadTray for pictures of another shape than the tray's own.
        """
        picture = checked(image)
        if picture.shape[:2] != self._shape:
            self._shape = (picture.shape[0], picture.shape[1])
            self._reader = self._first_reader
            self._stillness = Stillness()
            self._region = self._backdrop = None
            self._next_tray = float("-inf")
            self._forget_looks()
        if self._reader.tray is None and seconds >= self._next_tray:
            self._next_tray = seconds + self._pace.tray_search
            self._follow(self._reader.find_tray(picture))
        now = smoothed(small_grey(picture) if small is None else small)
        if self._region is None or self._region.shape != now.shape:
            self._region = Region((now.shape[0], now.shape[1]), self._reader.tray)
            self._backdrop = Backdrop(self._region)
            reference = self.reference
            if reference is not None:
                grey = cv2.resize(grey_of(reference.colours), now.shape[::-1], interpolation=cv2.INTER_LINEAR)
                self._backdrop.learn(smoothed(np.asarray(grey, dtype=np.uint8)), np.zeros(now.shape, np.uint8))
        change = self._stillness.see(self._region, now, seconds)
        if self._reading is not None and not change.moved:
            return self._settled(picture, now, seconds, self._reading)
        hand = self._backdrop is not None and self._backdrop.hand_over(now)
        if change.moved:
            self._forget_looks()
            return OBSTRUCTED if hand or change.hand else MOVING
        age = self._stillness.age(seconds)
        if hand and not self._mistaken_hand(picture, seconds, age):
            return OBSTRUCTED
        return self._settling(picture, now, seconds, age)

    def _forget_looks(self) -> None:
        self._looks = []
        self._powers = cycle(_POWERS)
        self._whole_look = None
        self._beside = None
        self._reading = None
        self._unlike = 0
        self._next_look = float("-inf")
        self._lamps_wanted = self._lamp_pictures = None
        self._found = ()

    def _follow(self, tray: Tray | None) -> None:
        if tray is not None:
            self._reader = self._reader.at(tray)
            self._region = None
            self._forget_looks()

    def _mistaken_hand(self, picture: Image, seconds: float, age: float) -> bool:
        """Whether an apparent hand is a tray that has moved, or a change in the tray's look."""
        if age < self._pace.settled or seconds < self._next_look or self._backdrop is None:
            return False
        self._next_look = seconds + self._pace.again_unsure
        if self._tray_moved(picture, seconds):
            return True
        if self._cup_on(picture):
            return True
        tray_known = self._reader.tray is not None
        if age < self._pace.stiff_hand and (not tray_known or self._reader.read(picture).rest is Rest.OBSTRUCTED):
            return False
        self._backdrop.forget()
        return True

    def _cup_on(self, picture: Image) -> bool:
        """Whether what hides the tray is a cup; it may reach over the rim as a hand does."""
        reference = self.reference
        if reference is None or reference.tray.frame != (picture.shape[1], picture.shape[0]):
            return False
        return with_foreign_objects(OBSTRUCTED, picture, reference).rest is Rest.COVERED

    def _settling(self, picture: Image, now: Bytes, seconds: float, age: float) -> Reading:
        """Read dice that have just come to rest, until there are enough readings.

        The first picture that is not due for one is used to search the table beside the tray.
        """
        pace = self._pace
        if age >= pace.first_look and (not self._looks or seconds - self._looks[-1][0] >= pace.between_looks):
            self._looks.append((seconds, self._look(picture, seconds)))
        elif self._looks and self._beside is None and self._looks[-1][1].rest is Rest.SETTLED:
            self._beside = self._reader.dice_beside(picture)
        if not self._enough(seconds, age) or self._waiting_for_lamps(seconds):
            return MOVING
        self._reading = self._agreed()
        self._next_look = seconds + self._pause(self._reading)
        self._learn(now, self._reading)
        self._learn_empty(picture, seconds, self._reading)
        return self._reading

    def _enough(self, seconds: float, age: float) -> bool:
        pace = self._pace
        if self._lamps_wanted is not None:
            return True
        if age < pace.settled or len(self._looks) < 2 or self._looks[-1][0] < seconds:
            return False
        spread = self._looks[-1][0] - self._looks[0][0]
        return (len(self._looks) >= pace.looks and spread >= pace.spread) or age >= pace.patience

    def _waiting_for_lamps(self, seconds: float) -> bool:
        """Whether the dice at rest are still waiting for their lamp pictures; examine these once they are there."""
        maps, tray, reading = self._lamps, self._reader.tray, self._agreed()
        if maps is None or tray is None or maps.size != tray.size or not _sure(reading):
            return False
        if self._lamps_wanted is None:
            self._lamps_wanted = seconds
        if self._lamp_pictures is None:
            return seconds < self._lamps_wanted + self._pace.lamps
        self._found = findings(reading, self._lamp_pictures, maps, tray)
        return False

    def _settled(self, picture: Image, now: Bytes, seconds: float, reading: Reading) -> Reading:
        """Read dice at rest again when due; first search the table beside them where no picture was spare before."""
        if self._beside is None and reading.rest is Rest.SETTLED:
            self._beside = self._reader.dice_beside(picture)
            self._reading = with_dice_beside(reading, self._beside)
            return self._reading
        if seconds < self._next_look:
            return reading
        if seconds >= self._next_tray and self._tray_moved(picture, seconds):
            self._stillness.restart(now, seconds)
            return MOVING
        look = self._look(picture, seconds)
        if not alike(look, reading):
            return self._startled(now, seconds, look, reading)
        self._unlike = 0
        self._looks = [*self._looks[-_REMEMBERED:], (seconds, look)]
        fresh = self._agreed()
        if _sure(fresh) > _sure(reading):
            self._reading = reading = fresh
        self._next_look = seconds + self._pause(reading)
        self._learn(now, reading)
        self._learn_empty(picture, seconds, reading)
        return reading

    def _startled(self, now: Bytes, seconds: float, look: Reading, reading: Reading) -> Reading:
        """Handle a different reading of dice at rest: keep the old one at first; start again if it repeats or
        contradicts a value."""
        self._unlike += 1
        if self._unlike < self._pace.looks and not contradicts(look, reading):
            self._next_look = seconds + self._pace.between_looks
            return reading
        self._forget_looks()
        self._looks.append((seconds, look))
        self._stillness.restart(now, seconds - self._pace.first_look)
        return MOVING

    def _agreed(self) -> Reading:
        found = with_findings(agreed([look for _, look in self._looks], self._pace.looks), self._found)
        return with_dice_beside(found, self._beside or ())

    def _pause(self, reading: Reading) -> float:
        sure = reading.rest is not Rest.OBSTRUCTED and _sure(reading) == len(on_tray(reading.dice))
        return self._pace.again_sure if sure else self._pace.again_unsure

    def _tray_moved(self, picture: Image, seconds: float) -> bool:
        self._next_tray = seconds + self._pace.tray_check
        old, new = self._reader.tray, self._reader.find_tray(picture)
        if old is None or new is None:
            return False
        if shifted(old, new) <= MOVED:
            return False
        self._follow(new)
        return True

    def _look(self, picture: Image, seconds: float) -> Reading:
        """Read a picture, with the tray's present place and foreign objects."""
        look = self._looked(picture, seconds)
        if Problem.CAMERA_MOVED in look.reading.named and self._tray_moved(picture, seconds):
            look = self._looked(picture, seconds)
        reading, reference = look.reading, self.reference
        if self._whole_look is not None and look is not self._whole_look[1]:
            return reading
        if reading.rest is Rest.EMPTY and reading.named & _UNSEEN:
            return replace(reading, rest=Rest.OBSTRUCTED)
        if reference is None or reference.tray.frame != (picture.shape[1], picture.shape[0]):
            return reading
        told = with_foreign_objects(reading, picture, reference)
        told = (
            told
            if reference.tray.marked or told.rest is Rest.COVERED
            else with_shift(told, rim_shift(reference, picture))
        )
        left = {id(die) for die in told.dice}
        faces = tuple(face for face, die in zip(look.faces, reading.dice, strict=False) if id(die) in left)
        self._whole_look = seconds, replace(look, reading=told, faces=faces)
        return told

    def _looked(self, picture: Image, seconds: float) -> TrayLook:
        """Read a picture: the dice of the last whole look in their places, or all of it where that is too long ago."""
        began, before = self._whole_look or (float("-inf"), None)
        before = before if seconds - began < self._pace.checks else None
        look = self._reader.look(picture, before, next(self._powers))
        if before is None or look.seen is not before.seen:
            self._whole_look = seconds, look
        return look

    def _learn_empty(self, picture: Image, seconds: float, reading: Reading) -> None:
        tray = self._reader.tray
        if self._printed is not None and reading.dice:
            self._printed = replace(self._printed, thrown=True)
        if tray is None or reading.rest is not Rest.EMPTY:
            return
        if reading.problems and not (reading.problems == (SOMETHING,) and self._is_print(picture, tray)):
            return
        if self.reference is not None and seconds < self._next_lesson:
            return
        self._next_lesson = seconds + self._pace.lesson
        self._reference = EmptyTray.of(picture, tray)
        if self._learned is not None:
            self._learned(self._reference)

    def _is_print(self, picture: Image, tray: Tray) -> bool:
        """Whether what lies on the empty tray has been there since before a throw, while no empty tray is known."""
        if self.reference is not None:
            return False
        before = self._printed
        known = before is not None and before.tray.fits(tray)
        if before and known and not with_foreign_objects(Reading(Rest.EMPTY), picture, before.tray).problems:
            return before.thrown
        self._printed = _Printed(EmptyTray.of(picture, tray))
        return False

    def _learn(self, now: Bytes, reading: Reading) -> None:
        """Learn everything but the dice as background."""
        if self._backdrop is None or reading.rest in (Rest.OBSTRUCTED, Rest.COVERED):
            return
        covered = np.zeros(now.shape, np.uint8)
        for die in reading.dice:
            corners = np.array(die.corners)
            middle = corners.mean(axis=0)
            around = (middle + 1.8 * (corners - middle)) * (now.shape[1] / self._shape[1])
            cv2.fillConvexPoly(covered, np.round(around).astype(np.int32), 255)
        self._backdrop.learn(now, covered)


def _sure(reading: Reading) -> int:
    return sum(die.value is not None for die in reading.dice)
