"""Puts a backup back: what is there now is moved into a folder of its own first, and is never thrown away.

The backup is laid beside the configuration, whole, before anything is moved. Where a power cut comes in between, the
next start finds it there and goes on. A table that runs finds it too, and starts anew with it.

A backup is on trial until a start with it succeeds. If that start fails, what was there before comes back by itself,
and the backup's files are kept in another folder. A file beside the configuration says how far all this has come.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import msgspec

from device.backup.backup import CONFIG, JOURNAL, Backup, journal_of, read_backup, write_backup
from device.config import schema as configuration
from device.config.schema import Config
from device.durable_write import SHARED, make_durable, write_durably
from device.errors import BadBackup, BadConfig, DeviceError
from device.notices import Notices, content_of
from device.storage.acknowledged import file_of as acknowledged_file
from device.storage.lock import JournalLock
from device.storage.migration import open_up_to_date
from device.storage.rebuild import BESIDE
from web import WebError
from web.errors import PortTaken
from web.http.server import listen

WAITING = "restore.waiting"
"""The name of a backup that waits beside the configuration to be put back."""

TRIAL = "restore.trial"
"""The name of the file that says how far a backup was put back."""

MOST_TRIES = 3
"""Starts with a backup that may end without a word before what was there before comes back."""


PRIVILEGED = 1024
"""Ports below this one need a privilege of their own."""


class RestoreTrial(msgspec.Struct, frozen=True):
    """A backup that is put back, or was: where each file from before is kept, and how often a start was tried with it.

    ``before`` and ``moved`` are paths; ``moved`` has the present place of each file that was there before, and the name
    under which it is kept in ``before``. ``placed`` are the files of the backup.
    """

    before: str
    moved: dict[str, str] = {}
    placed: tuple[str, ...] = ()
    done: bool = False
    tries: int = 0


def waits(config: Path) -> bool:
    """Whether a backup waits to be put back."""
    return config.with_name(WAITING).is_file()


def have_wait(backup: Backup, config: Path) -> None:
    """Lay the backup where it waits; :class:`BadBackup` if that cannot be done, or the table could not run with it."""
    _check_page(backup, config)
    write_backup(backup, config.with_name(WAITING))


def _check_page(backup: Backup, config: Path) -> None:
    """Refuse a configuration whose page cannot be served on this machine: with it no table would start here."""
    web = _config_of(backup, config).web
    try:
        listen(web.host, web.port if web.port < PRIVILEGED else 0).close()
    except PortTaken:
        pass  # by the table that runs now
    except (WebError, OSError) as error:
        raise BadBackup(
            f"The backup’s page cannot be served on this machine ({str(error).rstrip('.')}): put right [web] in the "
            "configuration of the machine it comes from, or keep this machine’s by quarterdeck restore --keep-config."
        ) from None


def put_back(config: Path) -> Path | None:
    """Put the backup back that waits, if one does: the folder in which what was there before is now.

    Raises :class:`BadBackup` if it cannot be put back (it waits no more then), and :class:`~device.storage.lock.InUse`
    while the journal is written by another program.
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
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, DeviceError):
            raise
        _give_up(config, waiting)
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadBackup(f"The backup cannot be put back ({why}): make room and mend permissions.") from None


def _give_up(config: Path, waiting: Path) -> None:
    """Bring back what a failed exchange has moved, as far as the disk lets it; the backup waits no more."""
    with suppress(OSError):
        trial = _read(config)
        if trial is not None and not trial.done:
            _bring_back(config, trial)
        waiting.rename(waiting.with_name(f"{WAITING}.failed"))


def _exchange(backup: Backup, config: Path, waiting: Path) -> Path:
    with ExitStack() as locks:
        old = _journal_before(config)
        if old:
            locks.enter_context(JournalLock(old))
        trial = _read(config)
        if trial is None or trial.done:
            names = (config.with_name(f"before-restore-{number}") for number in count(1))
            trial = RestoreTrial(str(next(name for name in names if not name.exists())))
        before = Path(trial.before)
        new = _journal_after(backup, config)
        if new != old:
            locks.enter_context(JournalLock(new))
        places = {config: backup.files[CONFIG], new: backup.files[JOURNAL]}
        for name in backup.files.keys() - {CONFIG, JOURNAL}:
            places[(new.parent if ".damaged-" in name else config.parent) / name] = backup.files[name]
        gone = dict.fromkeys([*_journal_files(old), *_journal_files(new), *places])
        trial = _noted(config, trial, [file for file in gone if file.is_file()], list(places))
        before.mkdir(mode=0o700, exist_ok=True)
        for place, name in trial.moved.items():
            if not (before / name).exists() and Path(place).exists():
                Path(place).rename(before / name)
        for file, data in places.items():
            if file == new:
                write_durably(file, _with_own_id(file, data), mode=SHARED)
            else:
                write_durably(file, data)
        _write(config, msgspec.structs.replace(trial, done=True))
        waiting.unlink()
        make_durable(config.parent)
    return before


def _noted(config: Path, trial: RestoreTrial, there: list[Path], placed: list[Path]) -> RestoreTrial:
    """Note what is moved where before anything is: a file that the backup has placed already is none from before."""
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
    """Return the journal under an id of its own, with the backup's as its parent: from here on it goes another way."""
    fresh = place.with_name(f"{place.name}.restoring")
    files = [Path(f"{fresh}{ending}") for ending in ("", *BESIDE)]
    for file in files:
        file.unlink(missing_ok=True)
    try:
        write_durably(fresh, data)
        ledger = open_up_to_date(fresh)
        ledger.renew()
        ledger.close()
        for old in fresh.parent.glob(f"{fresh.stem}.before-update-*"):
            old.unlink()
        return fresh.read_bytes()
    finally:
        for file in files:
            file.unlink(missing_ok=True)


def begin_try(config: Path, notices: Notices) -> None:
    """Begin a start: where too many with a backup on trial ended without a word, bring back what was there before."""
    trial = _read(config, notices)
    if trial is None or not trial.done:
        return
    if trial.tries >= MOST_TRIES:
        undo(config, notices, f"{MOST_TRIES} starts with it ended without a word")
        return
    with suppress(OSError):
        _write(config, msgspec.structs.replace(trial, tries=trial.tries + 1))


def succeeded(config: Path) -> None:
    """End the trial: the table runs with the backup."""
    if on_trial(config):
        with suppress(OSError):
            config.with_name(TRIAL).unlink()
            make_durable(config.parent)


def on_trial(config: Path) -> bool:
    """Whether a backup is on trial, so that what was there before can be brought back."""
    trial = _read(config)
    return trial is not None and trial.done


def undo(config: Path, notices: Notices, why: str) -> bool:
    """Bring back what was there before the backup on trial, and say so; False if there is none, or it cannot be done.

    The backup's files are moved into a folder of their own. What a power cut interrupts is finished the next time.
    """
    trial = _read(config)
    if trial is None or not trial.done:
        return False
    try:
        failed = _bring_back(config, trial)
    except OSError as error:
        notices.add(f"The backup cannot be used here ({why}), nor taken away ({error.strerror}): make room.")
        return False
    notices.add(
        f"The backup cannot be used here: {why.rstrip('.')}. What was there before is back; the backup’s files are in "
        f"{failed.name}."
    )
    return True


def _bring_back(config: Path, trial: RestoreTrial) -> Path:
    """Move the backup's files into a folder, which is returned, and those from before into their places."""
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
    return [*(Path(f"{journal}{ending}") for ending in (*BESIDE, "")), acknowledged_file(journal)]


def _journal_before(config: Path) -> Path | None:
    """Return the journal of the configuration that is there now; None if that is none."""
    with suppress(BadConfig):
        return journal_of(config)
    return None


def _journal_after(backup: Backup, config: Path) -> Path:
    """Return where the journal of the backup's configuration is going to be."""
    return config.parent / Path(_config_of(backup, config).journal.path).expanduser()


def _config_of(backup: Backup, config: Path) -> Config:
    draft = config.with_name(f"{config.name}.restoring")
    try:
        write_durably(draft, backup.files[CONFIG])
        return configuration.load(draft)
    except OSError as error:
        raise BadBackup(f"{draft} cannot be written: {error.strerror}. Make room.") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _read(config: Path, notices: Notices | None = None) -> RestoreTrial | None:
    file = config.with_name(TRIAL)
    notices = notices or Notices()
    data = content_of(file, notices)
    if data is None:
        return None
    body, _, found = data.rpartition(b"\n")
    with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
        if found == _sum(body):
            return msgspec.json.decode(body, type=RestoreTrial)
    notices.set_aside(file)
    return None


def _write(config: Path, trial: RestoreTrial) -> None:
    body = msgspec.json.encode(trial)
    write_durably(config.with_name(TRIAL), body + b"\n" + _sum(body))


def _sum(body: bytes) -> bytes:
    """Return the checksum of the file: one that is damaged must not move other files."""
    return hashlib.sha256(body).hexdigest().encode()
