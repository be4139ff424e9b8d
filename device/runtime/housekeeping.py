"""Periodic work between frames: maintains the journal and shows problems on page and lamp."""

import time
from collections.abc import Callable
from dataclasses import replace

from device.adapters.care.service_log import TableLog
from device.journal.journal import Journal
from device.notices import Notices
from device.panels.alarm import Alarm
from device.runtime.boot_count import GOOD
from device.runtime.start import Running
from table.publisher import SnapshotPublisher


class Housekeeping:
    """Work that is done about ten times per second while a table runs.

    ``notices`` are shown on the page with the journal's problems. ``running`` receives the signals that the table is
    ready and that its start was good. ``check_restart`` stops the table if it has to restart. Problems that come and go
    are written into the ``log``.
    """

    def __init__(
        self,
        journal: Journal,
        board: SnapshotPublisher,
        alarm: Alarm,
        notices: Notices | None = None,
        running: Running | None = None,
        check_restart: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        *,
        log: TableLog | None = None,
    ) -> None:
        self._journal = journal
        self._board = board
        self._alarm = alarm
        self._notices = notices or Notices()
        self._running = running
        self._check_restart = check_restart
        self._clock = clock
        self._log = log
        self._began = clock()

    def __call__(self) -> None:
        """Run one pass."""
        now = self._clock()
        self._journal.tend(now)
        trouble = (*filter(None, (self._journal.trouble,)), *self._journal.notices, *self._notices.all)
        if trouble != self._board.latest.trouble:
            self._board.post(replace(self._board.latest, trouble=trouble))
        if self._log:
            self._log.watch((*trouble, *filter(None, (self._board.latest.camera_why,))))
        self._alarm.ring(self._journal.trouble is not None, now)
        if self._running:
            self._running.ready()
            if now - self._began >= GOOD:
                self._running.good()
        self._check_restart()
