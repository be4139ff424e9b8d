"""Everything that a table keeps, as one file: its journal, its configuration, and what it has learned.

A backup is a ZIP archive with a list of its own, so that a part that is missing or damaged is noticed before anything
is put back. It is taken while the table runs.
"""

import hashlib
import io
import json
import sqlite3
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from device import config as configuration
from device.durable import write_durably
from device.errors import BadBackup, DeviceError
from device.ledger import Damaged, Ledger
from device.reference_file import FILE as EMPTY_TRAY
from device.snapshot import snapshot

SCHEMA = 1
LIST = "backup.json"
CONFIG = "quarterdeck.toml"
JOURNAL = "journal.db"
HOUSE_RULES = "house-rules.json"


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup, by its names there."""

    files: dict[str, bytes]

    @property
    def packed(self) -> bytes:
        """As one file."""
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in self.files.items()}
        about = {"schema": SCHEMA, "made_by": f"quarterdeck {version('quarterdeck')}", "files": sums}
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in (self.files | {LIST: json.dumps(about, indent=2).encode()}).items():
                archive.writestr(name, data)
        return packed.getvalue()


def journal_of(config: Path) -> Path:
    """Where the journal of the configuration in that file is kept."""
    return config.parent / Path(configuration.load(config).journal.path).expanduser()


def take_backup(config: Path) -> Backup:
    """All that belongs to the configuration in that file. Raises a :class:`~device.errors.DeviceError`."""
    journal = journal_of(config)
    files = {CONFIG: config.read_bytes()}
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
        try:
            copy = snapshot(journal, Path(folder))
            Ledger(copy).close()  # which brings all of it into one file
            files[JOURNAL] = copy.read_bytes()
        except Damaged as damage:
            raise BadBackup(f"The journal {journal} is damaged ({damage}): quarterdeck run sets it aside.") from None
        except (sqlite3.Error, OSError) as error:
            raise BadBackup(f"The journal {journal} cannot be copied ({error}): make room in {folder}.") from None
    damaged = sorted(journal.parent.glob(f"{journal.stem}.damaged-*"))
    beside = [config.with_name(EMPTY_TRAY), config.with_name(HOUSE_RULES), *damaged]
    files |= {file.name: file.read_bytes() for file in beside if file.is_file()}
    return Backup(files)


def write_backup(backup: Backup, file: Path) -> None:
    """Write it as one file; :class:`BadBackup` where that cannot be done."""
    try:
        write_durably(file, backup.packed)
    except OSError as error:
        raise BadBackup(f"{file} cannot be written: {error.strerror}. Make room or name another file.") from None


def read_backup(file: Path) -> Backup:
    """The backup in that file, all of it looked at. Raises :class:`BadBackup` for one that is damaged or none."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
            about = json.loads(archive.read(LIST))
            files = {name: archive.read(name) for name in about["files"]}
    except OSError as error:
        raise BadBackup(f"{file} cannot be read: {error.strerror}.") from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError, NotImplementedError):
        raise BadBackup(f"{file} is not a backup of Quarterdeck, or only a part of one: copy it again.") from None
    if about.get("schema") != SCHEMA:
        raise BadBackup(f"{file} is of schema {about.get('schema')}, this version reads {SCHEMA}: use a matching one.")
    for name, data in files.items():
        if Path(name).name != name or hashlib.sha256(data).hexdigest() != about["files"][name]:
            raise BadBackup(f"{file} is damaged at {name}: copy it again.")
    if not {CONFIG, JOURNAL} <= files.keys():
        raise BadBackup(f"{file} is not a backup of Quarterdeck: it has no configuration or no journal.")
    _look_into(file, files)
    return Backup(files)


def _look_into(file: Path, files: dict[str, bytes]) -> None:
    """Refuse a configuration that cannot be used and a journal that cannot be opened."""
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
        for name in (CONFIG, JOURNAL):
            Path(folder, name).write_bytes(files[name])
        try:
            configuration.load(Path(folder, CONFIG))
            Ledger(Path(folder, JOURNAL)).close()
        except (DeviceError, Damaged, sqlite3.Error) as error:
            raise BadBackup(f"{file} cannot be put back: {error}") from None
