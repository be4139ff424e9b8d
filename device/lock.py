"""The lock of a journal: whoever holds it is the one who may write there."""

import fcntl
from pathlib import Path
from typing import Self

from device.errors import BadJournal
from device.ledger import ADVICE


class JournalLock:
    """Held from now on; let go by :meth:`close`, or by the end of the process.

    Raises :class:`BadJournal` where another program holds it, or the journal's folder cannot be written.
    """

    def __init__(self, file: Path) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._handle = file.with_name(file.name + ".lock").open("a")
        except OSError as error:
            raise BadJournal(f"The journal {file} cannot be written ({error.strerror}): {ADVICE}") from None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._handle.close()
            raise InUse(file) from None

    def close(self) -> None:
        """Let it go."""
        self._handle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class InUse(BadJournal):
    """Another program writes that journal."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"The journal {file} is in use: another Quarterdeck is running, stop it first.")
