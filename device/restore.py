"""Putting a backup back: what is there now is moved into a folder of its own first, and is never thrown away.

The backup is laid beside the configuration, whole, before anything is moved. Where a power cut comes in between, the
next start finds it there and begins again. A table that runs finds it too, and starts anew with it.
"""

from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

from device.backup import CONFIG, JOURNAL, Backup, journal_of, read_backup, write_backup
from device.durable import SHARED, make_durable, write_durably
from device.errors import BadBackup, BadConfig
from device.lock import JournalLock
from device.salvage import BESIDE

WAITING = "restore.waiting"
"""The name of a backup that waits beside the configuration to be put back."""


def waits(config: Path) -> bool:
    """Whether a backup waits to be put back."""
    return config.with_name(WAITING).is_file()


def have_wait(backup: Backup, config: Path) -> None:
    """Lay the backup where it waits; :class:`BadBackup` where that cannot be done."""
    write_backup(backup, config.with_name(WAITING))


def put_back(config: Path) -> Path | None:
    """Put the backup back that waits, if one does: the folder in which what was there before is now.

    Raises :class:`BadBackup` where it cannot be put back (it waits no more then), and
    :class:`~device.lock.InUse` while the journal is written by another program.
    """
    waiting = config.with_name(WAITING)
    if not waiting.is_file():
        return None
    try:
        backup = read_backup(waiting)
    except BadBackup:
        with suppress(OSError):
            waiting.rename(waiting.with_name(f"{WAITING}.damaged"))
        raise
    try:
        return _exchange(backup, config, waiting)
    except OSError as error:
        if isinstance(error, BadConfig | BadBackup) or not error.strerror:
            raise
        raise BadBackup(f"The backup cannot be put back ({error.strerror}): make room and mend permissions.") from None


def _exchange(backup: Backup, config: Path, waiting: Path) -> Path:
    with ExitStack() as locks:
        old = _journal_before(config)
        if old:
            locks.enter_context(JournalLock(old))
        before = next(one for number in count(1) if not (one := config.with_name(f"before-restore-{number}")).exists())
        before.mkdir(mode=0o700)
        for file in [*_journal_files(old), config]:
            _move(file, before)
        write_durably(config, backup.files[CONFIG])
        new = journal_of(config)
        if new != old:
            locks.enter_context(JournalLock(new))
            for file in _journal_files(new):
                _move(file, before)
        for name in backup.files.keys() - {CONFIG, JOURNAL}:
            place = (new.parent if ".damaged-" in name else config.parent) / name
            _move(place, before)
            write_durably(place, backup.files[name])
        write_durably(new, backup.files[JOURNAL], mode=SHARED)
        waiting.unlink()
        make_durable(config.parent)
    return before


def _journal_files(journal: Path | None) -> list[Path]:
    return [Path(f"{journal}{ending}") for ending in (*BESIDE, "")] if journal else []


def _journal_before(config: Path) -> Path | None:
    """The journal of the configuration that is there now; None where that is none."""
    with suppress(BadConfig):
        return journal_of(config)
    return None


def _move(file: Path, folder: Path) -> None:
    if file.is_file():
        file.rename(folder / file.name)
