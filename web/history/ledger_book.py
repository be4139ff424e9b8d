"""The ledger: the chips and drinks of everyone since they were last settled, over all games of this table."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from threading import Lock

from engine.names import why_no_name
from engine.reports.purse import NEVER_SETTLED, Purse, Purses, Settlement, summed, without
from web.services.archive import Archive
from web.services.store import KeyValueStore, known_value

KEPT = "ledger"
"""The name under which the drawer keeps the latest settlement."""


class LedgerBook:
    """The purses since the latest settlement, which is stored. Thread-safe.

    The purses themselves are not stored: they are derived from the games, so that a correction changes them too.
    """

    def __init__(self, drawer: KeyValueStore, archive: Archive) -> None:
        self._drawer = drawer
        self._archive = archive
        self._lock = Lock()
        self._settled = known_value(drawer, KEPT, _read) or NEVER_SETTLED

    @property
    def settled(self) -> float | None:
        """Return when the purses were settled (seconds, Unix); None if unknown or never."""
        return self._settled.clock

    def purses(self) -> Purses:
        """Return the purses under the names that are shown, without empty and hidden ones."""
        names = self._archive.player_names
        return summed({names.called(name): purse} for name, purse in self._open().items() if names.called(name))

    def lines(self) -> Sequence[tuple[str, Purse]]:
        """Return the purses, the most chips first."""
        return sorted(self.purses().items(), key=lambda line: (-line[1].chips, line[1].drinks, line[0]))

    def settle(self, clock: float | None) -> None:
        """Settle all purses. Raises :class:`~web.errors.Denied` if that cannot be stored; nothing has changed then."""
        with self._lock:
            latest = self._latest()
            settlement = Settlement(latest, self._archive.purses(latest, latest), clock)
            self._drawer.put(KEPT, asdict(settlement))
            self._settled = settlement

    def _open(self) -> Purses:
        """Return the purses since the settlement, by stored names. One of games that are gone doesn't count."""
        settled = self._settled
        if settled.game > self._latest():
            settled = NEVER_SETTLED
        later = self._archive.purses(settled.game + 1)
        if not settled.game or self._archive.record(settled.game) is None:
            return later
        return summed((later, without(self._archive.purses(settled.game, settled.game), settled.moved)))

    def _latest(self) -> int:
        return max((record.number for record in self._archive.last(1)), default=0)


def _read(value: object) -> Settlement:
    """Return the stored settlement. Raises ValueError if it is not valid."""
    match value:
        case {"game": int(game), "moved": dict(moved), "clock": int() | float() | None as clock} if (
            game >= 0 and _all_are_purses(moved)
        ):
            purses = {name: Purse(purse["chips"], purse["drinks"]) for name, purse in moved.items()}
            return Settlement(game, purses, clock)
    raise ValueError("no settlement")


def _all_are_purses(moved: Mapping[object, object]) -> bool:
    return all(
        isinstance(name, str) and why_no_name(name) is None and _is_purse(purse) for name, purse in moved.items()
    )


def _is_purse(value: object) -> bool:
    match value:
        case {"chips": int(), "drinks": int()}:
            return True
    return False


def ledger_as_json(book: LedgerBook) -> dict[str, object]:
    """Return the ledger as the API gives it: the most chips first."""
    return {
        "settled": book.settled,
        "purses": [{"name": name, "chips": purse.chips, "drinks": purse.drinks} for name, purse in book.lines()],
    }
