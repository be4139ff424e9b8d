"""A copy of the journal as it stands, taken while somebody writes it, without a lock and without a word to the writer.

First the file is copied, then its write-ahead log. All that a checkpoint can have moved from the log into the file
meanwhile is in the copied log too, and counts from there, as long as the log was not begun anew in between: its head
tells. Its end may be torn, which its checksums tell.
"""

from pathlib import Path

from device.errors import BadJournal

TRIES = 50
HEAD = 32
"""Bytes of the head of a write-ahead log."""


def snapshot(file: Path, folder: Path) -> Path:
    """A copy of that journal in that folder. Raises OSError, and :class:`BadJournal` where no clean one can be had."""
    copy = folder / "journal.db"
    log = Path(f"{file}-wal")
    for _ in range(TRIES):
        head = _bytes_of(log)[:HEAD]
        data = file.read_bytes()
        logged = _bytes_of(log)
        if logged[:HEAD] == head == _bytes_of(log)[:HEAD]:
            copy.write_bytes(data)
            Path(f"{copy}-wal").write_bytes(logged)
            return copy
    raise BadJournal(f"The journal {file} is being written too fast to be read: try again.")


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
