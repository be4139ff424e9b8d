"""What the page can do for the appliance: look at it, calibrate it, carry all that it keeps away and bring it back."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

import cv2

from device.adapters.preview import Preview
from device.backup import restore
from device.backup.backup import CONFIG, Backup, config_of_backup, fitted, journal_of, read_backup, take_backup
from device.backup.restored_config import text_of
from device.calibration.locate import by_corners
from device.config.editor import forget_values, keep_values
from device.config.schema import Config
from device.doctor.checks import examine
from device.doctor.machine import Machine
from device.errors import BadBackup, BadConfig, BadTrial, DeviceError
from device.sources.factory import open_camera
from web.errors import Denied
from web.ports.maintenance import Corners, Finding, Outline


class TableDoctor:
    """The doctor, for the table that runs."""

    def __init__(self, file: Path, config: Config) -> None:
        self._journal = file.parent / Path(config.journal.path).expanduser()
        self._config = config
        self._looking = Lock()

    def findings(self) -> Sequence[Finding]:
        """Look now; one at a time, since it takes seconds of the machine and a camera of its own."""
        if not self._looking.acquire(blocking=False):
            raise Denied(503, "busy", "Another phone has everything looked at just now: try again.", 5)
        try:
            found = examine(Machine(), self._config, self._journal, lambda: open_camera(self._config.camera))
        finally:
            self._looking.release()
        return [Finding(one.name, one.light, one.words, one.advice) for one in found]


class TableChest:
    """The backup of the configuration in that file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def backup(self, *, wifi_password: bool) -> bytes:
        """All that the table keeps."""
        try:
            return take_backup(self._file, wifi_password=wifi_password).packed
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except (DeviceError, OSError) as error:
            raise Denied(503, "not_kept", str(error), 10) from None

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
        """Lay it where the table finds it, whole and looked at; the panel stays that of this machine."""
        try:
            with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
                brought = Path(folder, "the backup")
                brought.write_bytes(backup)
                self._fitted(Backup({CONFIG: config_of_backup(brought)}), Path(folder))
                allow()  # before it is unpacked: that takes memory and time, which no page has to give away
                restore.have_wait(self._fitted(read_backup(brought), Path(folder)), self._file)
        except BadBackup as error:
            raise Denied(422, "bad_backup", str(error).replace(str(brought), "That")) from None
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except OSError as error:
            raise Denied(503, "not_kept", f"It cannot be written ({error.strerror}): make room.", 10) from None

    def _fitted(self, backup: Backup, folder: Path) -> Backup:
        """The backup with what stays as it is here. Raises :class:`BadBackup` for one that no page may put back."""
        self._check(backup, folder)
        found = fitted(backup, text_of(self._file), panel_stays=True)
        self._check(found, folder)
        return found

    def _check(self, backup: Backup, folder: Path) -> None:
        """Refuse a configuration that cannot be used, and a journal where no page has anything to write.

        Such a journal is for the machine's owner to put back.
        """
        written = folder / CONFIG
        written.write_bytes(backup.files[CONFIG])
        try:
            journal = journal_of(written).resolve()
        except (DeviceError, ValueError, RuntimeError) as error:
            raise BadBackup(f"That cannot be put back: {error}") from None
        if not journal.is_relative_to(folder.resolve()) and journal != journal_of(self._file).resolve():
            raise BadBackup("Its journal lies in another folder: put it back at the table, by quarterdeck restore.")


class TableCalibration:
    """Where the tray lies, as the configuration in that file says, or its markers."""

    def __init__(self, file: Path, config: Config, viewfinder: Preview) -> None:
        self._file = file
        self._config = config
        self._viewfinder = viewfinder
        self.changed = False
        """Whether the table is to start anew with what was kept."""

    def outline(self) -> Outline | None:
        """By the corners that were pointed out, else by the markers in the latest picture."""
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
        """The latest picture by itself."""
        image = self._viewfinder.image
        return None if image is None else cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()

    def keep(self, corners: Corners | None, allow: Callable[[], None]) -> None:
        """Write it into the configuration, and have the table start anew."""
        image = self._viewfinder.image
        try:
            if corners is None:
                allow()
                forget_values(self._file, "tray", ("corners",))
            elif image is None:
                raise BadTrial("The camera gives no picture: corners cannot be pointed out.")
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
