"""The log for people: what happened to the table, in sentences, in one small file. And the one for support."""

import json
import logging
import platform
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from threading import Lock
from typing import Any

from device.files.durable_write import SHARED, write_durably
from device.files.kept_file import read_file
from engine.i18n import gettext as _
from engine.i18n import packed, unpacked
from web.services.device import LogEntry

FILE = "service-log.jsonl"
MOST = 400
"""Sentences that are kept."""

LARGEST = 256 << 10
"""Bytes of the file; a longer one is rewritten with the latest half of its sentences."""

LINES, LONGEST_LINE = 400, 2000
"""Technical lines that are kept in memory, and characters of each."""

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
STOPPED = _("The table was stopped.")
NOT_STOPPED = _("Before that it wasn’t stopped: a power cut or a crash.")


class TableLog:
    """The log in that folder. A disk that takes nothing costs no more than the sentences. Thread-safe.

    Without ``on_disk`` it is kept in memory alone.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time, *, on_disk: bool = True) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._on_disk = on_disk
        self._lock = Lock()
        self._entries: deque[LogEntry] = deque(_read(self._file), maxlen=MOST)
        self._troubles: tuple[str, ...] = ()
        self.lines = RecentLines()
        """The handler that keeps the technical lines."""

    def add(self, sentence: str, *, problem: bool = False) -> None:
        with self._lock:
            now = self._clock()
            last = self._entries[-1] if self._entries else None
            if last and (str(last.said), last.problem) == (str(sentence), problem):
                self._entries[-1] = LogEntry(now, last.said, problem, last.times + 1)
            else:
                self._entries.append(LogEntry(now, sentence, problem))
            if self._on_disk:
                with suppress(OSError):
                    self._write(self._entries[-1])

    def entries(self) -> Sequence[LogEntry]:
        return tuple(self._entries)[::-1]

    def watch(self, troubles: Sequence[str]) -> None:
        """Write each problem that has come since the last call, and each that is over."""
        before, now = self._troubles, tuple(troubles)
        if before == now:
            return
        self._troubles = now
        for sentence in now:
            if sentence not in before:
                self.add(sentence, problem=True)
        for sentence in before:
            if sentence not in now:
                self.add(_("Over: {said}", said=sentence))

    def started(self, version: str) -> None:
        """Write that the program started, and whether it was stopped before."""
        last = self._entries[-1] if self._entries else None
        self.add(_("Version {version} started.", version=version))
        if last is not None and last.said != str(STOPPED):
            self.add(NOT_STOPPED, problem=True)

    def stopped(self) -> None:
        self.add(STOPPED)

    def technical(self) -> str:
        head = f"Quarterdeck on {platform.platform()}, {platform.machine()}, Python {platform.python_version()}\n"
        told = [_told(one) for one in self.entries()]
        return "\n".join(
            (head, *told, "", "Technical messages since the start, the oldest first:", *self.lines.all, "")
        )

    def _write(self, entry: LogEntry) -> None:
        line = _packed(entry)
        with suppress(FileNotFoundError):
            found = self._file.stat()
            if not S_ISREG(found.st_mode) or found.st_size + len(line) > LARGEST:
                kept = [_packed(one) for one in list(self._entries)[-MOST // 2 :]]
                while sum(map(len, kept)) > LARGEST // 2:
                    kept.pop(0)
                write_durably(self._file, b"".join(kept), mode=SHARED)
                return
        with self._file.open("ab") as target:
            target.write(line)


class RecentLines(logging.Handler):
    """Keeps the latest messages of the program's parts in memory."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT))
        self._lines: deque[str] = deque(maxlen=LINES)

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):  # a message that can't be formatted must not end what it tells of
            self._lines.append(self.format(record)[:LONGEST_LINE])


def _packed(entry: LogEntry) -> bytes:
    said = {"at": round(entry.at), "said": packed(entry.said), "problem": entry.problem, "times": entry.times}
    return json.dumps(said).encode() + b"\n"


def _read(file: Path) -> Sequence[LogEntry]:
    """Return the sentences in that file. Lines that can't be read are left out: a power cut may cut the last."""
    try:
        data = read_file(file, 2 * LARGEST)
    except OSError:
        return ()
    found: list[LogEntry] = []
    for text in data.splitlines():
        with suppress(ValueError, TypeError, KeyError, RecursionError, IndexError, AttributeError):
            line: Any = json.loads(text)
            said = str(unpacked(line["said"]))
            entry = LogEntry(float(line["at"]), said, line["problem"] is True, int(line["times"]))
            if found and entry.times > 1 and str(found[-1].said) == said:
                found.pop()
            found.append(entry)
    return found


def _told(entry: LogEntry) -> str:
    stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at))
    times = f" ({entry.times} times)" if entry.times > 1 else ""
    return f"{stamp} {'!' if entry.problem else ' '} {entry.said}{times}"
