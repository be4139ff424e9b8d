"""Watching a stream of pictures: when the dice rest, and what they show."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.agreement import agreed, alike
from vision.picture import Image, checked
from vision.reader import Reader
from vision.reading import Reading, Rest
from vision.rest import Backdrop, Grey, Region, Stillness, small_grey, smoothed
from vision.tray import Tray

MOVING = Reading(Rest.MOVING)
OBSTRUCTED = Reading(Rest.OBSTRUCTED)
_REMEMBERED = 12


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds, and how many looks must agree."""

    first_look: float = 0.18
    between_looks: float = 0.14
    settled: float = 0.4
    spread: float = 0.3
    looks: int = 3
    patience: float = 0.58
    again_when_unsure: float = 0.5
    again_when_sure: float = 4.0
    tray_check: float = 6.0
    hand_becomes_tray: float = 8.0


class Watcher:
    """Turns a stream of pictures into readings.

    Give each picture with its time to `see`. While anything moves the reading holds no dice; once the tray has rested,
    dice have values as soon as several still pictures agree on them; while nothing changes the very same reading comes
    back and costs next to nothing. The tray is found by its markers where the reader was not given one, and followed
    when somebody moves it.
    """

    def __init__(self, reader: Reader, pace: Pace = Pace()) -> None:
        self._reader = reader
        self._pace = pace
        self._stillness = Stillness()
        self._region: Region | None = None
        self._backdrop: Backdrop | None = None
        self._looks: list[tuple[float, Reading]] = []
        self._reading: Reading | None = None
        self._next_look = 0.0
        self._next_tray = 0.0
        self._width = 1

    @property
    def tray(self) -> Tray | None:
        """Where the tray lies, once it was found."""
        return self._reader.tray

    def see(self, image: Image, seconds: float, small: Grey | None = None) -> Reading:
        """What lies on the tray at the moment ``seconds`` (monotonic), by the picture (h, w, 3) uint8 BGR.

        ``small`` is the same moment as a small grey picture, (h, w) uint8 about 320 pixels wide, where the camera
        gives one for nothing; else it is made here. Pictures may come at any pace, and ``seconds`` must not go back.
        Raises BadImage for what is not a picture.
        """
        picture = checked(image)
        self._width = picture.shape[1]
        now = smoothed(small_grey(picture) if small is None else small)
        region, backdrop = self._watched(picture, now, seconds)
        change = self._stillness.see(region, now, seconds)
        hand = backdrop.hand_over(now)
        if change.moved:
            self._looks.clear()
            self._reading = None
            return OBSTRUCTED if hand or change.hand else MOVING
        age = self._stillness.age(seconds)
        if hand and self._reading is None:
            if age > self._pace.hand_becomes_tray:
                backdrop.forget()
            return OBSTRUCTED
        if self._reading is None:
            return self._settling(picture, now, seconds, age)
        return self._settled(picture, now, seconds, self._reading)

    def _watched(self, picture: Image, now: Grey, seconds: float) -> tuple[Region, Backdrop]:
        """The region that is watched and its backdrop, made anew for other pictures or another tray."""
        if self._reader.tray is None and seconds >= self._next_tray:
            self._next_tray = seconds + self._pace.tray_check / (6 if self._region is None else 1)
            self._move_to(self._reader.find_tray(picture))
        if self._region is None or self._backdrop is None or self._region.shape != now.shape:
            self._region = Region((now.shape[0], now.shape[1]), self._reader.tray)
            self._backdrop = Backdrop(self._region)
        return self._region, self._backdrop

    def _move_to(self, tray: Tray | None) -> None:
        if tray is not None:
            self._reader = self._reader.at(tray)
            self._region = None

    def _settling(self, picture: Image, now: Grey, seconds: float, age: float) -> Reading:
        """Looks at dice that have just come to rest, until enough looks were had."""
        pace = self._pace
        if age >= pace.first_look and (not self._looks or seconds - self._looks[-1][0] >= pace.between_looks):
            self._looks.append((seconds, self._reader.read(picture)))
        if not self._enough(seconds, age):
            return MOVING
        self._reading = self._agreed()
        self._next_look = seconds + self._pause()
        self._learn(now)
        return self._reading

    def _enough(self, seconds: float, age: float) -> bool:
        pace = self._pace
        if age < pace.settled or len(self._looks) < 2 or self._looks[-1][0] < seconds:
            return False
        spread = self._looks[-1][0] - self._looks[0][0]
        return (len(self._looks) >= pace.looks and spread >= pace.spread) or (age >= pace.patience and spread >= 0.15)

    def _settled(self, picture: Image, now: Grey, seconds: float, reading: Reading) -> Reading:
        """Now and then looks again at dice that lie still."""
        if seconds < self._next_look:
            return reading
        if seconds >= self._next_tray and self._tray_moved(picture, seconds):
            self._looks.clear()
            self._reading = None
            self._stillness.restart(now, seconds)
            return MOVING
        look = self._reader.read(picture)
        self._looks = [*self._looks[-_REMEMBERED:], (seconds, look)]
        fresh = self._agreed()
        if not alike(look, reading):
            self._looks = self._looks[-1:]
            self._reading = None
            self._stillness.restart(now, seconds - self._pace.first_look)
            return MOVING
        if _sure(fresh) > _sure(reading):
            self._reading = fresh
        self._next_look = seconds + self._pause()
        self._learn(now)
        return self._reading or reading

    def _agreed(self) -> Reading:
        return agreed([look for _, look in self._looks], self._pace.looks)

    def _pause(self) -> float:
        reading = self._reading
        unsure = reading is not None and _sure(reading) < len(reading.dice)
        return self._pace.again_when_unsure if unsure else self._pace.again_when_sure

    def _tray_moved(self, picture: Image, seconds: float) -> bool:
        """Whether the markers have moved by more than a millimetre; if so the tray is where they are now."""
        self._next_tray = seconds + self._pace.tray_check
        old, new = self._reader.tray, self._reader.find_tray(picture)
        if old is None or new is None:
            return False
        corners = np.array(old.for_frame(*new.frame).corners_px) - np.array(new.corners_px)
        if np.linalg.norm(corners, axis=1).max() * new.mm_per_px <= 1.5:
            return False
        self._move_to(new)
        return True

    def _learn(self, now: Grey) -> None:
        """Takes what is no die for the tray's own look."""
        reading, backdrop = self._reading, self._backdrop
        if reading is None or backdrop is None or reading.rest is Rest.OBSTRUCTED:
            return
        covered = np.zeros(now.shape, np.uint8)
        for die in reading.dice:
            corners = np.array(die.corners)
            middle = corners.mean(axis=0)
            around = (middle + 1.8 * (corners - middle)) * (now.shape[1] / self._width)
            cv2.fillConvexPoly(covered, np.round(around).astype(np.int32), 255)
        backdrop.learn(now, covered)


def _sure(reading: Reading) -> int:
    """How many dice have a value."""
    return sum(die.value is not None for die in reading.dice)
