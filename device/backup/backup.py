"""Backups: one file with the journal, the configuration and the learned data of a table.

A backup is a ZIP archive with a list of its parts, so that a missing or damaged part is found before anything is
restored. It can be taken while the table runs.
"""

import hashlib
import io
import json
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from device.backup.restored_config import with_own_panel, with_own_password, without_wifi_password
from device.config import schema as configuration
from device.config.kept_arrays import EMPTY_TRAY, LAMP_MAPS
from device.errors import BadBackup, DeviceError
from device.files.durable_write import PRIVATE, write_durably
from device.files.kept_file import size_of
from device.files.os_errors import not_written, reason_of
from device.files.scratch import scratch_folder
from device.network import OWN_NETWORK
from device.storage.database import Damaged, Newer, why_unusable
from device.storage.rebuild import open_up_to_date, snapshot
from device.storage.salvage import InMemory
from engine.i18n import gettext as _

SCHEMA = 1
LIST = "backup.json"
CONFIG = "quarterdeck.toml"
JOURNAL = "journal.db"
ERASED = "erased.json"
BESIDE = (
    ERASED,
    EMPTY_TRAY,
    LAMP_MAPS,
    "house-rules.json",
    OWN_NETWORK,
    "own-games.json",
    "players.json",
    "ledger.json",
    "profiles.json",
    "tournament.json",
    "tournaments.json",
)
"""Files beside the configuration that a backup has where they exist. A restore writes no others."""

SET_ASIDE = re.compile(r"[\w. ()+-]{1,40}\.damaged-\d{1,9}[\w.-]{0,20}")
"""Pattern of the names of damaged journals that were renamed."""

LARGEST = 256 * 2**20
"""Maximum unpacked size of a backup in bytes: many years of games. A larger one is not unpacked."""

LONGEST_TEXT = 2**20
"""Maximum size in bytes of the configuration, and of the list of parts."""

MADE = (1980, 1, 1, 0, 0, 0)
"""Date of every part. ZIP allows only the years 1980 to 2107, and a Pi's clock may be wrong."""

LONGEST_LIST = 64 * 1024
"""Maximum size in bytes of the ZIP directory: that of a few hundred parts."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The files of a backup, by their names in it.

    ``unsound`` are damaged events of its journal: game, and number in it. They and all later events of their games are
    left out when the journal is next opened.
    """

    files: dict[str, bytes]
    unsound: tuple[tuple[int, int], ...] = ()

    @property
    def packed(self) -> bytes:
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in self.files.items()}
        about = {"schema": SCHEMA, "made_by": f"quarterdeck {version('quarterdeck')}", "files": sums}
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in (self.files | {LIST: json.dumps(about, indent=2).encode()}).items():
                part = zipfile.ZipInfo(name, MADE)
                part.external_attr = PRIVATE << 16
                archive.writestr(part, data, zipfile.ZIP_DEFLATED)
        return packed.getvalue()


def journal_of(config: Path) -> Path:
    return config.parent / Path(configuration.load(config).journal.path).expanduser()


def take_backup(config: Path, held: InMemory | None = None, *, wifi_password: bool = True) -> Backup:
    """Return a backup of that configuration and its files, with or without the Wi-Fi password.

    ``held`` are rows in the memory of a running table whose disk takes nothing; they are in the backup's journal.
    Raises a :class:`~device.errors.DeviceError`.
    """
    journal = journal_of(config)
    try:
        written = config.read_bytes()
        files = {CONFIG: written if wifi_password else without_wifi_password(written.decode("utf-8")).encode("utf-8")}
        files[JOURNAL], unsound = _copied(journal, held)
        damaged = sorted(journal.parent.glob(f"{journal.stem}.damaged-*"))
        beside = [*map(config.with_name, BESIDE), *damaged]
        files |= {file.name: file.read_bytes() for file in beside if file.is_file()}
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        raise BadBackup(
            _(
                "The files of {config} can’t be read ({error}): repair the disk or fix permissions.",
                config=config,
                error=reason_of(error),
            )
        ) from None
    return Backup(files, unsound)


def _copied(journal: Path, held: InMemory | None) -> tuple[bytes, tuple[tuple[int, int], ...]]:
    """Return the journal as one file, and its unsound events. Raises :class:`BadBackup` if it cannot be copied."""
    try:
        with scratch_folder(3 * size_of(journal)) as folder:
            with closing(open_up_to_date(_snapshot(journal, folder, held))) as ledger:
                if held:
                    held.write_to(ledger)
                    ledger.checkpoint()
                unsound = tuple(row[:2] for row in ledger.unsound())
            return (folder / JOURNAL).read_bytes(), unsound  # the write-ahead log is merged into it
    except (Damaged, Newer) as error:
        raise BadBackup(why_unusable(journal, error)) from None
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(
            _(
                "The journal {journal} can’t be copied ({error}): free up space in the temporary folder.",
                journal=journal,
                error=reason_of(error),
            )
        ) from None


def _snapshot(journal: Path, folder: Path, held: InMemory | None) -> Path:
    """Copy the journal. If it cannot be read while games are in memory, they make a new one."""
    try:
        return snapshot(journal, folder)
    except OSError:
        if held is None:
            raise
        return folder / JOURNAL


def with_config_of(backup: Backup, config: Path) -> Backup:
    """Return the backup with the present configuration in it. Raises :class:`BadBackup` if there is none."""
    try:
        return replace(backup, files=backup.files | {CONFIG: config.read_bytes()})
    except OSError as error:
        raise BadBackup(_("{file} can’t be read ({why}).", file=config, why=reason_of(error))) from None


def fitted(backup: Backup, present: str, *, panel_stays: bool) -> Backup:
    """Return the backup for a machine with that configuration, whose Wi-Fi password fills in a missing one.

    ``panel_stays`` keeps its panel too. Raises :class:`BadBackup` if the configuration cannot be changed like that.
    """
    text = with_own_password(backup.files[CONFIG].decode("utf-8"), present)
    text = with_own_panel(text, present) if panel_stays else text
    return Backup(backup.files | {CONFIG: text.encode("utf-8")})


def write_backup(backup: Backup, file: Path) -> None:
    """Write the backup as one file. Raises :class:`BadBackup` on failure."""
    try:
        write_durably(file, backup.packed, mode=PRIVATE)
    except OSError as error:
        raise BadBackup(not_written(file, error)) from None


def read_backup(file: Path) -> Backup:
    """Return the backup in that file, fully checked. Raises :class:`BadBackup` if it is damaged or not a backup."""
    with _opened(file) as (archive, about):
        files = {name: archive.read(name) for name in about["files"]}
        sums = {name: str(about["files"][name]) for name in files}
    if about.get("schema") != SCHEMA:
        schema = f"{about.get('schema')!r:.20}"
        raise BadBackup(
            _(
                "{file} has schema {schema}, this version reads {own}: use a matching version.",
                file=file,
                schema=schema,
                own=SCHEMA,
            )
        )
    for name, data in files.items():
        belongs = name in (CONFIG, JOURNAL, *BESIDE) or SET_ASIDE.fullmatch(name)
        if not belongs or hashlib.sha256(data).hexdigest() != sums[name]:
            raise BadBackup(_("{file} is damaged at {name}: copy it again.", file=file, name=name[:60]))
    if not {CONFIG, JOURNAL} <= files.keys():
        raise BadBackup(_("{file} isn’t a Quarterdeck backup: it has no configuration or no journal.", file=file))
    if len(files[CONFIG]) > LONGEST_TEXT:
        raise BadBackup(_("{file} is damaged at {name}: copy it again.", file=file, name=CONFIG))
    return Backup(files, _look_into(file, files))


def config_of_backup(file: Path) -> bytes:
    """Return the configuration in that backup, without unpacking larger parts. Raises :class:`BadBackup`."""
    with _opened(file) as (archive, _about):
        return _short(archive, CONFIG)


_NO_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    EOFError,
    RuntimeError,  # an encrypted part, an unknown compression, or JSON nested too deeply
)
"""Exceptions that a file which is not a valid backup can raise."""


@contextmanager
def _opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    """Open a backup, with its list of parts. Raises :class:`BadBackup`, also in the block if it is invalid."""
    try:
        with file.open("rb") as source:
            packed = source.read(LARGEST + 1)
        if len(packed) > LARGEST or not _has_a_short_list(packed):
            raise zipfile.BadZipFile
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            parts = archive.infolist()
            if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
                raise zipfile.BadZipFile
            if sum(part.file_size for part in parts) > LARGEST:
                raise BadBackup(
                    _(
                        "{file} unpacks to more than {largest} MB, too large for a backup: copy it again.",
                        file=file,
                        largest=LARGEST // 2**20,
                    )
                )
            yield archive, json.loads(_short(archive, LIST))
    except BadBackup:
        raise
    except OSError as error:
        raise BadBackup(_("{file} can’t be read ({why}).", file=file, why=reason_of(error))) from None
    except _NO_ARCHIVE:
        raise BadBackup(_("{file} isn’t a Quarterdeck backup, or is incomplete: copy it again.", file=file)) from None


def _short(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > LONGEST_TEXT:
        raise zipfile.BadZipFile
    return archive.read(name)


def _has_a_short_list(packed: bytes) -> bool:
    """Return whether the archive ends in a ZIP directory of limited size."""
    end, older = packed[-22:], packed[-42:-38]
    if len(end) < 22 or not end.startswith(b"PK\5\6") or not end.endswith(b"\0\0") or older == b"PK\6\7":
        return False
    return int.from_bytes(end[12:16], "little") <= LONGEST_LIST


def _look_into(file: Path, files: dict[str, bytes]) -> tuple[tuple[int, int], ...]:
    """Return the journal's unsound events. Raises :class:`BadBackup` if the configuration or journal cannot be used."""
    try:
        with scratch_folder(2 * len(files[JOURNAL])) as folder:
            for name in (CONFIG, JOURNAL):
                Path(folder, name).write_bytes(files[name])
            journal_of(Path(folder, CONFIG)).resolve()
            with closing(open_up_to_date(Path(folder, JOURNAL))) as ledger:
                return tuple(row[:2] for row in ledger.unsound())
    except Newer as newer:
        raise BadBackup(why_unusable(file, newer)) from None
    except (DeviceError, Damaged, sqlite3.Error, OSError, ValueError, RuntimeError) as error:
        raise BadBackup(_("{file} can’t be restored: {error}", file=file, error=error)) from None
