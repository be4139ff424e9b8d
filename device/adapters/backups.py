"""Backups from the page: sent to a browser and restored, kept on this machine, and copied to a USB stick every day."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

import msgspec

from device.adapters.files import JsonFiles
from device.backup import restore
from device.backup.backup import (
    CONFIG,
    Backup,
    config_of_backup,
    fitted,
    journal_of,
    read_backup,
    take_backup,
    write_backup,
)
from device.backup.stick import FOLDER, Stick, back_up_to, backups_on, choose, name_of_table, sticks_in
from device.config.schema import BackupConfig, text_of
from device.errors import BadBackup, BadConfig, DeviceError
from device.files.os_errors import reason_of
from device.files.scratch import scratch_folder
from device.notices import Notices
from device.storage.salvage import InMemory
from device.update.installation import BACKUPS
from engine.i18n import gettext as _
from engine.i18n import with_value
from web.errors import Denied, NotKept
from web.services.device import KeptBackup, StickBackupStatus, StickState
from web.services.store import KeyValueStore, known_value

DAY = 24 * 3600.0


def next_backup(last: float | None, now: float, minute: int) -> float:
    """Return when the next backup is due (seconds, Unix): the first time of that ``minute`` of the day after the last.

    It is due now without a last one, or if the last one is later than tomorrow, as the clock was wrong then. A time
    that has passed means that it is due, too: a table that was off makes up for what it missed.
    """
    if last is None or last > now + DAY:
        return now
    day = datetime.fromtimestamp(last).replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    while day.timestamp() <= last:
        day += timedelta(days=1)
    return day.timestamp()


KEY = "stick-backups"
"""Name of the stored state."""

EVERY = 5.0
"""Seconds between two looks for sticks."""

AGAIN = 15 * 60.0
"""Seconds until a failed backup is tried again; at once if a stick is plugged in."""

LONG = 3 * DAY
"""Seconds without a backup after which the owner is told, if there ever was one."""

NICEST = 19


class LastBackup(msgspec.Struct, frozen=True):
    """The last backup that was checked: when (seconds, Unix), its file on the stick, and the name of the stick."""

    time: float
    file: str
    stick: str


class TableStickBackups:
    """Daily backups of the table to the chosen stick. Its thread runs in a ``with`` block.

    ``name`` is that of its backups, ``take`` returns one of what the table has now. ``store`` keeps when the last one
    was. ``find`` returns the plugged-in sticks.
    """

    def __init__(
        self,
        name: str,
        take: Callable[[], Backup],
        config: BackupConfig,
        store: KeyValueStore,
        find: Callable[[Path], Sequence[Stick]] = sticks_in,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._name = name
        self._take = take
        self._config = config
        self._store = store
        self._find = find
        self._clock = clock
        self._last = known_value(store, KEY, lambda value: msgspec.convert(value, LastBackup))
        self._sticks: tuple[Stick, ...] = ()
        self._not_before = 0.0
        self._is_asked = False
        self._is_choosing = False
        self._trouble: str | None = None
        self._status = StickBackupStatus(on=config.usb)
        self._wake, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="stick backups", daemon=True)

    def status(self) -> StickBackupStatus:
        return self._status

    def choose(self) -> None:
        if len(self._sticks) != 1:
            raise Denied(
                422,
                "no_stick" if not self._sticks else "many_sticks",
                _("Plug in a USB stick first.") if not self._sticks else _("Leave only one USB stick plugged in."),
            )
        self._is_choosing = True
        self._ask()

    def back_up_now(self) -> None:
        if not any(stick.is_chosen for stick in self._sticks):
            raise Denied(422, "no_stick", _("Plug in the USB stick for backups first."))
        self._ask()

    def _ask(self) -> None:
        if not self._config.usb:
            raise Denied(422, "off", _("Backups to USB sticks are off: set [backup] usb to true."))
        self._is_asked = True
        self._wake.set()

    def look(self) -> None:
        """Look for sticks, and write a backup if one is due or asked for. Called often by the thread."""
        if not self._config.usb:
            return
        found = tuple(self._find(Path(self._config.sticks)))
        if any(stick.is_chosen for stick in found) and not any(stick.is_chosen for stick in self._sticks):
            self._not_before = 0.0
        self._sticks = found
        if self._is_choosing:
            self._is_choosing = False
            if len(found) == 1:
                with suppress(DeviceError):
                    self._sticks = (choose(found[0]),)
        stick = self._chosen()
        now = self._clock()
        due = self._due(now)
        if stick and (self._is_asked or (due <= now and not now < self._not_before <= now + AGAIN)):
            self._is_asked = False
            self._back_up(stick, now)
        elif stick is None:
            self._is_asked = False
            self._trouble = self._overdue(now)
            self._tell()
        else:
            self._tell()

    def _chosen(self) -> Stick | None:
        """Return the chosen stick; of several the one of the last backup, else the first."""
        chosen = [stick for stick in self._sticks if stick.is_chosen]
        last = [stick for stick in chosen if self._last and stick.path.name == self._last.stick]
        return next(iter([*last, *chosen]), None)

    def _due(self, now: float) -> float:
        return next_backup(self._last.time if self._last else None, now, self._config.minute)

    def _overdue(self, now: float) -> str | None:
        if self._last is None or now - self._last.time < LONG:
            return None
        days = int((now - self._last.time) // DAY)
        return _("No backup for {days} days: plug in the USB stick for backups.", days=days)

    def _back_up(self, stick: Stick, now: float) -> None:
        self._tell(running=True)
        try:
            file = back_up_to(stick, self._name, self._take(), self._config.keep, now)
        except (DeviceError, OSError) as error:
            self._not_before = now + AGAIN
            self._trouble = reason_of(error) if isinstance(error, OSError) else str(error)
            self._tell()
            return
        self._last = LastBackup(now, f"{FOLDER}/{file.name}", stick.path.name)
        with suppress(NotKept):
            self._store.put(KEY, msgspec.to_builtins(self._last))
        self._not_before, self._trouble = 0.0, None
        self._tell()

    def _tell(self, *, running: bool = False) -> None:
        stick, last = self._chosen(), self._last
        kept = self._status.kept
        if stick and not running:
            with suppress(OSError):
                kept = len(backups_on(stick, self._name))
        shown = stick or next(iter(self._sticks), None)
        state: StickState = "ready" if stick else "new" if self._sticks else "none"
        self._status = replace(
            self._status,
            stick=state,
            where=shown.path.name if shown else "",
            last=last.time if last else None,
            file=last.file if last else "",
            next=max(self._due(self._clock()), self._not_before) if stick else None,
            kept=kept if stick else 0,
            running=running,
            trouble=self._trouble,
        )

    def _run(self) -> None:
        with suppress(OSError):  # not permitted everywhere; then the priority stays
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICEST)
        while not self._over.is_set():
            try:
                self.look()
            except Exception as error:  # a strange stick is no reason to end the table
                why = _("The backup failed ({kind}: {error}).", kind=type(error).__name__, error=error)
                self._status = replace(self._status, running=False, trouble=why)
            self._wake.wait(EVERY)
            self._wake.clear()

    def __enter__(self) -> Self:
        if self._config.usb:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(2.0)


def stick_backups_of(
    file: Path, config: BackupConfig, identity: str, held: Callable[[], InMemory | None], notices: Notices
) -> TableStickBackups:
    """Return the backups of the table with that configuration file and random id; ``held`` is in memory only."""
    name, drawer = name_of_table(socket.gethostname(), identity), JsonFiles(file.parent, notices)
    return TableStickBackups(name, lambda: take_backup(file, held()), config, drawer)


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]{0,100}\.zip")


OWN = "by-hand-"

KEPT = 10
"""Backups made by hand that are kept; one more deletes the oldest."""

MOST = 60
"""Backups in the list."""


class TableBackups:
    """The backups beside the configuration in that file. Each is checked once, and again when it has changed."""

    def __init__(self, config: Path, clock: Callable[[], float] = time.time) -> None:
        self._config = config
        self._folder = config.parent / BACKUPS
        self._clock = clock
        self._making = Lock()
        self._checked: dict[tuple[str, int, int], bool] = {}

    def all(self) -> Sequence[KeptBackup]:
        found = []
        for file in self._files():
            try:
                about = file.stat()
            except OSError:
                continue
            found.append(KeptBackup(file.name, about.st_mtime, about.st_size, self._is_sound(file)))
        return sorted(found, key=lambda one: -one.at)[:MOST]

    def make(self) -> str:
        if not self._making.acquire(blocking=False):
            raise Denied(503, "busy", _("A backup is being made: try again in a moment."), 5)
        try:
            file = self._folder / f"{OWN}{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(self._clock()))}.zip"
            self._folder.mkdir(mode=0o750, exist_ok=True)
            write_backup(take_backup(self._config), file)
            read_backup(file)
            for old in sorted(self._folder.glob(f"{OWN}*.zip"))[:-KEPT]:
                old.unlink(missing_ok=True)
            return file.name
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except DeviceError as error:
            raise NotKept(str(error)) from None
        except OSError as error:
            why = _("It can’t be written ({strerror}): free up space.", strerror=reason_of(error))
            raise NotKept(why) from None
        finally:
            self._making.release()

    def file(self, name: str) -> Path:
        file = self._folder / name
        if not NAME.fullmatch(name) or file.is_symlink() or not file.is_file():
            raise Denied(404, "no_backup", _("There is no such backup."))
        return file

    def _files(self) -> Sequence[Path]:
        try:
            return [file for file in self._folder.iterdir() if NAME.fullmatch(file.name) and file.is_file()][: 2 * MOST]
        except OSError:
            return ()

    def _is_sound(self, file: Path) -> bool:
        about = file.stat()
        key = (file.name, about.st_mtime_ns, about.st_size)
        if key not in self._checked:
            try:
                read_backup(file)
                sound = True
            except (BadBackup, OSError):
                sound = False
            if len(self._checked) > 2 * MOST:
                self._checked.clear()
            self._checked[key] = sound
        return self._checked[key]


UPLOADED = _("The uploaded file")


class TableChest:
    """Backup and restore for the configuration in that file.

    ``held`` returns what the running table has in memory only, so that a backup from a disk that takes nothing has it.
    """

    def __init__(self, file: Path, held: Callable[[], InMemory | None] = lambda: None) -> None:
        self._file = file
        self._held = held

    def backup(self, *, wifi_password: bool) -> bytes:
        try:
            return take_backup(self._file, self._held(), wifi_password=wifi_password).packed
        except BadConfig as error:
            raise Denied(422, "bad_config", str(error)) from None
        except (DeviceError, OSError) as error:
            raise NotKept(str(error)) from None

    def put_back(self, backup: bytes, allow: Callable[[], None]) -> None:
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
            raise NotKept(_("It can’t be written ({strerror}): free up space.", strerror=reason_of(error))) from None

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
