"""Corrected, merged and hidden names of past players, stored beside the games, which are never changed."""

from threading import Lock

from engine.i18n import gettext as _
from engine.names import tidied, why_no_name
from engine.statistics.player_names import MOST, PlayerNames
from web.display_names import shown, why_not_called
from web.errors import Denied
from web.guests.profiles import ProfileBook
from web.services.archive import Archive
from web.services.store import KeyValueStore, known_value

KEPT = "players"
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
        archive.player_names = known_value(drawer, KEPT, _read) or PlayerNames()

    @property
    def names(self) -> PlayerNames:
        """Return the names as they are shown now."""
        return self._archive.player_names

    def rename(self, player: str, name: str) -> None:
        """Show a player under another name, which no player has."""
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
        """Show and count a player as another one."""
        with self._lock:
            self._check_known(player)
            self._check_known(into)
            if player == into:
                raise Denied(422, "same_player", _("Choose another player to merge with."))
            self._keep(self.names.renamed(player, into))

    def hide(self, player: str) -> None:
        """Show a player nowhere."""
        with self._lock:
            self._check_known(player)
            self._keep(self.names.without(player))

    def restore(self, name: str) -> None:
        """Show a stored name as it is again, or a hidden player."""
        with self._lock:
            self._keep(self.names.restored(name))

    def _check_known(self, player: str) -> None:
        if not self._archive.has_player(player):
            raise Denied(422, "no_such_player", _("Nobody called {name} has played here.", name=shown(player)[:60]))

    def _keep(self, names: PlayerNames) -> None:
        if max(len(names.aliases), len(names.hidden)) > MOST:
            raise Denied(422, "too_many", _("{most} changed names are the most: undo some first.", most=MOST))
        self._drawer.put(KEPT, {"aliases": dict(names.aliases), "hidden": sorted(names.hidden)})
        self._archive.player_names = names


def _read(value: object) -> PlayerNames:
    """Return the stored names. Raises ValueError if one is not valid."""
    match value:
        case {"aliases": dict(aliases), "hidden": list(hidden)} if (
            all(map(_is_name, [*aliases, *aliases.values(), *hidden])) and max(len(aliases), len(hidden)) <= MOST
        ):
            return PlayerNames(aliases, frozenset(hidden))
    raise ValueError("no names")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and why_no_name(value) is None
