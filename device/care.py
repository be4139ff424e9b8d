"""What the page can do for the appliance: look at it, calibrate it, carry all that it keeps away and bring it back."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from device import restore
from device.backup import CONFIG, Backup, fitted, journal_of, read_backup, take_backup
from device.calibration.locating import by_corners
from device.cameras.opening import open_camera
from device.config import Config
from device.config_file import forget_values, keep_values
from device.doctor.examination import examine
from device.doctor.machine import Machine
from device.errors import BadBackup, BadConfig, BadTrial, DeviceError
from device.restored_config import text_of
from device.viewfinder import Viewfinder
from web.care import Corners, Finding, Outline
from web.errors import Denied


class TableDoctor:
    """The doctor, for the table that runs."""

    def __init__(self, file: Path, config: Config) -> None:
        self._journal = file.parent / Path(config.journal.path).expanduser()
        self._config = config

    def findings(self) -> Sequence[Finding]:
        """Look now."""
        found = examine(Machine(), self._config, self._journal, lambda: open_camera(self._config.camera))
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
                found = read_backup(brought)
                found = fitted(found, text_of(self._file), panel_stays=True)
                self._check_journal(found, Path(folder))
                allow()
                restore.have_wait(found, self._file)
        except BadBackup as error:
            raise Denied(422, "bad_backup", str(error).replace(str(brought), "That")) from None
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except OSError as error:
            raise Denied(503, "not_kept", f"It cannot be written ({error.strerror}): make room.", 10) from None

    def _check_journal(self, backup: Backup, folder: Path) -> None:
        """Refuse a journal that would lie where no page has anything to write: that is the machine's owner's to do."""
        written = folder / CONFIG
        written.write_bytes(backup.files[CONFIG])
        journal = journal_of(written).resolve()
        if not journal.is_relative_to(folder.resolve()) and journal != journal_of(self._file).resolve():
            raise BadBackup("Its journal lies in another folder: put it back at the table, by quarterdeck restore.")


class TableCalibration:
    """Where the tray lies, as the configuration in that file says, or its markers."""

    def __init__(self, file: Path, config: Config, viewfinder: Viewfinder) -> None:
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
