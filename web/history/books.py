"""What is stored beside the archived games: the settled ledger, the corrected names of players, and discarded games."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from operator import index
from threading import Lock
from typing import Any

from msgspec import convert

from engine.i18n import gettext as _
from engine.names import names_of, tidied, why_no_name, with_names
from engine.reports.purse import NEVER_SETTLED, Purse, Purses, Settlement, summed, without
from engine.statistics.player_names import MOST, ErasedNames, PlayerNames
from engine.statistics.record import Record
from web.display_names import shown, why_not_called
from web.errors import Denied
from web.guests.profiles import KEPT as PROFILES
from web.guests.profiles import ProfileBook
from web.services.archive import Archive
from web.services.store import KeyValueStore, known_rows, known_value

LEDGER = "ledger"
"""The name under which the drawer keeps the latest settlement."""


class LedgerBook:
    """The purses since the latest settlement, which is stored. Thread-safe.

    The purses themselves are not stored: they are derived from the games, so that a correction changes them too.
    """

    def __init__(self, drawer: KeyValueStore, archive: Archive) -> None:
        self._drawer = drawer
        self._archive = archive
        self._lock = Lock()
        self._settled = known_value(drawer, LEDGER, _settlement) or NEVER_SETTLED

    @property
    def settled(self) -> float | None:
        """Return when the purses were settled (seconds, Unix); None if unknown or never."""
        return self._settled.clock

    def purses(self) -> Purses:
        """Return the purses under the names that are shown, without empty and hidden ones."""
        names = self._archive.player_names
        return summed({names.called(name): purse} for name, purse in self._open().items() if names.called(name))

    def lines(self) -> Sequence[tuple[str, Purse]]:
        return sorted(self.purses().items(), key=lambda line: (-line[1].chips, line[1].drinks, line[0]))

    def settle(self, clock: float | None) -> None:
        """Settle all purses. Raises :class:`~web.errors.Denied` if that cannot be stored; nothing has changed then."""
        with self._lock:
            latest = self._latest()
            settlement = Settlement(latest, self._archive.purses(latest, latest), clock)
            self._drawer.put(LEDGER, asdict(settlement))
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


def _settlement(value: Mapping[str, object]) -> Settlement:
    """Return the stored settlement. Raises ValueError or LookupError if it is not valid."""
    settlement = convert({name: value[name] for name in ("game", "moved", "clock")}, Settlement)
    if settlement.game < 0 or any(map(why_no_name, settlement.moved)):
        raise ValueError("no settlement")
    return settlement


def ledger_as_json(book: LedgerBook) -> dict[str, object]:
    """Return the ledger as the API gives it: the most chips first."""
    return {
        "settled": book.settled,
        "purses": [{"name": name, "chips": purse.chips, "drinks": purse.drinks} for name, purse in book.lines()],
    }


NAMES = "players"
"""The name under which the drawer keeps them."""


class PlayerBook:
    """The names of past players, which the archive uses from the start on. Thread-safe.

    Each change raises :class:`~web.errors.Denied` if it is not possible or cannot be stored; nothing has changed then.
    """

    def __init__(self, drawer: KeyValueStore, archive: Archive, profiles: ProfileBook | None = None) -> None:
        self._drawer = drawer
        self._archive = archive
        self._profiles = profiles
        self._lock = Lock()
        archive.player_names = known_value(drawer, NAMES, _player_names) or PlayerNames()

    @property
    def names(self) -> PlayerNames:
        return self._archive.player_names

    def rename(self, player: str, name: str) -> None:
        with self._lock:
            self._check_known(player)
            if why := why_not_called(name):
                raise Denied(422, "bad_name", why)
            name = tidied(name)
            if name in self.names.hidden:
                raise Denied(422, "name_taken", _("{name} is hidden: show that player again first.", name=shown(name)))
            if name != player and self._archive.has_player(name):
                raise Denied(422, "name_taken", _("{name} has played here: merge the two instead.", name=shown(name)))
            if self._profiles:
                self._profiles.renamed(player, name)
            self._keep(self.names.renamed(player, name))

    def merge(self, player: str, into: str) -> None:
        with self._lock:
            self._check_known(player)
            self._check_known(into)
            if player == into:
                raise Denied(422, "same_player", _("Choose another player to merge with."))
            self._keep(self.names.renamed(player, into))

    def hide(self, player: str) -> None:
        with self._lock:
            self._check_known(player)
            self._keep(self.names.without(player))

    def restore(self, name: str) -> None:
        """Show a stored name as it is again, or a hidden player."""
        with self._lock:
            self._keep(self.names.restored(name))

    def _check_known(self, player: str) -> None:
        if not self._archive.has_player(player):
            raise Denied(422, "no_such_player", _("No player of that name has finished a game here."))

    def _keep(self, names: PlayerNames) -> None:
        if max(len(names.aliases), len(names.hidden)) > MOST:
            raise Denied(422, "too_many", _("{most} changed names are the most: undo some first.", most=MOST))
        self._drawer.put(NAMES, {"aliases": dict(names.aliases), "hidden": sorted(names.hidden)})
        self._archive.player_names = names


def _player_names(value: Mapping[str, object]) -> PlayerNames:
    """Return the stored names. Raises ValueError or LookupError if one is not valid."""
    names = convert({name: value[name] for name in ("aliases", "hidden")}, PlayerNames)
    if any(map(why_no_name, names.touched)) or max(len(names.aliases), len(names.hidden)) > MOST:
        raise ValueError("no names")
    return names


DOCUMENTS = (NAMES, PROFILES, LEDGER, "table", "tournament", "tournaments")
"""The stored values that name players."""


def without_erased(name: str, value: Any, erased: ErasedNames, games: Mapping[int, Mapping[str, str]]) -> Any:
    """Return one of these values without erased names. ``games`` have by number what they are called instead."""
    match name, value:
        case "players", {"aliases": dict(aliases), "hidden": list(hidden)}:
            kept = {one: to for one, to in aliases.items() if one not in erased and to not in erased}
            return {"aliases": kept, "hidden": [one for one in hidden if one not in erased]}
        case "profiles", dict():
            return {one: profile for one, profile in value.items() if one not in erased}
        case "tournaments", list():
            return [with_names(one, erased.called_in(names_of(one))) for one in value]
        case "ledger", {"game": int(game)}:
            return with_names(value, {**erased.called_in(names_of(value)), **games.get(game, {})})
    return with_names(value, erased.called_in(names_of(value)))


DISCARDED = "discarded-games"
"""The name under which the drawer keeps their numbers. The games themselves stay in the journal."""

LOOKED_THROUGH = 40
"""The latest unfinished games among which those to offer are looked for."""


class UnfinishedGames:
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
            self._drawer.put(DISCARDED, sorted({*kept, number}))

    def _discarded(self) -> frozenset[int]:
        return frozenset(known_rows(self._drawer, DISCARDED, index))
