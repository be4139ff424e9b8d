"""Names under which past players are shown and counted: corrected, merged and hidden. Their games are not changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from engine.events import Event, Renamed
from engine.history import history_of

MOST = 500
"""Corrected names, and hidden ones."""


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


def called_now(games: Iterable[Sequence[Event]]) -> dict[str, str]:
    """Return how players are called now who were renamed in these games, the latest game first, by earlier names."""
    now: dict[str, str] = {}
    for events in games:
        if any(isinstance(one, Renamed) for one in events):
            for entry in reversed(history_of(events).played):
                if isinstance(entry.event, Renamed):
                    now[entry.event.player] = now.get(entry.event.name, entry.event.name)
    return now


NAMES_AS_STORED = PlayerNames()
