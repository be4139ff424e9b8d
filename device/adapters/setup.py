"""The set-up, calibration and measuring of lamps, by configuration, camera and table.

What they write is used after the table's next start.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from device.adapters.pictures import Preview
from device.calibration import by_corners
from device.cameras.camera import Image
from device.config import schema as configuration
from device.config.editor import forget_values, keep_tables, keep_values
from device.config.kept_arrays import LAMP_MAPS, KeptMaps, save_arrays
from device.config.schema import Config, GameConfig, TableConfig, TrayConfig
from device.errors import BadConfig, BadTrial
from device.lamps.capture import CALIBRATING
from device.lamps.lamps import named
from device.lamps.table_lamps import TableLamps
from engine import BadRules, Rolled, Started
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.names import tidied
from table.commands import Play
from table.games import rulebook
from table.publisher import SnapshotPublisher
from vision import BadTray, LampMaps, Rest, Watcher, on_tray, visible_markers
from web.display_names import why_not_called
from web.errors import Denied, NotKept
from web.services.device import Corners, Hold, NetworkMode, Outline, Sight, TableNames, TestThrow, TrayChoices

PATIENCE = 4.0
"""Seconds for which a test throw waits for the dice to rest."""

LOOK = 0.03
"""Seconds between two looks for a new picture."""

QUIET = 2.0
"""Seconds without a request of the set-up before the table restarts: nobody waits for an answer then."""

ANSWER = 5.0
"""Seconds that the table has to begin a game."""


class TableSetup:
    """The configuration in that file, the camera's pictures, and the running table.

    ``clock`` in seconds, monotonic, as the preview's; ``sleep`` waits for that many seconds.
    """

    def __init__(
        self,
        file: Path,
        preview: Preview,
        board: SnapshotPublisher,
        first_game: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._file = file
        self._preview = preview
        self._board = board
        self._first_game = first_game
        self._clock = clock
        self._sleep = sleep
        self._reading = Lock()
        self._writing = Lock()
        self._camera = "auto"
        self._used = clock()
        self._changed = self._wanted = False

    @property
    def restarts(self) -> bool:
        """Whether the table has to restart now: something was written, nobody is at it, and no game is on."""
        return self._changed and self._wanted and self._clock() - self._used > QUIET and not self.is_playing()

    def is_untouched(self) -> bool:
        config = self._config()
        as_it_came = (config.game, config.tray, config.table) == (GameConfig(), TrayConfig(), TableConfig())
        return as_it_came and self._first_game() and not self._has_rolls()

    def is_playing(self) -> bool:
        state = self._board.snapshot().state
        return self._has_rolls() and not rulebook(state).is_over(state)

    def has_camera(self) -> bool:
        return self._config().camera.kind != "none"

    def use_camera(self, on: bool) -> None:
        kind = self._config().camera.kind
        if on == (kind != "none"):
            return
        self._keep({"camera": {"kind": self._camera if on else "none"}})
        if not on:
            self._camera = kind

    def sight(self) -> Sight | None:
        image = self._preview.image
        if image is None:
            return None
        markers = {
            number: tuple((round(x, 1), round(y, 1)) for x, y in square.tolist())
            for number, square in sorted(visible_markers(image).items())
        }
        found = outline_of(image, self._config())
        return Sight(found.frame, markers, found.corners, found.found)

    def view(self) -> bytes | None:
        return self._preview.plain()

    def keep_corners(self, corners: Corners | None) -> None:
        if corners is None:
            self._keep({"tray": {}}, {"tray": ("corners",)})
            return
        self._keep({"tray": {"corners": corners_kept(corners, self._preview.image, self._config())}})

    def tray(self) -> TrayChoices:
        config = self._config()
        return TrayChoices(config.table.hold, config.tray.rail, config.tray.width)

    def keep_tray(self, hold: Hold, rail: float) -> None:
        if why := why_no_rail(self._config(), rail):
            raise Denied(422, "bad_rail", why)
        self._keep({"table": {"hold": hold}, "tray": {"rail": rail}})

    def throw(self) -> TestThrow:
        if not self._reading.acquire(blocking=False):
            raise Denied(503, "busy", _("The tray is being read: try again in a moment."), 5)
        try:
            return self._thrown(Watcher(self._config().reader))
        except BadTray:
            return TestThrow("no_tray")
        finally:
            self._reading.release()

    def names(self) -> TableNames:
        config = self._config()
        return TableNames(() if config.game == GameConfig() else config.game.players, config.mqtt.name)

    def keep_names(self, players: Sequence[str], table: str) -> None:
        config = self._config()
        try:
            start, values, without = players_kept(config, players or config.game.players)
        except BadConfig as error:
            raise Denied(422, "bad_name", str(error)) from None
        mqtt = {"mqtt": {"name": table}} if table != config.mqtt.name else {}
        self._keep({**values, **mqtt}, without)
        now = self._board.snapshot()
        if self._has_rolls() or now.state.players == start.players:
            return
        answer = self._board.submit(Play(start), ANSWER)
        if not answer.done:
            raise Denied(503, answer.code, answer.why, 5)

    def keep_network(self, mode: NetworkMode) -> None:
        """Configure that mode, which is in use already: no restart."""
        self._keep({"network": {"mode": mode}})

    def used(self) -> None:
        self._used = self._clock()

    def allow_restart(self, allowed: bool) -> None:
        self._wanted = allowed

    def _thrown(self, watcher: Watcher) -> TestThrow:
        began, latest, rest = self._clock(), None, "no_picture"
        while self._clock() - began < PATIENCE:
            frame = self._preview.frame
            if frame is None or frame is latest or (latest and frame[1] <= latest[1]):
                self._sleep(LOOK)
                continue
            latest = frame
            reading = watcher.see(*frame)
            rest = str(reading.rest)
            if watcher.tray is None:
                return TestThrow("no_tray")
            if reading.rest in (Rest.SETTLED, Rest.EMPTY):
                values = tuple(die.value for die in on_tray(reading.dice))
                return TestThrow("settled" if values else "empty", values)
        match rest:
            case "obstructed" | "covered" | "moving" | "no_picture":
                return TestThrow(rest)
        return TestThrow("moving")

    def _has_rolls(self) -> bool:
        return any(isinstance(event, Rolled) for event in self._board.snapshot().log)

    def _config(self) -> Config:
        try:
            return configuration.load(self._file)
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None

    def _keep(
        self, values: Mapping[str, Mapping[str, object]], without: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        before = self._config()
        with self._writing:
            try:
                keep_tables(self._file, values, without)
            except BadConfig as error:
                raise NotKept(str(error)) from None
        self._changed = self._changed or replace(self._config(), game=before.game, network=before.network) != before


Values = Mapping[str, Mapping[str, object]]
"""Values of the configuration by table and key."""


def players_kept(config: Config, players: Sequence[str]) -> tuple[Started, Values, Mapping[str, Sequence[str]]]:
    """Return the game of these players, what is written for it, and the keys to remove.

    Raises :class:`BadConfig` for names that cannot be, in one sentence.
    """
    named: tuple[str, ...] = ()
    for name in players:
        if why := why_not_called(name, named):
            raise BadConfig(why)
        named = (*named, tidied(name))
    starter = config.game.starter if config.game.starter in named else None
    try:
        start = replace(config.game, players=named, starter=starter).start
    except BadRules as error:
        raise BadConfig(full_sentence(str(error))) from None
    return start, {"game": {"players": list(named)}}, {} if starter else {"game": ("starter",)}


def why_no_rail(config: Config, rail: float) -> str | None:
    """Return why the rail cannot be that wide, in mm, or None."""
    width = config.tray.width
    if 0 <= rail < width:
        return None
    return _("A rail of {rail:g} mm does not fit into a tray of {tray:g} mm.", rail=rail, tray=width)


EMPTY_WITHIN = 5.0
"""Seconds within which the tray has to be seen empty."""


class TableLampDesk:
    """The lamps of the running table, whose maps lie beside the configuration in that file."""

    def __init__(self, file: Path, lamps: TableLamps, kept: KeptMaps | None) -> None:
        self._file = file.with_name(LAMP_MAPS)
        self._lamps = lamps
        self._kept = kept
        self._measuring = Lock()
        self.changed = False
        """Whether the table has to restart to use new maps."""

    def measured(self) -> int | None:
        return self._kept.days if self._kept else None

    def measure(self, allow: Callable[[], None]) -> str:
        if not self._measuring.acquire(blocking=False):
            raise Denied(503, "busy", _("The light strips are being measured: try again in a moment."), 5)
        try:
            allow()
            maps = self._maps()
        finally:
            self._measuring.release()
        working = maps.working()
        if not working:
            raise Denied(422, "lamps_dark", _("No light strip answers: check their supply, fuse and wires."))
        if not save_arrays(maps.to_arrays(), self._file):
            raise NotKept(_("The disk can’t be written: free up space."))
        self.changed = True
        if silent := set(self._lamps.lamps.sides) - working:
            return _("Measured, but there’s no answer from: {sides}. Check wires and pins.", sides=named(silent))
        return _("All four light strips answer, and are measured. The table restarts; your game will continue.")

    def _maps(self) -> LampMaps:
        asked = self._lamps.calibrate()
        try:
            try:
                return asked.result(EMPTY_WITHIN)
            except TimeoutError:
                if asked.cancel():
                    raise Denied(
                        422, "not_empty", _("The tray isn’t seen empty: take everything off it, then try again.")
                    ) from None
                return asked.result(CALIBRATING + EMPTY_WITHIN)
        except BadTrial as error:
            raise Denied(422, "not_measured", str(error)) from None
        except TimeoutError:
            raise Denied(503, "no_picture", _("The camera sends no pictures: check it.")) from None


def outline_of(image: Image, config: Config) -> Outline:
    """Return the tray's floor in a picture, by the configured corners or else by its markers."""
    reader, (height, width) = config.reader, image.shape[:2]
    tray = reader.tray.for_frame(width, height) if reader.tray else reader.find_tray(image)
    if tray is None:
        return Outline((width, height), None, "nowhere")
    first, second, third, fourth = ((round(x, 1), round(y, 1)) for x, y in tray.corners_px)
    return Outline((width, height), (first, second, third, fourth), "corners" if reader.tray else "markers")


def corners_kept(corners: Corners, image: Image | None, config: Config) -> list[list[float]]:
    """Return these corners in a picture as they are configured, in pixels of the camera's whole picture.

    Raises :class:`~web.errors.Denied` for corners that do not outline a tray, and without a picture.
    """
    if image is None:
        raise Denied(422, "bad_corners", _("No camera picture, so the corners can’t be marked: check the camera."))
    words, frame = " ".join(f"{x},{y}" for x, y in corners), (image.shape[1], image.shape[0])
    try:
        tray = by_corners(words, frame, config.tray.size, config.reader.lens)
    except BadTrial as error:
        raise Denied(422, "bad_corners", str(error)) from None
    size = config.camera.width, config.camera.height
    return [[round(x, 1), round(y, 1)] for x, y in tray.for_frame(*size).corners_px]


class TableCalibration:
    """Position of the tray, from the corners in the configuration file or from its markers."""

    def __init__(self, file: Path, config: Config, viewfinder: Preview) -> None:
        self._file = file
        self._config = config
        self._viewfinder = viewfinder
        self.changed = False
        """Whether the table has to restart to use the new corners."""

    def outline(self) -> Outline | None:
        image = self._viewfinder.image
        return None if image is None else outline_of(image, self._config)

    def view(self) -> bytes | None:
        return self._viewfinder.plain()

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        kept = None if corners is None else corners_kept(corners, self._viewfinder.image, self._config)
        allow()
        try:
            if kept is None:
                forget_values(self._file, "tray", ("corners",))
            else:
                keep_values(self._file, "tray", {"corners": kept})
        except BadConfig as error:
            raise NotKept(str(error)) from None
        self.changed = True
