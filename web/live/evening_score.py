"""The evening's score: the number of games that each player has won."""

import time
from collections import Counter
from collections.abc import Callable
from datetime import tzinfo
from threading import Lock

from engine.statistics.player_names import PlayerNames
from table.snapshot import Snapshot
from web.display_names import shown
from web.history.evening_dates import today
from web.services.archive import Archive

MOST = 5
"""Most names shown; the leaderboard has all of them."""

Won = tuple[tuple[str, int], ...]


class EveningScore:
    """Recomputed when the game has changed. Thread-safe."""

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.time, zone: tzinfo | None = None) -> None:
        self._archive = archive
        self._clock = clock
        self._zone = zone
        self._lock = Lock()
        self._latest: tuple[tuple[tuple[str, int, int], int, PlayerNames], Won] | None = None

    def won(self, snapshot: Snapshot) -> Won:
        """Return display names and games won, the most first; the game on the table counts once it is over."""
        evening = today(self._clock(), self._zone)
        moment = (snapshot.counted, evening, self._archive.player_names)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._counted(snapshot, evening)
            return self._latest[1]

    def _counted(self, snapshot: Snapshot, evening: int) -> Won:
        won = Counter(self._archive.wins(evening))
        if snapshot.state.winner and (name := self._archive.player_names.called(snapshot.state.winner)):
            won[name] += 1
        most = sorted(won.items(), key=lambda line: (-line[1], line[0]))[:MOST]
        return tuple((shown(name), games) for name, games in most)
