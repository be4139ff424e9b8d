"""Restores a backup. The present files are moved to a folder of their own first and never deleted.

The complete backup is written beside the configuration before anything is moved. After a power cut the next start finds
it and continues. A running table finds it too, and restarts with it.

A backup is on trial until a start with it succeeds. If that start fails, the previous files are brought back, and the
backup's files are moved to another folder. A file beside the configuration records the progress.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path

import msgspec

from device.backup.backup import CONFIG, ERASED, JOURNAL, Backup, journal_of, read_backup, write_backup
from device.backup.erasure import carry_out, have_erased_again
from device.config import schema as configuration
from device.config.schema import Config
from device.errors import BadBackup, BadConfig, DeviceError
from device.files.durable_write import PRIVATE, SHARED, make_durable, write_durably
from device.files.kept_file import content_of, keep
from device.files.os_errors import not_written, reason_of
from device.network import OWN_NETWORK
from device.notices import Notices
from device.storage.acknowledged import file_of as acknowledged_file
from device.storage.database import BESIDE, Damaged, JournalLock, with_those_beside
from device.storage.rebuild import open_up_to_date
from engine.i18n import clause
from engine.i18n import gettext as _
from web.errors import PortTaken, WebError

WAITING = "restore.waiting"
"""Name of a backup to be restored, beside the configuration."""

TRIAL = "restore.trial"
"""Name of the file that records the progress of a restore."""

MOST_TRIES = 3
"""Starts with a backup on trial that may end without a result; then the previous files are brought back."""

PRIVILEGED = 1024
"""Ports below this one need a privilege."""


class RestoreTrial(msgspec.Struct, frozen=True):
    """Progress of a restore: where the previous files are, and how many starts were tried.

    ``before`` is a folder. ``moved`` maps the original path of each previous file to its name in ``before``.
    ``placed`` are the files of the backup.
    """

    before: str
    moved: dict[str, str] = {}
    placed: tuple[str, ...] = ()
    done: bool = False
    tries: int = 0


def waits(config: Path) -> bool:
    return config.with_name(WAITING).is_file()


def have_wait(backup: Backup, config: Path) -> None:
    """Write the backup for the next start. Raises :class:`BadBackup` on failure, or if no table could run with it."""
    _check_page(backup, config)
    write_backup(backup, config.with_name(WAITING))


def _check_page(backup: Backup, config: Path) -> None:
    """Raise :class:`BadBackup` if this machine cannot serve the page with that configuration."""
    from web.http.server import listen  # loads Flask

    web = _config_of(backup, config).web
    try:
        listen(web.host, web.port if web.port < PRIVILEGED else 0).close()
    except PortTaken:
        pass  # used by the running table
    except (WebError, OSError) as error:
        raise BadBackup(
            _(
                "The backup’s page can’t be served on this machine ({why}): fix [web] in the configuration of the "
                "machine it comes from, or keep this machine’s with quarterdeck restore --keep-config.",
                why=clause(str(error)),
            )
        ) from None


def put_back(config: Path, patience: float = 0.0) -> Path | None:
    """Restore the waiting backup, if any, and return the folder with the previous files.

    Returns None if no backup waits, or another program restored it meanwhile. Raises :class:`BadBackup` if it cannot
    be restored (it is then renamed), and :class:`~device.storage.database.InUse` if another program writes the journal
    for longer than ``patience``, in seconds.
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
    trial = _read(config)
    if trial is None or trial.done:  # what is put aside now stays there, so it has nothing to erase
        with suppress(DeviceError, Damaged, sqlite3.Error, OSError):
            carry_out(config, patience)
    try:
        return _exchange(backup, config, waiting, patience)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, DeviceError):
            raise
        with suppress(OSError):  # undone as far as the disk allows, and not tried again
            trial = _read(config)
            if trial is not None and not trial.done:
                _bring_back(config, trial)
            waiting.rename(waiting.with_name(f"{WAITING}.failed"))
        raise BadBackup(
            _("The backup can’t be restored ({why}): free up space and fix permissions.", why=reason_of(error))
        ) from None


def _exchange(backup: Backup, config: Path, waiting: Path, patience: float) -> Path | None:
    with ExitStack() as locks:
        old = None
        with suppress(BadConfig):
            old = journal_of(config)
            locks.enter_context(JournalLock(old, patience))
        if not waiting.is_file():
            return None
        trial = _read(config)
        if trial is None or trial.done:
            names = (config.with_name(f"before-restore-{number}") for number in count(1))
            trial = RestoreTrial(str(next(name for name in names if not name.exists())))
        before = Path(trial.before)
        have_erased_again(config, backup.files.get(ERASED))
        new = config.parent / Path(_config_of(backup, config).journal.path).expanduser()
        if new != old:
            locks.enter_context(JournalLock(new))
        places = {config: backup.files[CONFIG], new: backup.files[JOURNAL]}
        for name in backup.files.keys() - {CONFIG, JOURNAL, ERASED}:
            places[(new.parent if ".damaged-" in name else config.parent) / name] = backup.files[name]
        gone = dict.fromkeys([*_journal_files(old), *_journal_files(new), *places])
        trial = _noted(config, trial, [file for file in gone if file.is_file()], list(places))
        before.mkdir(mode=0o700, exist_ok=True)
        for place, name in trial.moved.items():
            if not (before / name).exists() and Path(place).exists():
                Path(place).rename(before / name)
        modes = {new: SHARED, config.with_name(OWN_NETWORK): PRIVATE}
        for file, data in places.items():
            write_durably(file, _with_own_id(file, data) if file == new else data, mode=modes.get(file))
        _write(config, msgspec.structs.replace(trial, done=True))
        waiting.unlink()
        make_durable(config.parent)
    return before


def _noted(config: Path, trial: RestoreTrial, there: list[Path], placed: list[Path]) -> RestoreTrial:
    """Record the planned moves before any is made. A file that the backup has already placed is not a previous file."""
    moved = dict(trial.moved)
    for file in there:
        if str(file) not in moved and str(file) not in trial.placed:
            taken = set(moved.values())
            name = next(one for one in _names(file.name) if one not in taken)
            moved[str(file)] = name
    noted = msgspec.structs.replace(trial, moved=moved, placed=tuple(map(str, placed)), tries=0)
    _write(config, noted)
    return noted


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{number}-{name}" for number in count(2))


def _with_own_id(place: Path, data: bytes) -> bytes:
    """Return the journal with a new id and the backup's id as its parent, since the two diverge from here."""
    fresh = place.with_name(f"{place.name}.restoring")
    files = with_those_beside(fresh)
    for file in files:
        file.unlink(missing_ok=True)
    try:
        write_durably(fresh, data)
        with closing(open_up_to_date(fresh)) as ledger:
            ledger.renew()
        for old in fresh.parent.glob(f"{fresh.stem}.before-update-*"):
            old.unlink()
        return fresh.read_bytes()
    finally:
        for file in files:
            file.unlink(missing_ok=True)


def begin_try(config: Path, notices: Notices) -> None:
    """Count a start with a backup on trial; after too many without a result bring back the previous files."""
    trial = _read(config, notices)
    if trial is None or not trial.done:
        return
    if trial.tries >= MOST_TRIES:
        undo(config, notices, _("it failed to start {most_tries} times", most_tries=MOST_TRIES))
        return
    with suppress(OSError):
        _write(config, msgspec.structs.replace(trial, tries=trial.tries + 1))


def succeeded(config: Path) -> None:
    if on_trial(config):
        with suppress(OSError):
            config.with_name(TRIAL).unlink()
            make_durable(config.parent)


def on_trial(config: Path) -> bool:
    """Return whether a backup is on trial, so that the previous files can be brought back."""
    trial = _read(config)
    return trial is not None and trial.done


def undo(config: Path, notices: Notices, why: str) -> bool:
    """Bring back the files from before the backup on trial; return False if there is none or it fails. Adds a notice.

    The backup's files are moved to a folder of their own. If a power cut interrupts it, the next call finishes it.
    """
    trial = _read(config)
    if trial is None or not trial.done:
        return False
    try:
        failed = _bring_back(config, trial)
    except OSError as error:
        notices.add(
            _(
                "The backup can’t be used here ({why}), nor removed ({strerror}): free up space.",
                why=why,
                strerror=reason_of(error),
            )
        )
        return False
    notices.add(
        _(
            "The backup can’t be used here: {why}. Your previous data is back; the backup’s files are in {name}.",
            why=clause(why),
            name=failed.name,
        )
    )
    return True


def _bring_back(config: Path, trial: RestoreTrial) -> Path:
    """Move the backup's files into a folder and the previous files to their places; return the folder."""
    before = Path(trial.before)
    failed = before.with_name(before.name.replace("before-restore", "failed-restore"))
    failed.mkdir(mode=0o700, exist_ok=True)
    logs = [Path(f"{place}{ending}") for place in trial.placed for ending in BESIDE]
    for place in [*map(Path, trial.placed), *logs]:
        kept = trial.moved.get(str(place))
        is_of_the_backup = kept is None or (before / kept).exists()
        if is_of_the_backup and place.is_file():
            place.replace(failed / place.name)
    for there, name in trial.moved.items():
        if (before / name).exists():
            (before / name).replace(there)
    config.with_name(TRIAL).unlink(missing_ok=True)
    make_durable(config.parent)
    with suppress(OSError):
        before.rmdir()
    return failed


def _journal_files(journal: Path | None) -> list[Path]:
    if journal is None:
        return []
    return [*reversed(with_those_beside(journal)), acknowledged_file(journal)]


def _config_of(backup: Backup, config: Path) -> Config:
    draft = config.with_name(f"{config.name}.restoring")
    try:
        write_durably(draft, backup.files[CONFIG])
        return configuration.load(draft)
    except OSError as error:
        raise BadBackup(not_written(draft, error)) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _read(config: Path, notices: Notices | None = None) -> RestoreTrial | None:
    file = config.with_name(TRIAL)
    notices = notices or Notices()
    data = content_of(file, notices)
    if data is None:
        return None
    body, _newline, earlier = data.partition(b"\n")
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        if not earlier or earlier == hashlib.sha256(body).hexdigest().encode():  # the checksum of an earlier version
            return msgspec.json.decode(body, type=RestoreTrial)
    notices.set_aside(file)
    return None


def _write(config: Path, trial: RestoreTrial) -> None:
    keep(config.with_name(TRIAL), msgspec.json.encode(trial) + b"\n")
