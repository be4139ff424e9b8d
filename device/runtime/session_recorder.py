"""Records a session while it is played: frames, presses and readings. Confirmations become labels."""

import threading
from collections.abc import Callable

from device.cameras.camera import Frame
from device.errors import BadRecording
from device.observer import Observer
from device.recording.auto_label import Labels
from device.recording.ground_truth import result_of
from device.recording.recorder import Recorder
from engine import Rolled, Stopped
from engine.i18n import gettext as _
from table.panel.panel import Button, Press
from table.session import ConfirmedEvent
from table.table import Table
from vision import LampPictures, Reading, Rest

CALM_AFTER, CALM_EVERY = 3.0, 1.0
"""Seconds at rest after which fewer frames are kept, and the interval between these. Most frames show dice at rest."""

REPLAYED = frozenset({Button.ROLL, Button.STAND, Button.TAKE_BACK, Button.PAUSE})
"""Buttons that are recorded as presses. A choice made with the encoder is recorded as a choice."""


class SessionRecorder(Observer):
    """Records a table. If the recording fails, the table continues.

    ``stop`` is set after ``seconds``. ``shown`` is called after each frame, ``warned`` with the reason if the recording
    ends.
    """

    def __init__(
        self,
        recorder: Recorder,
        warned: Callable[[str], None],
        shown: Callable[[], None],
        stop: threading.Event,
        seconds: float,
    ) -> None:
        self._recorder = recorder
        self._warned = warned
        self._shown = shown
        self._stop = stop
        self._seconds = seconds
        self._labels = Labels()
        self._is_for_the_game: Callable[[Press], bool] = lambda _: True
        self._calm_since: float | None = None
        self._over = False

    def begin(self, table: Table) -> None:
        """Label the table's rolls from its next one on, and use its state as the result."""
        self._labels = Labels(table.rolls)
        self._is_for_the_game = lambda press: not table.answers(press)
        self._recorder.labels = self._labels
        self._recorder.result = lambda: result_of(table.state)

    def observed(self, frame: Frame, reading: Reading) -> None:
        """Record the frame and its reading."""
        if self._over:
            return
        try:
            self._recorder.keep(frame)
        except BadRecording as error:
            self._over = True
            self._warned(_("{error} The table goes on.", error=error))
        else:
            self._read(reading, frame.time)
        self._shown()
        if self._recorder.seconds >= self._seconds:
            self._stop.set()

    def lamps_taken(self, pictures: LampPictures, time: float) -> None:
        """Record lamp pictures."""
        if not self._over:
            try:
                self._recorder.keep_lamps(pictures, time)
            except BadRecording as error:
                self._over = True
                self._warned(_("{error} The table goes on.", error=error))

    def pressed(self, press: Press) -> None:
        """Record a press that is for the game."""
        if press.button in REPLAYED and not self._over and self._is_for_the_game(press):
            self._recorder.press(press)

    def confirmed(self, event: ConfirmedEvent) -> None:
        """Record a confirmed event. If it came from a page and not from a button, a press is recorded for it."""
        if self._over or not self._recorder.frames:
            return
        moment = self._recorder.moment_of(event.moment)
        self._labels.counted(event, moment)
        if isinstance(event.event, Rolled | Stopped) and not self._recorder.pressed_at(moment):
            button = Button.ROLL if isinstance(event.event, Rolled) else Button.STAND
            self._recorder.press(Press(button, event.moment))

    def _read(self, reading: Reading, moment: float) -> None:
        self._labels.read(reading, self._recorder.moment_of(moment))
        if reading.rest not in (Rest.SETTLED, Rest.EMPTY):
            self._calm_since = None
        elif self._calm_since is None:
            self._calm_since = moment
        calm = self._calm_since is not None and moment - self._calm_since >= CALM_AFTER
        self._recorder.slower = CALM_EVERY if calm else 0.0
