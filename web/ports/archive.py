"""What the log's pages ask of past games, and who answers."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.statistics.record import KINDS, ArchivedGame, Hindsight, Kind, Part, Record
from engine.statistics.summaries import Account, DiceSummary, LeaderboardRow, Player

__all__ = ["KINDS", "Archive", "ArchivedGame", "Days", "Hindsight", "Kind", "NoArchive", "Part", "Record"]

Days = tuple[int, int]
"""The first and the last of some evenings, as :mod:`engine.statistics.evenings` counts them."""


class Archive(Protocol):
    """The games that are kept, with their figures. The open game counts as it stands.

    No answer takes longer because there are more games. Safe from any thread, and nothing waits for the table.
    Evenings are those of the machine's time zone.
    """

    @property
    def is_behind(self) -> bool:
        """Whether past games may be missing, since they could not be taken in."""
        ...

    def record(self, number: int) -> Record | None:
        """The figures of that game; None if there is none."""
        ...

    def game(self, number: int) -> ArchivedGame | None:
        """That game with its events; None if there is none, or if this version cannot read it."""
        ...

    def listed(self, start: int, most: int, latest: int) -> tuple[Sequence[Record], int]:
        """Games from place ``start`` of the list on, and how many the list has.

        The open game is first, then the latest evening; games without a date, or later than the evening ``latest``, are
        last. Within an evening the highest number comes first.
        """
        ...

    def last(self, most: int) -> Sequence[Record]:
        """The games with the highest numbers, the highest first."""
        ...

    def unfinished(self, most: int) -> Sequence[Record]:
        """The latest games that can be gone on with, the open one excepted, the latest first."""
        ...

    def waiting(self) -> int:
        """How many games that are over the coach has still to look back on."""
        ...

    def names(self, most: int) -> Sequence[str]:
        """The names of those who played, the latest first."""
        ...

    def players(self, start: int, most: int) -> tuple[Sequence[Player], int]:
        """Players with games that are over from place ``start`` on, by name, and how many there are."""
        ...

    def accounts(self, name: str, points: int) -> Mapping[Kind, Account]:
        """That player's account of each kind of game, for charts of at most so many points."""
        ...

    def evenings(self, latest: int) -> Mapping[int, bool]:
        """The evenings with games up to ``latest``, in their order, and whether dice were counted on them."""
        ...

    def board(self, kind: Kind, days: Days | None, most: int) -> Sequence[LeaderboardRow]:
        """The first lines of the board of these evenings, or of all time."""
        ...

    def dice(self, days: Days | None, points: int) -> DiceSummary:
        """The dice of these evenings, or of all time, with a course of at most so many points."""
        ...

    def judged(self, number: int) -> int:
        """How many games with counted dice there are up to that one."""
        ...

    def wins(self, day: int) -> Mapping[str, int]:
        """How many games each player has won on that evening, without the open game."""
        ...


class NoArchive:
    """An archive of a table that keeps no games."""

    is_behind = False

    def record(self, _number: int) -> Record | None:
        """There is none."""
        return None

    def game(self, _number: int) -> ArchivedGame | None:
        """There is none."""
        return None

    def listed(self, _start: int, _most: int, _latest: int) -> tuple[Sequence[Record], int]:
        """None."""
        return (), 0

    def last(self, _most: int) -> Sequence[Record]:
        """None."""
        return ()

    def unfinished(self, _most: int) -> Sequence[Record]:
        """None."""
        return ()

    def waiting(self) -> int:
        """None."""
        return 0

    def names(self, _most: int) -> Sequence[str]:
        """None."""
        return ()

    def players(self, _start: int, _most: int) -> tuple[Sequence[Player], int]:
        """None."""
        return (), 0

    def accounts(self, _name: str, _points: int) -> Mapping[Kind, Account]:
        """None."""
        return {}

    def evenings(self, _latest: int) -> Mapping[int, bool]:
        """None."""
        return {}

    def board(self, _kind: Kind, _days: Days | None, _most: int) -> Sequence[LeaderboardRow]:
        """Nobody."""
        return ()

    def dice(self, _days: Days | None, _points: int) -> DiceSummary:
        """None were thrown."""
        return DiceSummary((0,) * 6)

    def judged(self, _number: int) -> int:
        """None."""
        return 0

    def wins(self, _day: int) -> Mapping[str, int]:
        """Nobody has won."""
        return {}
