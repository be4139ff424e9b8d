"""Who has played here: the names of the archive, for those who begin a new game."""

from collections.abc import Sequence

from web.ports.archive import Archive

MOST = 200
"""Names that are enough to choose from."""


class ArchivedNames:
    """The players of the archived games.

    The journal itself is not to be read in the process that writes it: to close its file, for whatever reader, lets go
    of SQLite's lock on it.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def names(self) -> Sequence[str]:
        """The names of all who played, the latest first."""
        return list(self._archive.names(MOST))
