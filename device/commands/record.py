"""``record``: an evening at a real tray, kept with frames, presses, readings and labels."""

import math
import threading
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from device.cameras.camera import Frame
from device.cameras.process import CameraProcess
from device.cli import output
from device.cli.command import PATH, NumberInRange, argument, command, option
from device.cli.context import CONFIGURED, EventPrinter, panel_of, warn
from device.cli.output import OneLine
from device.config import schema as configuration
from device.config.kept_arrays import LAMP_MAPS as MAPS
from device.config.kept_arrays import load_maps, save_arrays
from device.config.schema import JournalConfig
from device.errors import BadRecording, CameraLost
from device.observer import Observer
from device.recording.auto_label import Labels
from device.recording.format import RecordedGame, result_of
from device.recording.recorder import Recorder, keep_recording
from device.runtime.assemble import run_table
from device.sources.locked_camera import LockedCamera
from device.terminal import said, say
from engine import Rolled, Stopped
from engine.i18n import gettext as _
from engine.i18n import joined
from table.panel import Button, Press
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
        if self._over:
            return
        try:
            self._recorder.keep(frame)
        except BadRecording as error:
            self._over = True
            self._warned(_("{error} The table is still running.", error=error))
        else:
            self._read(reading, frame.time)
        self._shown()
        if self._recorder.seconds >= self._seconds:
            self._stop.set()

    def lamps_taken(self, pictures: LampPictures, time: float) -> None:
        if not self._over:
            try:
                self._recorder.keep_lamps(pictures, time)
            except BadRecording as error:
                self._over = True
                self._warned(_("{error} The table is still running.", error=error))

    def pressed(self, press: Press) -> None:
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


MEGABYTE = 1_000_000


@command(
    help=_(
        "Pictures, presses and readings are kept in a new FOLDER until Ctrl-C; replay plays them. Rolls that were "
        "confirmed or corrected at the table become labels. The game has a journal of its own in FOLDER."
    )
)
@CONFIGURED
@argument("folder", metavar=_("FOLDER"), type=PATH)
@option("--seconds", type=NumberInRange(0, min_open=True), default=math.inf, help=_("Stop after this many seconds."))
@option("--every", type=NumberInRange(0), default=0.1, show_default=True, help=_("Seconds between two pictures."))
@option(
    "--most", type=NumberInRange(1), default=4000, show_default=True, help=_("Megabytes of pictures to keep at most.")
)
@option("--no-table", "bare", is_flag=True, help=_("Record camera and buttons only, without game and page."))
def record(file: Path, folder: Path, seconds: float, every: float, most: float, bare: bool) -> None:
    config = configuration.load(file)
    if config.camera.kind == "none":
        raise CameraLost(_("There is nothing to record: [camera] kind is “none”."))
    start = config.game.start
    options = dict(start.options)
    game = RecordedGame(
        preset=start.preset, options=options, players=start.players, starter=start.starter or start.players[0]
    )
    recorder = Recorder(folder, config.tray.size, game, every=every, most=most * MEGABYTE)
    line = OneLine()

    def show() -> None:
        line.show(lambda: said(output.recorded_in_words(recorder)))

    try:
        with recorder:
            warn(_("Recording into {folder} until Ctrl-C.", folder=folder))
            if bare:
                with panel_of(config.panel) as panel, CameraProcess(config.camera) as camera:
                    keep_recording(camera, panel, recorder, show, seconds)
            else:
                stop = threading.Event()
                observers = (SessionRecorder(recorder, warn, show, stop, seconds), EventPrinter())
                locked = LockedCamera(file, config.camera, warn)
                own = replace(config, journal=JournalConfig(str(folder.absolute() / "journal.db")))
                maps = load_maps(file.parent / MAPS, config.tray.size) if config.lamps.pins else None
                recorder.lamp_maps = MAPS if maps and save_arrays(maps.maps.to_arrays(), folder / MAPS) else None
                run_table(file, own, panel_of(config.panel), locked.opener, observers, warn, stop)
    except KeyboardInterrupt:
        pass
    finally:
        line.end()
        if recorder.frames:
            say(joined([str(folder), ": ", output.recorded_in_words(recorder), "."], ""))
