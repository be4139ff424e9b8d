"""What the page asks of a game to show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine import Announcement
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.games.help import Help


@dataclass(frozen=True, slots=True)
class OnTurn:
    """Who is on, or who has won, and which roll of the turn is on: 0 where none is."""

    who: str
    roll: int
    rolls: int
    won: bool = False


class GameOnThePage(Protocol):
    """One game on the page. A snapshot's state is that game's own."""

    name: str
    """Its name in styles, and of the template ``_NAME.html`` that shows what :meth:`board` gives."""

    def on_turn(self, state: Any) -> OnTurn:
        """Whose turn it is."""

    def board(self, snapshot: Snapshot, words: Words) -> Any:
        """Everything that only this game has: its scores, and what is to be had."""

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """The keys of the dice that stay at the next throw."""

    def spoken(self, die: LyingDie, words: Words) -> str:
        """A die that can be read, for those who do not see it."""

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """What just happened, in as few sentences as it takes."""

    def cheers(self, words: Words) -> dict[str, str]:
        """What is worth a cheer, by the word of its announcement, and what is cheered; the greatest comes first."""

    def box(self, rules: Any, box: str, words: Words) -> str:
        """What a box is called, in a game that has any."""

    def help(self, state: Any) -> Help:
        """Exact chances, and what each choice is worth, for the player on turn."""
