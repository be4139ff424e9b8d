"""Unfinished games that can be resumed, without those that were discarded."""

from collections.abc import Sequence
from operator import index
from threading import Lock

from engine.statistics.record import Record
from web.services.archive import Archive
from web.services.store import KeyValueStore, known_rows

KEPT = "discarded-games"
"""The name under which the drawer keeps their numbers. The games themselves stay in the journal."""

LOOKED_THROUGH = 40
"""The latest unfinished games among which those to offer are looked for."""


class UnfinishedGames:
    """The unfinished games of a table. Thread-safe."""

    def __init__(self, archive: Archive, drawer: KeyValueStore) -> None:
        self._archive = archive
        self._drawer = drawer
        self._lock = Lock()

    def latest(self, most: int) -> Sequence[Record]:
        """Return the latest games with a roll that were neither finished nor discarded."""
        discarded = self._discarded()
        games = self._archive.unfinished(LOOKED_THROUGH)
        return [game for game in games if not game.is_empty and game.number not in discarded][:most]

    def discard(self, number: int) -> None:
        """Offer that game no more. It stays in the log. Raises :class:`~web.errors.Denied` if it cannot be stored."""
        with self._lock:
            known = [game.number for game in self._archive.unfinished(LOOKED_THROUGH)]
            kept = [game for game in self._discarded() if game in known]
            self._drawer.put(KEPT, sorted({*kept, number}))

    def _discarded(self) -> frozenset[int]:
        return frozenset(known_rows(self._drawer, KEPT, index))
