"""Player names from the archive, suggested for a new game."""

from collections.abc import Sequence

from engine.events import MAX_PLAYERS
from engine.i18n import languages
from web.catalogue import words_in
from web.ports.archive import Archive

MOST = 200
"""Maximum number of names returned."""


class ArchivedNames:
    """Names of the players in archived games, without “Player 1” and the like, who are nobody in particular.

    They are not read from the journal: in the process that writes it, closing any file descriptor of the journal
    releases SQLite's lock on it.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def names(self) -> Sequence[str]:
        """Return the names of all players, the latest first."""
        return [name for name in self._archive.names(MOST) if name not in _STAND_INS]


_STAND_INS = {
    words_in(language).setup_player(number) for language in languages() for number in range(1, MAX_PLAYERS + 1)
}
"""The names of players of whom no name was entered, in each language."""
