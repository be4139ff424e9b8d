"""The protocol of a game's display."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine import Announcement
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.games.game_log import GameLog
from web.games.help import Help
from web.games.how import HowToPlay

Counts = Literal["points", "hands", "rounds", "lives", "nothing"]
"""What decides a game: what the winner has more of, or lives left, or nothing that is counted."""


@dataclass(frozen=True, slots=True)
class OnTurn:
    """The player on turn, or the winner, and the number of the roll: 0 if there is none."""

    who: str
    roll: int
    rolls: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """One line on the progress of the game; ``term`` is the special word in it that can be explained."""

    text: str
    term: str = ""


class GameOnThePage(Protocol):
    """The display of one game. The state of a snapshot is that of the same game."""

    name: str
    """Its name in styles, and of the template ``_NAME.html`` that shows what :meth:`board` gives."""

    @property
    def log(self) -> GameLog:
        """How the log shows it."""

    def on_turn(self, state: Any) -> OnTurn:
        """Return whose turn it is."""

    def board(self, snapshot: Snapshot, words: Words) -> Any:
        """Return what is specific to this game: its scores, and what can be scored."""

    def held(self, snapshot: Snapshot) -> frozenset[str]:
        """Return the keys of the dice that stay at the next throw."""

    def spoken(self, die: LyingDie, words: Words) -> str:
        """Describe a die that was read, for screen readers."""

    def said(self, announcements: Sequence[Announcement], words: Words) -> str:
        """Return the announcements in a few sentences."""

    def cheers(self, words: Words) -> dict[str, str]:
        """Return the text of each announcement that is cheered, by its word, the greatest first."""

    def scores(self, state: Any, words: Words) -> dict[str, str]:
        """Return the final score of each player, as the result shows it."""

    def counts(self, state: Any) -> Counts:
        """Return what decides the game."""

    def box(self, rules: Any, box: str, words: Words) -> str:
        """Return the name of a box, in a game with boxes."""

    def how(self, rules: Any, words: Words) -> HowToPlay:
        """Return the rules in short sentences."""

    def help(self, state: Any) -> Help:
        """Return exact chances, and the value of each choice, for the player on turn."""
