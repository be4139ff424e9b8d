"""Player names from the archive, suggested for a new game."""

from collections.abc import Sequence

from web.ports.archive import Archive

MOST = 200
"""Maximum number of names returned."""


class ArchivedNames:
    """Names of the players in archived games.

    They are not read from the journal: in the process that writes it, closing any file descriptor of the journal
    releases SQLite's lock on it.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def names(self) -> Sequence[str]:
        """Return the names of all players, the latest first."""
        return list(self._archive.names(MOST))
