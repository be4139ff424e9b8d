"""How far a journal has come: which games were opened, and which were closed since the journal was opened.

With this the archive is compared with the journal without reading the journal, and gets each closed game from memory
instead of from a copy of the journal.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from device.storage.database import Opening, Row


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """A game that was left for another one: its rows, and when it was first opened (seconds, Unix; None: not known).

    ``position`` is the journal's once that game was closed.
    """

    rows: Sequence[Row]
    begun: float | None
    position: str


class JournalCourse:
    """Keeps count of openings and games.

    A position is a line of text: the same line again means that no game has been opened, begun or added since, so that
    nothing but the open game can have changed.
    """

    def __init__(self) -> None:
        self.closed: deque[ClosedGame] = deque()
        """Games that were closed, the first one first. Who uses them takes them out; any thread may."""
        self.found = ""
        """The position in which the journal's file was read."""
        self.reads = 0
        """How often the file was read: once, and again where a damaged one was replaced."""
        self.has_past = False
        """Whether there were games beside the open one when the file was read."""
        self.begun: float | None = None
        """When the open game was first opened, None where that is not known."""
        self._journal = ""
        self._openings = 0
        self._latest: float | None = None
        self._last = 0

    @property
    def position(self) -> str:
        """Where the journal is now."""
        openings = f"{self._openings} openings, the latest at {self._latest!r}"
        return f"journal {self._journal}, {openings}, last game {self._last}"

    def read(self, openings: Sequence[Opening], last: int, journal: str) -> None:
        """The journal's file was read: its openings, the highest number of a game, and the id of the journal."""
        self._journal = journal
        self._openings, self._last = len(openings), last
        self._latest = openings[-1].clock if openings else None
        self.begun = next((one.clock for one in openings if one.game == openings[-1].game), None)
        self.has_past = last > 1 or (last == 1 and not openings)
        self.found = self.position
        self.reads += 1

    def opened(self, game: int, clock: float, left: Sequence[Row], *, is_new: bool) -> None:
        """A game is open from now on, begun or gone back to; ``left`` are the rows of the one that was open before."""
        begun, self.begun = self.begun, clock if is_new else None
        self._openings, self._latest, self._last = self._openings + 1, clock, max(self._last, game)
        if left:
            self.closed.append(ClosedGame(left, begun, self.position))

    def added(self, last: int) -> None:
        """Games were added beside the open one; ``last`` is the highest number now."""
        self._last = last
