"""Maintenance ports of the page: diagnosis, backup and restore, calibration."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock

import cv2

from device.adapters.preview import Preview
from device.backup import restore
from device.backup.backup import CONFIG, Backup, config_of_backup, fitted, journal_of, read_backup, take_backup
from device.backup.restored_config import text_of
from device.calibration import by_corners
from device.cameras.process import CameraProcess
from device.config.editor import forget_values, keep_values
from device.config.kept_arrays import LAMP_MAPS, KeptMaps, save_maps
from device.config.schema import Config
from device.doctor.checks import examine
from device.doctor.machine import Machine
from device.errors import BadBackup, BadConfig, BadTrial, DeviceError
from device.lamps.capture import CALIBRATING
from device.lamps.lamps import named
from device.lamps.table_lamps import TableLamps
from device.os_errors import reason_of
from device.scratch import scratch_folder
from device.storage.salvage import InMemory
from engine.i18n import gettext as _
from engine.i18n import with_value
from vision import LampMaps
from web.errors import Denied
from web.services.device import Corners, Finding, Outline

UPLOADED = _("The uploaded file")

EMPTY_WITHIN = 5.0
"""Seconds within which the tray has to be seen empty."""


class TableDoctor:
    """Diagnosis of the running table."""

    def __init__(self, file: Path, config: Config) -> None:
        self._folder = file.parent
        self._journal = file.parent / Path(config.journal.path).expanduser()
        self._config = config
        self._looking = Lock()

    def findings(self) -> Sequence[Finding]:
        """Run the checks and return the findings. One run at a time: it takes seconds and opens the camera."""
        if not self._looking.acquire(blocking=False):
            raise Denied(503, "busy", _("Another phone is running the system check: try again in a moment."), 5)
        try:
            opened = partial(CameraProcess, self._config.camera)
            found = list(examine(Machine(), self._config, self._journal, opened, self._folder))
        finally:
            self._looking.release()
        return [Finding(one.name, one.light, one.words, one.advice) for one in found]


class TableChest:
    """Backup and restore for the configuration in that file.

    ``held`` returns what the running table has in memory only, so that a backup from a disk that takes nothing has it.
    """

    def __init__(self, file: Path, held: Callable[[], InMemory | None] = lambda: None) -> None:
        self._file = file
        self._held = held

    def backup(self, *, wifi_password: bool) -> bytes:
        """Return a backup of the table's files."""
        try:
            return take_backup(self._file, self._held(), wifi_password=wifi_password).packed
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except (DeviceError, OSError) as error:
            raise Denied(503, "not_kept", str(error), 10) from None

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        """Check the backup and leave it for the next start to restore; this machine's panel settings stay."""
        try:
            with scratch_folder(len(backup)) as folder:
                brought = folder / "the backup"
                brought.write_bytes(backup)
                self._fitted(Backup({CONFIG: config_of_backup(brought)}), folder)
                allow()  # first: unpacking takes memory and time
                restore.have_wait(self._fitted(read_backup(brought), folder), self._file)
        except BadBackup as error:
            raise Denied(422, "bad_backup", with_value(str(error), str(brought), UPLOADED)) from None
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except OSError as error:
            raise Denied(
                503, "not_kept", _("It can’t be written ({strerror}): free up space.", strerror=reason_of(error)), 10
            ) from None

    def _fitted(self, backup: Backup, folder: Path) -> Backup:
        """Return the backup with this machine's panel settings. Raises :class:`BadBackup` if it may not be restored."""
        self._check(backup, folder)
        found = fitted(backup, text_of(self._file), panel_stays=True)
        self._check(found, folder)
        return found

    def _check(self, backup: Backup, folder: Path) -> None:
        """Check that the configuration can be used, and that the page may restore the journal.

        A journal that the page may not write can be restored on the command line only. Raises :class:`BadBackup`.
        """
        written = folder / CONFIG
        written.write_bytes(backup.files[CONFIG])
        try:
            journal = journal_of(written).resolve()
        except (DeviceError, ValueError, RuntimeError) as error:
            raise BadBackup(_("That can’t be restored: {error}", error=error)) from None
        if not journal.is_relative_to(folder.resolve()) and journal != journal_of(self._file).resolve():
            raise BadBackup(_("Its journal is in another folder: restore it on the machine, with quarterdeck restore."))


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
        """Return how many days ago the lamps were measured; None if they never were."""
        return self._kept.days if self._kept else None

    def measure(self, allow: Callable[[], None]) -> str:
        """Measure the lamps over the empty tray, and request a restart of the table. Returns which of them answer."""
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
        if not save_maps(maps, self._file):
            raise Denied(503, "not_kept", _("The disk can’t be written: free up space."), 10)
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


class TableCalibration:
    """Position of the tray, from the corners in the configuration file or from its markers."""

    def __init__(self, file: Path, config: Config, viewfinder: Preview) -> None:
        self._file = file
        self._config = config
        self._viewfinder = viewfinder
        self.changed = False
        """Whether the table has to restart to use the new corners."""

    def outline(self) -> Outline | None:
        """Return the outline from the configured corners, else from the markers in the latest picture."""
        image = self._viewfinder.image
        if image is None:
            return None
        reader, (height, width) = self._config.reader, image.shape[:2]
        tray = reader.tray.for_frame(width, height) if reader.tray else reader.find_tray(image)
        if tray is None:
            return Outline((width, height), None, "nowhere")
        first, second, third, fourth = ((round(x, 1), round(y, 1)) for x, y in tray.corners_px)
        return Outline((width, height), (first, second, third, fourth), "corners" if reader.tray else "markers")

    def view(self) -> bytes | None:
        """Return the latest picture without readings drawn in."""
        image = self._viewfinder.image
        return None if image is None else cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        """Write the corners into the configuration and request a restart of the table."""
        image = self._viewfinder.image
        try:
            if corners is None:
                allow()
                forget_values(self._file, "tray", ("corners",))
            elif image is None:
                raise BadTrial(_("No camera picture, so the corners can’t be marked: check the camera."))
            else:
                words = " ".join(f"{x},{y}" for x, y in corners)
                frame = image.shape[1], image.shape[0]
                tray = by_corners(words, frame, self._config.tray.size, self._config.reader.lens)
                size = self._config.camera.width, self._config.camera.height
                kept = [[round(x, 1), round(y, 1)] for x, y in tray.for_frame(*size).corners_px]
                allow()
                keep_values(self._file, "tray", {"corners": kept})
        except BadTrial as error:
            raise Denied(422, "bad_corners", str(error)) from None
        except BadConfig as error:
            raise Denied(503, "not_kept", str(error), 10) from None
        self.changed = True
