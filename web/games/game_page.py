"""The protocol of a game's display."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine import Announcement
from table.snapshot import LyingDie, Snapshot
from web.catalogue import Words
from web.games.game_log import GameLog
from web.games.game_setup import GameSetup
from web.games.help import Help
from web.games.how import HowToPlay

Counts = Literal["points", "hands", "rounds", "lives", "nothing"]
"""What decides a game: what the winner has more of, or lives left, or nothing that is counted."""

Terms = Mapping[str, tuple[str, str]]
"""Special words of a game by their keys: the word, and what it means."""


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


@dataclass(frozen=True, slots=True)
class EnteredDie:
    """A die of the turn: whether it stays at the next throw, and whether the player may choose that."""

    face: int
    stays: bool
    free: bool


@dataclass(frozen=True, slots=True)
class EnteredDice:
    """The dice of the turn for entry by hand, and how many are thrown.

    ``throw`` dice are thrown if those stay that stay now; each one more that stays is one less. If all stay, ``again``
    are thrown.
    """

    dice: tuple[EnteredDie, ...] = ()
    throw: int = 0
    again: int = 0


@dataclass(frozen=True, slots=True)
class OpenBox:
    """A box that may be filled now, the points that the dice score there, and whether that is most."""

    key: str
    name: str
    points: int
    best: bool


@dataclass(frozen=True, slots=True)
class RoundsToSet:
    """The least and the most rounds that a game may be given now, and the present number if there is one."""

    least: int
    most: int
    now: int | None


@dataclass(frozen=True, slots=True)
class BeforeThrow:
    """Something that is asked for before a throw: the label of its key, and the address of its sheet."""

    label: str
    sheet: str


class GameOnThePage(Protocol):
    """The display of one game. The state of a snapshot is that of the same game."""

    template: str
    """The template in ``games/`` that shows what :meth:`board` gives."""

    layout: Literal["lines", "cards"]
    """How the page is laid out: a line for each player, or their cards side by side. A class in the styles."""

    setup: GameSetup
    """How it is set up in the form for a new game."""

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

    def rolled_off(self, state: Any, name: str, words: Words) -> str | None:
        """Return a player's result in the latest roll-off of this round; None for one who is not in it."""

    def counts(self, state: Any) -> Counts:
        """Return what decides the game."""

    def box(self, rules: Any, box: str, words: Words) -> str:
        """Return the name of a box, in a game with boxes."""

    def how(self, rules: Any, words: Words) -> HowToPlay:
        """Return the rules in short sentences."""

    def terms(self, words: Words) -> Terms:
        """Return the special words of this game by their keys, each with what it means."""

    def help(self, state: Any) -> Help:
        """Return exact chances, and the value of each choice, for the player on turn."""

    def entered(self, state: Any) -> EnteredDice:
        """Return the dice of the turn for entry by hand."""

    def stand_says(self, state: Any, words: Words) -> str:
        """Return the label of the key that ends the turn with what lies there."""

    def boxes(self, state: Any, words: Words) -> tuple[OpenBox, ...]:
        """Return the boxes that may be filled now, in the order of the card."""

    def rounds(self, state: Any) -> RoundsToSet | None:
        """Return the numbers of rounds that may be set now, None where there is none to change."""

    def bettors(self, state: Any) -> tuple[str, ...]:
        """Return who may bet on the player on turn."""

    def asks(self, state: Any, words: Words) -> BeforeThrow | None:
        """Return what is asked for before a throw, None if nothing is."""
