"""The link of a running table: a thread that sends games to a venue and speaks with Home Assistant.

The table never waits for it. The thread reads snapshots and the journal's file; nothing but a command from Home
Assistant reaches the table.
"""

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from device.link.sender import Sender
from device.link.troubles import APART, TWIN, LinkLost
from device.link.troubles import refused as refusal
from device.notices import Notices
from device.table_identity import TableIdentity
from engine.i18n import gettext as _
from engine.statistics.player_names import ErasedName
from table.publisher import SnapshotPublisher
from web.services.device import LinkStatus

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before connecting again: doubled each time, and shortened at random by up to a half."""

TWIN_PAUSE = 30.0
"""Seconds before connecting again after another table with this id took the connection."""

STEADY = 120.0
"""Seconds without a conflict of two tables after which it is over."""

TICK = 0.25
"""Seconds without a change of the table after which the journal is looked at."""

BETWEEN_BATCHES = 0.1
"""Seconds between two batches while many are due: the processor is the table's."""


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """The table to link: its identity and name, its snapshots, the journal's file, and the number of the open game.

    ``branch`` has the journal of that id go on under another one; ``erased`` are the names erased at this table.
    """

    identity: TableIdentity
    name: str
    source: SnapshotPublisher
    journal: Path
    game: Callable[[], int | None]
    branch: Callable[[str], None]
    erased: Sequence[ErasedName] = ()


class LinkSession(Protocol):
    """One way to the venue, from connecting to losing the connection."""

    @property
    def refused(self) -> str | None:
        """Why the latest message was not accepted, None if it was."""
        ...

    def step(self, timeout: float) -> bool:
        """Wait for a change of the table, at most ``timeout`` seconds, and send what is due.

        Returns whether more is due. Raises :class:`LinkLost`.
        """
        ...

    def close(self) -> None: ...


class TableLink:
    """Runs sessions in a thread of its own, one after the other, until closed. ``connect`` makes one or raises.

    ``notices`` receive what does not end by itself; the owner's page shows all of :meth:`status`. ``leave`` gives the
    table a new id when the venue's owner has given its own to another card; the link then ends.
    """

    def __init__(
        self,
        connect: Callable[[], LinkSession],
        sender: Sender,
        status: LinkStatus,
        notices: Notices,
        leave: Callable[[], None],
        chance: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._connect = connect
        self._sender = sender
        self._status = status
        self._notices = notices
        self._leave = leave
        self._chance = chance
        self._twin_until = float("-inf")
        self._said: str | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    def status(self) -> LinkStatus:
        return replace(self._status, last_sent=self._sender.last_sent, behind=self._sender.behind)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._done.is_set():
            began = time.monotonic()
            try:
                session = self._connect()
                try:
                    self._talk(session)
                finally:
                    session.close()
                return
            except LinkLost as lost:
                now = time.monotonic()
                if lost.is_twin:
                    self._twin_until = now + STEADY + TWIN_PAUSE
                self._tell(lost=lost)
                if lost.is_apart:
                    self._leave()
                    return
                pause = FIRST_PAUSE if now - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
                wait = max(pause, TWIN_PAUSE) if lost.is_twin else pause
                self._done.wait(wait * self._chance(0.5, 1.0))
            except Exception as error:  # the table plays on, and its owner reads of the fault
                failure = _(
                    "The link failed ({kind}: {error}): it is tried again in a minute.",
                    kind=type(error).__name__,
                    error=str(error)[:200],
                )
                self._tell(lost=LinkLost(failure, is_grave=True))
                self._done.wait(LONGEST_PAUSE)

    def _talk(self, session: LinkSession) -> None:
        more = False
        while not self._done.is_set():
            more = session.step(BETWEEN_BATCHES if more else TICK)
            if self._sender.is_apart:
                raise LinkLost(APART, is_grave=True, is_apart=True)
            self._tell(session.refused)

    def _tell(self, refused: str | None = None, lost: LinkLost | None = None) -> None:
        """Update the status and the notices: the link is up, or it was lost for that reason."""
        linked, trouble = lost is None, self._sender.trouble
        grave = trouble  # what the venue has said stays while it is away
        is_grave = lost is None or lost.is_grave or lost.is_twin
        if lost is not None:
            trouble = lost.sentence
            grave = trouble if is_grave else grave
        elif trouble is None and refused is not None:
            trouble = grave = refusal(refused)
        if (lost is None or not is_grave) and time.monotonic() < self._twin_until:
            trouble = grave = TWIN
        if grave != self._said:
            if self._said is not None:
                self._notices.remove(self._said)
            if grave is not None:
                self._notices.add(grave)
            self._said = grave
        if (linked, trouble) != (self._status.linked, self._status.trouble):
            self._status = replace(self._status, linked=linked, trouble=trouble)

    def close(self) -> None:
        self._done.set()
        self._thread.join(5.0)
