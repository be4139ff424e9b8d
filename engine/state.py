"""Where a game stands: frozen values, made by folding events and never otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.rules import Rules

Part = Literal["ship", "captain", "crew"]

PARTS: tuple[Part, Part, Part] = ("ship", "captain", "crew")
"""What the three dice of the sequence are called, in order (003; its other names are for the page to choose)."""


class Phase(StrEnum):
    """The parts of a game."""

    ROUND = "round"
    ROLLOFF = "rolloff"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far.

    ``held`` is what stands of ship, captain and crew, in that order; ``loose`` are the other dice as they lie, in
    the order thrown (none before the first roll). ``over`` says that nothing is left to decide.
    """

    player: str
    rolls: tuple[tuple[int, ...], ...] = ()
    held: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    over: bool = False

    @property
    def qualified(self) -> bool:
        """Whether ship, captain and crew are all held."""
        return len(self.held) == 3

    @property
    def cargo(self) -> tuple[int, ...]:
        """The dice that score: all but ship, captain and crew, once these are complete."""
        return self.loose if self.qualified else ()

    @property
    def score(self) -> int | None:
        """The sum of the cargo; None without ship, captain and crew (told apart from any sum, counted as zero)."""
        return sum(self.loose) if self.qualified else None


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    ``shooters`` are those who take a turn in this pass (the round, or one roll-off), in order; ``finished`` are the
    turns of this pass that are over, ``turn`` the one that is on, None once the game is over. ``scores`` are those
    of the round, which ``starter`` began; what is thrown in a roll-off decides the winner and does not change them.
    ``last`` is the turn that the latest event belongs to.
    """

    rules: Rules
    players: tuple[str, ...]
    phase: Phase
    shooters: tuple[str, ...]
    finished: tuple[Turn, ...]
    turn: Turn | None
    scores: Mapping[str, int | None]
    starter: str
    last: Turn | None = None
    rolloffs: int = 0
    winner: str | None = None

    @property
    def rolls_left(self) -> int:
        """How many rolls the player on turn still has."""
        return self.rules.rolls - len(self.turn.rolls) if self.turn else 0

    @property
    def must_roll(self) -> int:
        """How many dice the next throw takes: all that are not held."""
        return self.rules.dice - len(self.turn.held) if self.turn else 0

    @property
    def point(self) -> int | None:
        """The score to beat in this pass: the best so far, None while nobody has qualified."""
        return max((turn.score for turn in self.finished if turn.score is not None), default=None)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has the point."""
        return tuple(turn.player for turn in self.finished if turn.score is not None and turn.score == self.point)

    @property
    def hammer(self) -> str:
        """Who throws last in this pass."""
        return self.shooters[-1]
