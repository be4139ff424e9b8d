"""Names under which past players are shown and counted: corrected, merged, hidden, and erased."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import count
from types import MappingProxyType

from engine.events import MAX_PLAYERS, Event, Renamed
from engine.history import history_of
from engine.i18n import gettext as _
from engine.i18n import languages, translated
from engine.names import tidied

MOST = 500
"""Corrected names, and hidden ones."""


@cache
def stand_ins() -> frozenset[str]:
    """Return the names, in each language, of players for whom none was entered: they have no figures."""
    numbered = [_("Player {number}", number=number + 1) for number in range(MAX_PLAYERS)]
    return frozenset(translated(name, language) for name in numbered for language in languages())


@dataclass(frozen=True)
class PlayerNames:
    """How stored names are shown.

    ``aliases`` has the shown name of each stored name that is shown under another one; it is applied once, so no chain
    or circle in it matters. ``hidden`` are shown names that do not appear at all.
    """

    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    hidden: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.aliases or self.hidden)

    @cached_property
    def touched(self) -> frozenset[str]:
        """The stored names that are not simply shown as they are, or under which others are shown."""
        return frozenset({*self.aliases, *self.aliases.values(), *self.hidden})

    @cached_property
    def _sources(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for stored, shown in self.aliases.items():
            found[shown] = (*found.get(shown, ()), stored)
        return found

    def called(self, stored: str) -> str:
        """Return the name under which a stored name is shown; empty if it is hidden."""
        shown = self.aliases.get(stored, stored)
        return "" if shown in self.hidden else shown

    def stored(self, shown: str) -> tuple[str, ...]:
        """Return the stored names that are shown under that one; none if it is hidden, or shown under another name."""
        if shown in self.hidden:
            return ()
        itself = () if shown in self.aliases else (shown,)
        return (*itself, *self._sources.get(shown, ()))

    def renamed(self, shown: str, name: str) -> "PlayerNames":
        moved = dict.fromkeys(self.stored(shown), name)
        aliases = {stored: other for stored, other in {**self.aliases, **moved}.items() if stored != other}
        return replace(self, aliases=aliases)

    def without(self, shown: str) -> "PlayerNames":
        return replace(self, hidden=self.hidden | {shown})

    def restored(self, name: str) -> "PlayerNames":
        """Return these names with that stored name shown as it is, and that shown name not hidden."""
        aliases = {stored: other for stored, other in self.aliases.items() if stored != name}
        return replace(self, aliases=aliases, hidden=self.hidden - {name})


def called_all(names: PlayerNames, stored: Iterable[str]) -> list[str]:
    """Return the names under which those are shown: each once, in their order, without hidden ones."""
    return list(dict.fromkeys(filter(None, map(names.called, stored))))


ErasedName = tuple[str, str]
"""A random salt, and the salted hash of an erased name. It confirms a guessed name."""


def erased_name(name: str) -> ErasedName:
    salt = secrets.token_hex(8)
    return salt, _hashed(salt, name)


def _hashed(salt: str, name: str) -> str:
    said = tidied(name).casefold().encode("utf-8", "surrogatepass")
    return hashlib.blake2b(said, digest_size=16, salt=bytes.fromhex(salt)).hexdigest()


class ErasedNames:
    """The names that were erased, in whatever case, and what the players of a game are called instead."""

    def __init__(self, erased: Iterable[ErasedName]) -> None:
        self._erased = tuple(erased)
        self._known: dict[str, bool] = {}

    def __contains__(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = any(_hashed(salt, name) == hashed for salt, hashed in self._erased)
        return self._known[name]

    def called_in(self, names: Iterable[str]) -> dict[str, str]:
        """Return the erased among the names of one game, each with the first “Player 1” that nobody else has there."""
        there = dict.fromkeys(names)
        free = (one for number in count(1) if (one := f"Player {number}") not in there)
        return {name: next(free) for name in there if name in self}


Renames = Sequence[tuple[str, str]]
"""Who was renamed in a game, in the order of play: the name before, and the new one."""


def renames_in(events: Sequence[Event]) -> Renames:
    """Return the renames of a game that count. Raises :class:`~engine.BadLog` for an invalid log."""
    if not any(isinstance(one, Renamed) for one in events):
        return ()
    played = (entry.event for entry in history_of(events).played)
    return [(event.player, event.name) for event in played if isinstance(event, Renamed)]


def called_now(games: Iterable[tuple[int, Renames]], names: PlayerNames) -> dict[int, dict[str, str]]:
    """Return for each of these games, the latest first, how those are called now who were renamed in later ones.

    A name that was given up may be that of another player afterwards: it says who it was only game by game.
    """
    now: dict[str, str] = {}
    found = {}
    for number, renames in games:
        found[number] = dict(now)
        for before, after in reversed(renames):
            name = names.called(after)
            now[names.called(before)] = now.get(name, name)
    return found


NAMES_AS_STORED = PlayerNames()
