"""The lamps of a running table: takes lamp pictures when the watcher wants them, and calibrates on request."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from device.cameras.camera import Frame
from device.errors import BadTrial
from device.lamps.capture import CALIBRATING, FRAMES, TOO_SLOW, LampCapture, LampHealth
from device.lamps.lamps import Lamps, RecordedLamps
from device.notices import Notices
from engine.i18n import gettext as _
from vision import BadImage, LampMaps, LampPictures, Reading, Rest, Watcher

SECONDS = 0.25
"""Usual time for the pictures of a throw."""

LATE = 3
"""Number of captures in a row that were given up after which the lamps pause."""

PAUSE = 60.0
"""Seconds for which lamps pause that are of no use."""

NEEDED = 3
"""Number of lamps that a slope can be measured with."""


class TableLamps:
    """Takes lamp pictures for a watcher, without ever waiting for them.

    Between `begin` and the end of a capture the frames under brighter lamps are kept from everything else. ``maps`` are
    those of the empty tray; without them the watcher wants no pictures. ``films`` are crossed ones, for new maps.
    """

    def __init__(
        self,
        lamps: Lamps | None = None,
        maps: LampMaps | None = None,
        notices: Notices | None = None,
        seconds: float = SECONDS,
        *,
        films: bool = False,
    ) -> None:
        self.lamps = lamps or RecordedLamps()
        self._notices = notices or Notices()
        self._capture = LampCapture(self.lamps, seconds)
        self._films = films
        self._health = LampHealth(maps.working() if maps else frozenset(), self._notices)
        self._late = 0
        self._paused_until = float("-inf")
        self._asked: Future[LampMaps] | None = None
        self._calibrating: Future[LampMaps] | None = None
        self.taken: Callable[[LampPictures, float], None] = lambda _pictures, _time: None
        """Called with the pictures of each throw, and their time."""

    def next_frame(self, frame: Frame, watcher: Watcher) -> Frame | None:
        """Return the frame to read next, None while lamps are in use.

        That is the frame itself, or after a capture once more the base frame, with the present time: what it shows can
        be reported without waiting for the next one.
        """
        base = self._capture.base
        if base is None:
            return None if self._capture.is_lit(frame) else frame
        try:
            pictures = self._capture.take(frame)
        except BadImage:  # the camera was opened again with another size
            self.give_up()
            return None
        if pictures is None and not self._capture.is_late(frame):
            return None
        if self._calibrating is not None:
            self._calibrated(pictures, watcher)
            return None
        if pictures is None:
            self._count_late(frame)
            return replace(base, time=frame.time)
        return self._took(pictures, base, frame, watcher)

    def see(self, frame: Frame, reading: Reading, watcher: Watcher) -> bool:
        """Begin a capture if one is wanted after that frame and its reading.

        Return False if the watcher wants pictures that cannot be taken: it goes on without, with the same frame.
        """
        if watcher.wants_lamps:
            if self._is_of_use(frame.time):
                if self._capture.begin(frame):
                    return True
                self._count_late(frame)
            watcher.see_lamps(LampPictures(frame.image, {}))
            return False
        asked = self._asked
        if asked is not None and reading.rest is Rest.EMPTY and asked.set_running_or_notify_cancel():
            self._asked, self._calibrating = None, asked
            if not self._capture.begin(frame, FRAMES, CALIBRATING):
                self._calibrated(None, watcher)
        return True

    def calibrate(self) -> Future[LampMaps]:
        """Ask for maps of the empty tray. They are taken as soon as it is seen empty, and can be cancelled until then.

        The result is :class:`BadTrial` if the camera is too slow. May be called on any thread.
        """
        self._asked = Future()
        return self._asked

    @property
    def in_use(self) -> bool:
        """Return whether pictures are being taken, or are asked for: the camera must not be slowed down."""
        return self._capture.under_way or (self._asked is not None and not self._asked.cancelled())

    def give_up(self) -> None:
        """End a capture without pictures: the camera is lost, or the table ends."""
        self._capture.give_up()
        if self._calibrating is not None:
            self._calibrating.set_exception(BadTrial(_("The camera was lost: try again.")))
            self._calibrating = None

    def _is_of_use(self, now: float) -> bool:
        """Return whether pictures are worth their time: no pause, and enough lamps work. Too few are tried at times."""
        if now < self._paused_until or not self.lamps.sides:
            return False
        if len(self._health.working) < NEEDED:
            self._paused_until = now + PAUSE
        return True

    def _count_late(self, frame: Frame) -> None:
        self._late += 1
        if self._late >= LATE:
            self._notices.add(TOO_SLOW)
            self._paused_until = frame.time + PAUSE

    def _took(self, pictures: LampPictures, base: Frame, frame: Frame, watcher: Watcher) -> Frame | None:
        self._late = 0
        self._notices.remove(TOO_SLOW)
        tray = watcher.tray
        if tray is None:
            return None
        told = self._health.answering(pictures, tray)
        if not watcher.see_lamps(told):
            return None  # something moved in between: the watcher sees it, or wants others
        self.taken(pictures, base.time)
        return replace(base, time=frame.time)

    def _calibrated(self, pictures: LampPictures | None, watcher: Watcher) -> None:
        calibrating, self._calibrating = self._calibrating, None
        assert calibrating is not None
        if pictures is None or watcher.tray is None:
            calibrating.set_exception(BadTrial(TOO_SLOW))
        elif not pictures.undisturbed(watcher.tray):
            calibrating.set_exception(BadTrial(_("Something moved over the tray: try again.")))
        else:
            calibrating.set_result(LampMaps.from_pictures(pictures, watcher.tray, films=self._films))
