"""Records a session while it is played: frames, presses and readings. Confirmations become labels."""

import threading
from collections.abc import Callable

from device.cameras.camera import Camera, Frame
from device.cameras.observed import HeardCamera
from device.errors import BadRecording
from device.panels.proxy import PanelProxy
from device.recording.auto_label import Labels
from device.recording.ground_truth import result_of
from device.recording.recorder import Recorder
from engine import Rolled, Stopped
from table.panel.panel import Button, Panel, Press
from table.session import ConfirmedEvent
from table.table import Table
from vision import Reading, Rest

CALM_AFTER, CALM_EVERY = 3.0, 1.0
"""Seconds at rest after which fewer frames are kept, and the interval between these. Most frames show dice at rest."""

REPLAYED = frozenset({Button.ROLL, Button.STAND, Button.TAKE_BACK, Button.PAUSE})
"""Buttons that are recorded as presses. A choice made with the encoder is recorded as a choice."""


class SessionRecorder:
    """Observer that records a table. If the recording fails, the table continues.

    ``stop`` is set after ``seconds``. ``shown`` is called after each frame, ``warned`` with the reason if the recording
    ends.
    """

    def __init__(
        self,
        recorder: Recorder,
        told: Callable[[ConfirmedEvent], None],
        warned: Callable[[str], None],
        shown: Callable[[], None],
        stop: threading.Event,
        seconds: float,
    ) -> None:
        self._recorder = recorder
        self._told = told
        self._warned = warned
        self._shown = shown
        self._stop = stop
        self._seconds = seconds
        self._labels = Labels()
        self._is_for_the_game: Callable[[Press], bool] = lambda _: True
        self._calm_since: float | None = None
        self._over = False

    def camera(self, camera: Camera) -> Camera:
        """Return a camera that records its frames."""
        return HeardCamera(camera, self._frame)

    def panel(self, panel: Panel) -> Panel:
        """Return a panel that records its presses."""
        return _HeardPanel(panel, self._press)

    def table(self, table: Table) -> None:
        """Observe the table's readings, and use its state as the result."""
        self._labels = Labels(table.rolls)
        self._is_for_the_game = lambda press: not table.answers(press)
        table.listen(self._read)
        self._recorder.labels = self._labels
        self._recorder.result = lambda: result_of(table.state)

    def told(self, counted: ConfirmedEvent) -> None:
        """Record a confirmed event. If it came from a page and not from a button, a press is recorded for it."""
        if self._recorder.frames and not self._over:
            moment = self._recorder.moment_of(counted.moment)
            self._labels.counted(counted, moment)
            if isinstance(counted.event, Rolled | Stopped) and not self._recorder.pressed_at(moment):
                button = Button.ROLL if isinstance(counted.event, Rolled) else Button.STAND
                self._recorder.press(Press(button, counted.moment))
        self._told(counted)

    def _frame(self, frame: Frame) -> None:
        if self._over:
            return
        try:
            self._recorder.keep(frame)
        except BadRecording as error:
            self._over = True
            self._warned(f"{error} The table goes on.")
        self._shown()
        if self._recorder.seconds >= self._seconds:
            self._stop.set()

    def _press(self, press: Press) -> None:
        if press.button in REPLAYED and not self._over and self._is_for_the_game(press):
            self._recorder.press(press)

    def _read(self, reading: Reading, moment: float) -> None:
        if self._over or not self._recorder.frames:
            return
        self._labels.read(reading, self._recorder.moment_of(moment))
        if reading.rest not in (Rest.SETTLED, Rest.EMPTY):
            self._calm_since = None
        elif self._calm_since is None:
            self._calm_since = moment
        calm = self._calm_since is not None and moment - self._calm_since >= CALM_AFTER
        self._recorder.slower = CALM_EVERY if calm else 0.0


class _HeardPanel(PanelProxy):
    def __init__(self, panel: Panel, heard: Callable[[Press], None]) -> None:
        super().__init__(panel)
        self._heard = heard

    def presses(self, until: float) -> list[Press]:
        presses = super().presses(until)
        for press in presses:
            self._heard(press)
        return presses
