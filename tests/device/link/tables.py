"""A real table played by hand in a thread of its own, with the real journal."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from device.journal.journal import Journal
from device.link.link import TableLink
from device.panels.factory import NullPanel
from device.storage.live_reader import LiveJournal
from device.table_identity import HardwareMarks, TableIdentity
from engine import Rolled, Started, Stopped
from engine.link_protocol import journal_hash
from table import TrayView
from table.commands import CommandResult, Play
from table.session import OpenGame
from table.table import Table, TableSettings

START = Started("dice-game-depot", ("Ann", "Ben"), "Ann")
ID = "0123456789abcdef" * 2


class HandTable:
    """A table whose rolls are entered. ``identity`` is that of the table on the wire."""

    def __init__(self, folder: Path, *, table_id: str = ID, start: Started = START) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.file = folder / "journal.db"
        self.identity = TableIdentity(table_id, HardwareMarks("a pi", "a card"))
        self._start = start
        self._ready, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(60.0)
        self.board = self.table.board

    def _run(self) -> None:
        """Run the table. SQLite wants to be used by the thread that has opened it."""
        with Journal(self.file, clock=lambda: 1_790_000_000.0) as self.journal:
            kept = self.journal.last_game()
            if kept is None:
                self.journal.append([self._start], 0.0)
                kept = OpenGame((self._start,), 0.0)
            settings = TableSettings(camera=False)
            self.table = Table(kept.events, self.journal, NullPanel(), TrayView(300, 200, 50), "boot", settings)
            self._ready.set()
            while not self._done.is_set():
                self.table.attend()
                self.journal.tend(time.monotonic())
                self._done.wait(0.002)

    def roll(self, *dice: int) -> CommandResult:
        result = self.board.submit(Play(Rolled(dice, told=True)), 60.0)
        assert result.done, result
        return result

    def stand(self) -> None:
        result = self.board.submit(Play(Stopped()), 60.0)
        assert result.done, result

    def turn(self) -> None:
        self.roll(6, 5, 4, 2, 1)
        self.stand()

    @property
    def game(self) -> int | None:
        rows = self.journal.rows
        return rows[0][0] if rows else None

    @property
    def live(self) -> LiveJournal:
        return LiveJournal(self.file)

    @property
    def hash(self) -> str:
        extent = self.live.extent()
        assert extent is not None
        return journal_hash(self.live.events(1, 10**6, extent), self.live.openings(1, 10**6, extent))

    @property
    def events(self) -> int:
        extent = self.live.extent()
        return extent.events if extent else 0

    def close(self) -> None:
        self._done.set()
        self._thread.join(5.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def wait_until(link: TableLink, condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, link.status()
        link._done.wait(0.01)
