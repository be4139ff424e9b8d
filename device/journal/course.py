"""Position of a journal: which games were opened, and which were closed since the journal was opened.

The archive uses it to compare itself with the journal without reading the journal, and to get closed games from memory
instead of from a copy of the journal.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.storage.database import Opening, Row
from engine import decode, history_of

LOOKED_BACK = 50
"""Games without a roll, one after another, before which none is looked for."""


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """A closed game: its rows, and when it was first opened (seconds, Unix; None: unknown).

    ``position`` is the journal's position after that game was closed.
    """

    rows: Sequence[Row]
    begun: float | None
    position: str


class JournalCourse:
    """Counter of openings and games.

    A position is a line of text. An unchanged position means that no game was opened, begun or added since, so only the
    open game can have changed.
    """

    def __init__(self) -> None:
        self.closed: deque[ClosedGame] = deque()
        """Closed games, oldest first. The consumer removes them. May be used from any thread."""
        self.found = ""
        """Position at which the journal's file was read."""
        self.reads = 0
        """Number of times the file was read: once, and again after a damaged one was replaced."""
        self.has_past = False
        """Whether the file held other games than the open one when it was read."""
        self.begun: float | None = None
        """Time at which the open game was first opened, None if unknown."""
        self.before: int | None = None
        """Number of the game that was open before the open one, None if there was none."""
        self.former: int | None = None
        """Number of the game that was played before the open one, None if there was none."""
        self._journal = ""
        self._openings = 0
        self._latest: float | None = None
        self._last = 0

    @property
    def position(self) -> str:
        openings = f"{self._openings} openings, the latest at {self._latest!r}"
        return f"journal {self._journal}, {openings}, last game {self._last}"

    def read(
        self, openings: Sequence[Opening], last: int, journal: str, is_played: Callable[[int], bool] = bool
    ) -> None:
        """Record that the file was read: its openings, the highest game number, and the id of the journal.

        ``is_played`` returns whether that game has a roll.
        """
        self._journal = journal
        self._openings, self._last = len(openings), last
        self._latest = openings[-1].clock if openings else None
        self.begun = next((one.clock for one in openings if one.game == openings[-1].game), None)
        self.before = next((one.game for one in reversed(openings) if one.game != openings[-1].game), None)
        self.former = _former(openings, is_played)
        self.has_past = last > 1 or (last == 1 and not openings)
        self.found = self.position
        self.reads += 1

    def opened(self, game: int, clock: float, left: Sequence[Row], *, is_new: bool) -> None:
        """Record that a game was opened, new or resumed. ``left`` holds the rows of the game open before."""
        begun, self.begun = self.begun, clock if is_new else None
        self._openings, self._latest, self._last = self._openings + 1, clock, max(self._last, game)
        if left:
            self.before = left[0][0]
            self.former = self.before if has_roll(left) else self.former
            self.closed.append(ClosedGame(left, begun, self.position))

    def added(self, last: int) -> None:
        """Record that games were added beside the open one. ``last`` is the new highest number."""
        self._last = last


def _former(openings: Sequence[Opening], is_played: Callable[[int], bool]) -> int | None:
    """Return the latest game before the open one that has a roll; None from a game on that was resumed."""
    first = {one.game: place for place, one in reversed([*enumerate(openings)])}
    for place in range(len(openings) - 1, 0, -1)[:LOOKED_BACK]:
        if first[openings[place].game] < place:
            return None
        if is_played(openings[place - 1].game):
            return openings[place - 1].game
    return None


def has_roll(rows: Sequence[Row]) -> bool:
    """Return whether that game has a roll that counts; True for one of a newer version."""
    try:
        return any(one.roll is not None for one in history_of([decode(event) for *_place, event in rows]).played)
    except Exception:
        return True
