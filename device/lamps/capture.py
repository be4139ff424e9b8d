"""Capture of lamp pictures: switches the lamps, picks the frames that each was brighter for, and sees which answer.

It is fed with frames and never waits. A frame counts for a lamp only if all of its exposure, from the first row's
beginning to the last row's end, lies between two switches.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from device.cameras.camera import Frame, Image
from device.cameras.lamp_switches import LampSwitches, Light, plan
from device.errors import BadTrial, CameraLost
from device.lamps.lamps import SIDES, Lamps
from device.notices import Notices
from engine.i18n import gettext as _
from vision import LampMaps, LampPictures, LampSide, Tray


@dataclass(slots=True)
class Taking:
    """A capture under way: its base frame, when it is given up, how many frames each lamp gets, and those it has."""

    base: Frame
    deadline: float
    frames: int
    bases: list[Image]
    images: dict[LampSide, list[Image]] = field(default_factory=dict)
    planned: LampSwitches = field(default_factory=LampSwitches)

    def missing(self, sides: Sequence[LampSide]) -> tuple[LampSide, ...]:
        return tuple(side for side in sides if len(self.images.get(side, ())) < self.frames)


class LampCapture:
    """Takes the base picture and one of each lamp, within ``seconds``. Then the lamps have their base level again."""

    def __init__(self, lamps: Lamps, seconds: float) -> None:
        self._lamps = lamps
        self._seconds = seconds
        self._taking: Taking | None = None

    @property
    def under_way(self) -> bool:
        return self._taking is not None

    @property
    def base(self) -> Frame | None:
        return self._taking.base if self._taking else None

    def begin(self, base: Frame, frames: int = 1, seconds: float | None = None) -> bool:
        """Begin a capture. ``base`` is the latest frame, under all lamps at base level.

        With several ``frames`` each picture is their mean. ``seconds`` replaces the usual time. Return False, and begin
        nothing, if the camera is too slow for that.
        """
        now = self._lamps.now(base)
        deadline = now + (seconds or self._seconds)
        if plan(self._lamps.sides, now, base, frames).end > deadline:
            return False
        self._taking = Taking(base, deadline, frames, [base.image])
        self._switch(self._taking, base)
        return True

    def take(self, frame: Frame) -> LampPictures | None:
        """Take the frame; return the pictures with the last one of a capture.

        Raises :class:`~vision.BadImage` if the camera changed the size of its pictures in between.
        """
        taking = self._taking
        if taking is None:
            return None
        light = self._light(frame)
        if isinstance(light, LampSide):
            taking.images.setdefault(light, []).append(frame.image)
        elif light == "base" and len(taking.bases) < taking.frames:
            taking.bases.append(frame.image)
        if not taking.missing(self._lamps.sides) and len(taking.bases) >= taking.frames:
            return self._end(taking, frame)
        if frame.exposed[0] >= taking.planned.end:
            self._switch(taking, frame)
        return None

    def is_late(self, frame: Frame) -> bool:
        """Return whether the time for the capture is over; then it is given up."""
        if self._taking is None or frame.time <= self._taking.deadline:
            return False
        self.give_up(frame)
        return True

    def give_up(self, frame: Frame | None = None) -> None:
        """End a capture without pictures, at ``frame`` if it is the latest. All lamps go to base level."""
        taking, self._taking = self._taking, None
        if taking is not None:
            self._lamps.rest(self._lamps.now(frame or taking.base))

    def is_lit(self, frame: Frame) -> bool:
        """Return whether a frame was exposed, in part or all of it, while a lamp was brighter."""
        return self._light(frame) != "base"

    def _light(self, frame: Frame) -> Light:
        return self._lamps.switches.during(*frame.exposed)

    def _switch(self, taking: Taking, frame: Frame) -> None:
        missing, now = taking.missing(self._lamps.sides), self._lamps.now(frame)
        if missing and len(taking.bases) >= taking.frames:
            taking.planned = plan(missing, now, frame, taking.frames)
            self._lamps.follow(taking.planned)

    def _end(self, taking: Taking, frame: Frame) -> LampPictures:
        self._taking = None
        self._lamps.rest(self._lamps.now(frame))
        return LampPictures(_mean(taking.bases), {side: _mean(images) for side, images in taking.images.items()})


def _mean(images: Sequence[Image]) -> Image:
    if len(images) == 1:
        return images[0]
    total = np.zeros(images[0].shape, np.uint16)
    for image in images:
        total += image
    return np.asarray(np.rint(total / len(images)), dtype=np.uint8)


SILENT = 3
"""Number of captures in a row without an answer after which a lamp counts as broken."""

STEP = 4
"""Every so many rows and columns are compared."""

BROKEN: Mapping[LampSide, str] = {
    side: _("A light strip doesn’t answer and is left out ({side}): check its wires, pin and MOSFET.", side=name)
    for side, name in SIDES.items()
}


class LampHealth:
    """Leaves out the pictures of lamps that do not answer, and says in the notices which are broken.

    ``calibrated`` are the lamps that answered when they were calibrated: only these can break.
    """

    def __init__(self, calibrated: frozenset[LampSide], notices: Notices) -> None:
        self._calibrated = calibrated
        self._notices = notices
        self._silent: Counter[LampSide] = Counter()

    @property
    def working(self) -> frozenset[LampSide]:
        return self._calibrated - {side for side, times in self._silent.items() if times >= SILENT}

    def answering(self, pictures: LampPictures, tray: Tray) -> LampPictures:
        answered = answering(pictures, tray)
        for side in self._calibrated & set(pictures.lamps):
            self._silent[side] = 0 if side in answered else self._silent[side] + 1
            if self._silent[side] == SILENT:
                self._notices.add(BROKEN[side])
            elif side in answered:
                self._notices.remove(BROKEN[side])
        kept = {side: picture for side, picture in pictures.lamps.items() if side in answered & self._calibrated}
        return LampPictures(pictures.base, kept)


def answering(pictures: LampPictures, tray: Tray) -> frozenset[LampSide]:
    """Return the lamps that brighten the tray in their pictures, whatever lies on it."""
    few = {side: picture[::STEP, ::STEP] for side, picture in pictures.lamps.items()}
    return LampMaps.from_pictures(LampPictures(pictures.base[::STEP, ::STEP], few), tray).working()


FRAMES = 4
"""Number of frames of each lamp of which the maps are made."""

CALIBRATING = 3.0
"""Maximum seconds of a calibration."""

TOO_SLOW = _(
    "The camera is too slow for the light strips, so dice are read without them: give the tray more light, "
    "or set [lamps] seconds higher."
)

WARMING = 3
"""Number of frames that are passed over: the first ones come late."""


def lamp_pictures(shots: Iterable[Frame | None], lamps: Lamps, frames: int = FRAMES) -> LampPictures:
    """Take a picture under each lamp from the frames of a camera at full rate, the mean of that many frames.

    Raises :class:`BadTrial` if the camera is too slow.
    """
    capture = LampCapture(lamps, CALIBRATING)
    try:
        for number, frame in enumerate(shot for shot in shots if shot):
            if number < WARMING:
                continue
            if not capture.under_way:
                if not capture.begin(frame, frames):
                    raise BadTrial(TOO_SLOW)
            elif pictures := capture.take(frame):
                return pictures
            elif capture.is_late(frame):
                raise BadTrial(TOO_SLOW)
    finally:
        capture.give_up()
    raise CameraLost(_("The camera has stopped."))
