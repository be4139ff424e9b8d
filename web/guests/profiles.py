"""The profiles that players have chosen, stored beside the corrected names; all others follow from the name."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock

from engine.i18n import gettext as _
from engine.names import EMBLEMS, Profile, profile_of, told_apart
from web.display_names import shown
from web.errors import Denied, NotKept
from web.services.archive import Archive
from web.services.store import KeyValueStore, known_rows

KEPT = "profiles"
"""The key of the stored profiles."""

COLOUR_NAMES = {
    "red": _("red"),
    "orange": _("orange"),
    "yellow": _("yellow"),
    "green": _("green"),
    "mint": _("mint"),
    "teal": _("teal"),
    "sky": _("sky blue"),
    "blue": _("blue"),
    "violet": _("violet"),
    "pink": _("pink"),
    "brown": _("brown"),
    "grey": _("grey"),
}

GIVEN = "given"

MOST = 1000
"""Profiles of each kind; the oldest is dropped beyond that."""


class ProfileBook:
    """The profiles of all players, by the names that they are shown under. Thread-safe.

    A player whom the table sees for the first time is given a profile unlike those of the others, and keeps it.
    ``version`` counts the changes, so that what was rendered with former ones can be rendered again.
    """

    def __init__(self, drawer: KeyValueStore, archive: Archive) -> None:
        self._drawer = drawer
        self._archive = archive
        self._lock = Lock()
        rows = known_rows(drawer, KEPT, _read)
        self._chosen = dict([row for row, is_given in rows if not is_given][-MOST:])
        self._given = self._stored = dict([row for row, is_given in rows if is_given][-MOST:])
        self.version = 0

    @property
    def chosen(self) -> Mapping[str, Profile]:
        return self._chosen

    def of(self, name: str) -> Profile:
        return profile_of(self._key(name), {**self._given, **self._chosen})

    def of_game(self, names: Sequence[str]) -> dict[str, Profile]:
        keys = [self._key(name) for name in names]
        return dict(zip(map(shown, names), told_apart(keys, self._chosen, self._given), strict=True))

    def meet(self, names: Sequence[str]) -> None:
        """Give the players of the game on the table their profiles; :meth:`keep_given` stores them."""
        keys = [self._key(name) for name in names]
        if all(key in self._given or key in self._chosen for key in keys):
            return
        with self._lock:
            known = [name for name in (*self._given, *self._chosen) if name not in keys][len(keys) - len(EMBLEMS) :]
            here = told_apart(keys, self._chosen, self._given)
            of_all = told_apart([*known, *keys], self._chosen, self._given)[len(known) :]
            new = {
                key: Profile(colour.colour, emblem.emblem)
                for key, colour, emblem in zip(keys, here, of_all, strict=True)
                if key not in self._chosen and key not in self._given
            }
            self._given = dict([*self._given.items(), *new.items()][-MOST:])

    def keep_given(self) -> None:
        """Store the profiles that were given since the last time. A full disk is ignored."""
        with self._lock, suppress(NotKept):
            if self._given is not self._stored:
                self._drawer.put(KEPT, self._rows(self._chosen))
                self._stored = self._given

    def choose(self, name: str, profile: Profile) -> None:
        """Store the profile of a player. Raises :class:`~web.errors.Denied` if it cannot be stored."""
        with self._lock:
            self._keep(self._key(name), profile)

    def renamed(self, name: str, other: str) -> None:
        """Give a player's profile to the name under which the player is shown from now on, unless that has chosen one.

        Raises :class:`~web.errors.Denied` if it cannot be stored.
        """
        with self._lock:
            if shown(other) not in self._chosen:
                self._keep(shown(other), self.of(name))

    def _key(self, name: str) -> str:
        return shown(self._archive.player_names.called(name) or name)

    def _keep(self, key: str, profile: Profile) -> None:
        others = {name: one for name, one in self._chosen.items() if name != key}
        kept = dict([*others.items(), (key, profile)][-MOST:])
        self._drawer.put(KEPT, self._rows(kept))
        self._chosen = kept
        self.version += 1

    def _rows(self, chosen: Mapping[str, Profile]) -> dict[str, list[str]]:
        """Return the profiles as they are stored: those that were given have a third word."""
        given = {name: [one.colour, one.emblem, GIVEN] for name, one in self._given.items()}
        return given | {name: [one.colour, one.emblem] for name, one in chosen.items()}


def profile_asked(colour: str, emblem: str) -> Profile:
    """Return the profile. Raises :class:`~web.errors.Denied` if there is no such colour or emblem."""
    try:
        return Profile(colour, emblem)
    except ValueError:
        raise Denied(422, "no_such_profile", _("Choose one of the colours and emblems shown.")) from None


def _read(row: object) -> tuple[tuple[str, Profile], bool]:
    match row:
        case [str(name), [str(colour), str(emblem), *given]] if given in ([], [GIVEN]):
            return (name, Profile(colour, emblem)), bool(given)
    raise ValueError("no profile")
