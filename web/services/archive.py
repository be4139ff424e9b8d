"""The archive of past games, as the pages ask it."""
# ruff: noqa: ARG002  (an empty archive has the same answer to any question)

from collections.abc import Mapping, Sequence

from engine.reports.figures import Hindsight, Part
from engine.reports.purse import Purses
from engine.statistics.player_names import NAMES_AS_STORED
from engine.statistics.record import ArchivedGame, Kind, Record, WinPoint
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player

__all__ = ["Archive", "ArchivedGame", "Days", "Hindsight", "Kind", "LeaderboardRow", "Part", "Record"]

Days = tuple[int, int]
"""The first and the last of some evenings, as :mod:`engine.statistics.player_totals` counts them."""


class Archive:
    """The stored games and their figures; this one is empty, for a table that stores no games.

    The open game counts as it is now. Thread-safe; never blocks the table. Evenings are those of the machine's time
    zone.
    """

    is_behind = False
    """Whether past games may be missing, because they are not imported yet."""

    def __init__(self) -> None:
        self.player_names = NAMES_AS_STORED
        """The names under which past players are shown and counted; the open game keeps its own names. In a record the
        name of a hidden player is empty."""

    def record(self, number: int) -> Record | None:
        return None

    def game(self, number: int) -> ArchivedGame | None:
        """Return that game with its events; None if there is none, or if this version cannot read it."""
        return None

    def win_course(self, number: int) -> Sequence[WinPoint]:
        """Return the chances to win in the course of that game; empty until it is analysed, and where there are none.

        Seats are those of the record.
        """
        return ()

    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        """Return games from offset ``start`` of the list, and the length of the list.

        The open game is first, then the latest evening; games without a date, or later than the evening ``latest``, are
        last. Within an evening the highest number comes first.
        """
        return (), 0

    def of_evening(self, day: int, most: int) -> tuple[Sequence[Record], int]:
        """Return the latest games of that evening, the last one first, and the number of all of that evening.

        The cost grows with the games of that evening only.
        """
        return (), 0

    def games_of(self, kind: Kind, since: int) -> Sequence[int]:
        """Return the numbers of the finished games of that kind from that evening on, the latest first."""
        return ()

    def last(self, most: int) -> Sequence[Record]:
        return ()

    def unfinished(self, most: int) -> Sequence[Record]:
        """Return the latest games that can be resumed, except the open one, the latest first."""
        return ()

    def purses(self, first: int, last: int = 2**53) -> Purses:
        """Return the sums of the purses of the games from ``first`` to ``last``, by stored names.

        Unfinished games count as if they ended now. The cost grows with the number of these games.
        """
        return {}

    def waiting(self) -> int:
        """Return the number of finished games that are not analysed yet."""
        return 0

    def names(self, most: int) -> Sequence[str]:
        return ()

    def has_player(self, name: str) -> bool:
        """Return whether a game has a player who is shown under that name."""
        return False

    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        """Return players with finished games from offset ``start``, by name, and the number of them."""
        return (), 0

    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        """Return that player's account of each kind of game, for charts of at most ``points`` points."""
        return {}

    def moments(self, name: str) -> Mapping[str, int]:
        """Return the first game of each moment that a player came to, by its key."""
        return {}

    def evenings(self, latest: int) -> Mapping[int, bool]:
        """Return the evenings with games up to ``latest``, in order, and whether dice were counted on them."""
        return {}

    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        """Return the first rows of the leaderboard of these evenings, or of all time."""
        return ()

    def dice(self, days: Days | None, points: int) -> DiceSummary:
        """Return the dice of these evenings, or of all time, with a course of at most ``points`` points."""
        return DiceSummary((0,) * 6)

    def judged(self, number: int) -> int:
        return 0

    def called_now(self, day: int) -> Mapping[int, Mapping[str, str]]:
        """Return for each game of that evening how those are called now who were renamed in later ones, by its names.

        The open game is the latest.
        """
        return {}

    def wins(self, day: int) -> Mapping[str, int]:
        """Return who has won on that evening and how many games, under the names of now, the most first."""
        return {}
