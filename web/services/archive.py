"""The archive of past games, as a protocol."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.reports.figures import Hindsight, Part
from engine.reports.purse import Purses
from engine.reports.win_course import WinPoint
from engine.statistics.player_names import NAMES_AS_STORED, PlayerNames
from engine.statistics.record import ArchivedGame, Kind, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player

__all__ = ["Archive", "ArchivedGame", "Days", "Hindsight", "Kind", "LeaderboardRow", "NoArchive", "Part", "Record"]

Days = tuple[int, int]
"""The first and the last of some evenings, as :mod:`engine.statistics.evenings` counts them."""


class Archive(Protocol):
    """The stored games and their figures. The open game counts as it is now.

    The cost of a query does not grow with the number of games. Thread-safe; never blocks the table. Evenings are those
    of the machine's time zone.
    """

    player_names: PlayerNames
    """The names under which past players are shown and counted; the open game keeps its own names. In a record the
    name of a hidden player is empty."""

    @property
    def is_behind(self) -> bool:
        """Return whether past games may be missing, because they are not imported yet."""
        ...

    def record(self, number: int) -> Record | None:
        """Return the figures of that game, or None."""
        ...

    def game(self, number: int) -> ArchivedGame | None:
        """Return that game with its events; None if there is none, or if this version cannot read it."""
        ...

    def win_course(self, number: int) -> Sequence[WinPoint]:
        """Return the chances to win in the course of that game; empty until it is analysed, and where there are none.

        Seats are those of the record.
        """
        ...

    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        """Return games from offset ``start`` of the list, and the length of the list.

        The open game is first, then the latest evening; games without a date, or later than the evening ``latest``, are
        last. Within an evening the highest number comes first.
        """
        ...

    def of_evening(self, day: int, most: int) -> tuple[Sequence[Record], int]:
        """Return the latest games of that evening, the last one first, and the number of all of that evening.

        The cost grows with the games of that evening only.
        """
        ...

    def last(self, most: int) -> Sequence[Record]:
        """Return the games with the highest numbers, the highest first."""
        ...

    def unfinished(self, most: int) -> Sequence[Record]:
        """Return the latest games that can be resumed, except the open one, the latest first."""
        ...

    def purses(self, first: int, last: int = 2**53) -> Purses:
        """Return the sums of the purses of the games from ``first`` to ``last``, by stored names.

        Unfinished games count as if they ended now. The cost grows with the number of these games.
        """
        ...

    def waiting(self) -> int:
        """Return the number of finished games that are not analysed yet."""
        ...

    def names(self, most: int) -> Sequence[str]:
        """Return the names of players, the latest first."""
        ...

    def has_player(self, name: str) -> bool:
        """Return whether a game has a player who is shown under that name."""
        ...

    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        """Return players with finished games from offset ``start``, by name, and the number of them."""
        ...

    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        """Return that player's account of each kind of game, for charts of at most ``points`` points."""
        ...

    def moments(self, name: str) -> Mapping[str, int]:
        """Return the first game of each moment that a player came to, by its key."""
        ...

    def evenings(self, latest: int) -> Mapping[int, bool]:
        """Return the evenings with games up to ``latest``, in order, and whether dice were counted on them."""
        ...

    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        """Return the first rows of the leaderboard of these evenings, or of all time."""
        ...

    def dice(self, days: Days | None, points: int) -> DiceSummary:
        """Return the dice of these evenings, or of all time, with a course of at most ``points`` points."""
        ...

    def judged(self, number: int) -> int:
        """Return the number of games with counted dice up to that one."""
        ...

    def wins(self, day: int) -> Mapping[str, int]:
        """Return the number of games that each player has won on that evening, without the open game."""
        ...


class NoArchive:
    """An empty archive, for a table that stores no games."""

    is_behind = False

    def __init__(self) -> None:
        self.player_names = NAMES_AS_STORED

    def record(self, _number: int) -> Record | None:
        return None

    def game(self, _number: int) -> ArchivedGame | None:
        return None

    def win_course(self, _number: int) -> Sequence[WinPoint]:
        return ()

    def listed(self, _start: int, _most: int, _latest: int) -> tuple[Sequence[Record], int]:
        return (), 0

    def of_evening(self, _day: int, _most: int) -> tuple[Sequence[Record], int]:
        return (), 0

    def last(self, _most: int) -> Sequence[Record]:
        return ()

    def unfinished(self, _most: int) -> Sequence[Record]:
        return ()

    def purses(self, _first: int, _last: int = 2**53) -> Purses:
        return {}

    def waiting(self) -> int:
        return 0

    def names(self, _most: int) -> Sequence[str]:
        return ()

    def has_player(self, _name: str) -> bool:
        return False

    def players(self, _start: int, _most: int) -> tuple[Sequence[Player], int]:
        return (), 0

    def accounts(self, _name: str, _points: int) -> Mapping[Kind, Account]:
        return {}

    def moments(self, _name: str) -> Mapping[str, int]:
        return {}

    def evenings(self, _latest: int) -> Mapping[int, bool]:
        return {}

    def board(self, _kind: Kind, _days: Days | None, _most: int) -> Sequence[LeaderboardRow]:
        return ()

    def dice(self, _days: Days | None, _points: int) -> DiceSummary:
        return DiceSummary((0,) * 6)

    def judged(self, _number: int) -> int:
        return 0

    def wins(self, _day: int) -> Mapping[str, int]:
        return {}
