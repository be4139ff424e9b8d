"""Copies of a journal, and its replacement by one made from it, also of an older schema.

A copy is made without a lock while another process writes: first the file, then its write-ahead log. It is consistent
if meanwhile the file did not change and the log was not restarted. Frames appended to the log are intact, and a torn
end is detected by its checksums.

A new journal is complete and durable under a temporary name before any file is renamed; the old one is kept beside it.
A power cut in between leaves either the old journal, or the new one under its temporary name, which the next start
uses.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from device.errors import BadJournal
from device.files.durable_write import make_durable
from device.files.kept_file import read_file
from device.storage.database import BESIDE, JournalDatabase, Older, Opening, telling_damage, with_those_beside
from device.storage.sqlite_format import LOG_HEAD
from engine.i18n import gettext as _

SQLITE = b"SQLite format 3\0"
"""How a database begins."""


def rebuild(
    file: Path,
    aside: Path,
    fill: Callable[[JournalDatabase], None],
    identities: Sequence[tuple[str, str | None]] = (),
) -> None:
    """Replace the journal by one with these identities that ``fill`` writes, and keep the old one as ``aside``.

    Raises what ``fill`` raises, sqlite3.Error and OSError. The journal is then unchanged.
    """
    making, made = file.with_name(f"{file.name}.making"), _made(file)
    _remove(making)
    try:
        with contextlib.closing(JournalDatabase(making, identities)) as ledger:
            fill(ledger)
            ledger.checkpoint()
        making.chmod(0o600)
        making.replace(made)
        make_durable(file.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            _remove(making)
        raise
    move(file, aside)
    made.replace(file)
    make_durable(file.parent)


def finish(file: Path) -> None:
    """Finish a rebuild that was interrupted by a power cut. Raises OSError."""
    made = _made(file)
    if not made.is_file():
        return
    with made.open("rb") as source:
        is_whole = source.read(len(SQLITE)) == SQLITE
    if file.exists() or not is_whole:
        made.unlink()
    else:
        move(file, free_name(file, "damaged"))  # a log left of the old file would be applied to the new one
        made.replace(file)
    make_durable(file.parent)


def move(file: Path, aside: Path) -> None:
    # the log last: its rows may be nowhere else, and a file found without it would be opened as it is
    for ending in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{ending}").rename(f"{aside}{ending}")
    make_durable(file.parent)


def free_name(file: Path, word: str) -> Path:
    """Return the first unused name beside the journal: ``journal.WORD-1.db``, ``journal.WORD-2.db`` and so on."""
    names = (file.with_name(f"{file.stem}.{word}-{number}{file.suffix}") for number in count(1))
    return next(name for name in names if not any(map(Path.exists, with_those_beside(name))))


def _made(file: Path) -> Path:
    return file.with_name(f"{file.name}.made")


def _remove(file: Path) -> None:
    for place in reversed(with_those_beside(file)):
        place.unlink(missing_ok=True)


def open_up_to_date(file: Path) -> JournalDatabase:
    """Open a journal of this schema, or migrate one of an older schema and open it.

    Raises what :class:`~device.storage.database.JournalDatabase` raises, except
    :class:`~device.storage.database.Older`.
    """
    try:
        return JournalDatabase(file)
    except Older:
        migrate(file)
        return JournalDatabase(file)


def migrate(file: Path) -> Path:
    """Replace the journal by one of this schema, and return the new path of the old file.

    Raises :class:`~device.storage.database.Damaged`, sqlite3.Error and OSError. The old journal is then unchanged.
    """
    aside = free_name(file, "before-update")

    def fill(ledger: JournalDatabase) -> None:
        with contextlib.closing(_opened(file)) as old, telling_damage():
            rows = old.execute("SELECT game, number, moment, event FROM events ORDER BY game, number")
            ledger.write(rows, _openings(old))

    rebuild(file, aside, fill)
    return aside


def _opened(file: Path) -> sqlite3.Connection:
    """Open the old journal. Its log, if any, is first written into the file."""
    base = sqlite3.connect(file, isolation_level=None)
    try:
        with telling_damage():
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA trusted_schema = OFF")
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except BaseException:
        base.close()
        raise
    return base


def _openings(old: sqlite3.Connection) -> Iterator[Opening]:
    """Yield the openings. Schema 1 had none, so every game counts as opened once, at an unknown time."""
    tables = [name for (name,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    if "openings" in tables:
        found = old.execute("SELECT game, clock FROM openings ORDER BY number")
    else:
        found = old.execute("SELECT game, 0.0 FROM events GROUP BY game ORDER BY game")
    for game, clock in found:
        yield Opening(game, clock)


TRIES = 50


def snapshot(file: Path, folder: Path) -> Path:
    """Return a copy of that journal in that folder. Raises OSError, and :class:`BadJournal` if it changes too often."""
    copy = folder / "journal.db"
    log = Path(f"{file}-wal")
    for _attempt in range(TRIES):
        before, head = _state(file), _bytes_of(log)[:LOG_HEAD]
        shutil.copyfile(file, copy)
        logged = _bytes_of(log)
        if _state(file) == before and logged[:LOG_HEAD] == head == _bytes_of(log)[:LOG_HEAD]:
            Path(f"{copy}-wal").write_bytes(logged)
            return copy
    raise BadJournal(_("The journal {file} is being written too fast to be read: try again.", file=file))


def _state(file: Path) -> tuple[int, int, int]:
    found = os.stat(file)  # noqa: PTH116
    return found.st_ino, found.st_size, found.st_mtime_ns


def _bytes_of(file: Path) -> bytes:
    try:
        return read_file(file)
    except FileNotFoundError:
        return b""
