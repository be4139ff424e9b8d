"""The profiles that players have chosen, stored beside the corrected names; all others follow from the name."""

from collections.abc import Mapping, Sequence
from threading import Lock

from engine.i18n import gettext as _
from engine.profiles.profile import Profile, profile_of, told_apart
from web.display_names import shown
from web.errors import Denied
from web.ports.archive import Archive
from web.ports.key_value import KeyValueStore, known_rows

KEPT = "profiles"
"""The key of the stored profiles."""

MOST = 1000
"""Chosen profiles; the oldest is dropped beyond that."""


class ProfileBook:
    """The profiles of all players, by the names that they are shown under. Thread-safe.

    ``version`` counts the changes, so that what was rendered with former ones can be rendered again.
    """

    def __init__(self, drawer: KeyValueStore, archive: Archive) -> None:
        self._drawer = drawer
        self._archive = archive
        self._lock = Lock()
        self._chosen = dict(known_rows(drawer, KEPT, _read)[-MOST:])
        self.version = 0

    @property
    def chosen(self) -> Mapping[str, Profile]:
        """Return the chosen profiles, by display name."""
        return self._chosen

    def of(self, name: str) -> Profile:
        """Return the profile of a player, by a stored or a shown name."""
        return profile_of(self._key(name), self._chosen)

    def of_game(self, names: Sequence[str]) -> dict[str, Profile]:
        """Return the profiles of the players of one game by their display names, no two alike."""
        keys = [self._key(name) for name in names]
        return dict(zip(map(shown, names), told_apart(keys, self._chosen), strict=True))

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
        self._drawer.put(KEPT, {name: [one.colour, one.emblem] for name, one in kept.items()})
        self._chosen = kept
        self.version += 1


def profile_asked(colour: str, emblem: str) -> Profile:
    """Return the profile. Raises :class:`~web.errors.Denied` if there is no such colour or emblem."""
    try:
        return Profile(colour, emblem)
    except ValueError:
        raise Denied(422, "no_such_profile", _("Choose one of the colours and emblems shown.")) from None


def _read(row: object) -> tuple[str, Profile]:
    match row:
        case [str(name), [str(colour), str(emblem)]]:
            return name, Profile(colour, emblem)
    raise ValueError("no profile")
