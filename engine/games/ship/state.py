"""The state of a game: frozen values, made only by applying events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.games.ship.play.leg import Leg
from engine.games.ship.play.money import Money
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules

Ending = Literal["won", "tied", "carried", "replayed"]


class Phase(StrEnum):
    """The phases of a game: the starter, the ante, the round, the roll-off of tied players, the end."""

    STARTER = "starter"
    ANTE = "ante"
    ROUND = "round"
    ROLLOFF = "rolloff"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """One finished round.

    Each player's score (None: not qualified), the winner, or the tied players and how the tie ended: shared (``tied``),
    the pot left for the next round (``carried``), or not counted (``replayed``). ``pot`` is the pot of the round.
    """

    scores: Mapping[str, int | None]
    ending: Ending
    winner: str | None = None
    tied: tuple[str, ...] = ()
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """The roll-off for the start: the throw of each player in it, None before the throw."""

    thrown: Mapping[str, tuple[int, ...] | None]
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment.

    ``players`` are all players, in seat order; ``gone`` are those of them who left. ``scores`` are those of the round
    that ``starter`` began, whose number is ``round``; throws in a roll-off decide the winner and do not change
    them. ``handicap`` are the points with which some began. ``rounds`` are the finished ones. ``last`` is the turn
    that the latest event belongs to, ``tied`` are the players who share the game, or who throw for it.
    """

    rules: Rules
    options: Mapping[str, object]
    players: tuple[str, ...]
    phase: Phase
    starter: str | None
    scores: Mapping[str, int | None]
    money: Money
    round: int = 1
    start: Start | None = None
    leg: Leg | None = None
    rounds: tuple[Round, ...] = ()
    last: Turn | None = None
    winner: str | None = None
    tied: tuple[str, ...] = ()
    gone: frozenset[str] = field(default=frozenset())
    handicap: Mapping[str, int] = field(default_factory=dict)

    @property
    def turn(self) -> Turn | None:
        """The current turn, None where no player throws for a score."""
        playing = self.leg is not None and self.phase in (Phase.ROUND, Phase.ROLLOFF)
        return self.leg.turn if playing and self.leg else None

    @property
    def player(self) -> str | None:
        """The player on turn, None once the game is over."""
        if self.phase is Phase.STARTER and self.start:
            return next(name for name, thrown in self.start.thrown.items() if thrown is None)
        if self.phase is Phase.ANTE:
            return self.starter
        return self.turn.player if self.turn else None

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name not in self.gone) if self.gone else self.players

    @property
    def shooters(self) -> tuple[str, ...]:
        return self.leg.shooters if self.leg else ()

    @property
    def untouched(self) -> bool:
        """Whether nothing was thrown yet for the round."""
        return self.leg is None or not (self.leg.number or any(turn.rolls for turn in self.leg.turns))

    @property
    def finished(self) -> tuple[Turn, ...]:
        return tuple(turn for turn in self.leg.turns if turn.over) if self.leg else ()

    @property
    def rolloffs(self) -> int:
        return self.leg.number if self.leg else 0

    @property
    def rolls_left(self) -> int:
        if self.phase is Phase.STARTER:
            return 1
        return self.rules.rolls - self.turn.taken if self.turn else 0

    @property
    def must_roll(self) -> int:
        if self.phase is Phase.STARTER:
            return STARTER_DICE
        return self.rules.dice - len(self.turn.held) - len(self.turn.kept) if self.turn else 0

    @property
    def point(self) -> int | None:
        """The score to beat in this leg: the best so far, None before a player has qualified (004)."""
        counted = (turn for turn in self.leg.turns if self._counts(turn)) if self.leg else ()
        return max((turn.score for turn in counted if turn.score is not None), default=None)

    @property
    def leaders(self) -> tuple[str, ...]:
        point = self.point
        turns = self.leg.turns if self.leg and point is not None else ()
        return tuple(turn.player for turn in turns if self._counts(turn) and turn.score == point)

    @property
    def hammer(self) -> str | None:
        """The player who throws last in this leg (004); roll by roll, in this roll (A30)."""
        if self.leg is None:
            return None
        turns = (self.leg.turns[place] for group in reversed(self.leg.order) for place in reversed(group))
        return next((turn.player for turn in turns if not turn.over or turn.taken >= self.leg.roll), None)

    def _counts(self, turn: Turn) -> bool:
        """Return whether a turn's score counts: once it is over; roll by roll, as it lies."""
        return turn.over or self.rules.rolling == "interleaved"


STARTER_DICE = 3
"""003: “having each player roll three dice”."""
