"""The state of a game: frozen values, made only by applying events; and the events of games on cards only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.events import Event
from engine.games.yahtzee.card import Card, Offer
from engine.games.yahtzee.rules import Rules


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The player on turn keeps these dice at the next roll and throws the others.

    The choice holds for that roll only.
    """

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The dice were scored in that box, which ends the turn."""

    box: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far: the rolls used, the dice as they lie, and those that stay at the next roll."""

    player: str
    rolls: int = 0
    dice: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment.

    ``players`` are all players, in seat order; ``gone`` are those of them who left. ``turn`` is None once the game is
    over; then ``winner`` has won it, or those in ``tied`` share it. ``handicap`` are the points with which some began.
    """

    rules: Rules
    options: Mapping[str, object]
    players: tuple[str, ...]
    starter: str
    cards: Mapping[str, Card]
    turn: Turn | None = None
    gone: frozenset[str] = field(default=frozenset())
    winner: str | None = None
    tied: tuple[str, ...] = ()
    handicap: Mapping[str, int] = field(default_factory=dict)

    @property
    def phase(self) -> Literal["round", "over"]:
        return "round" if self.turn else "over"

    @property
    def player(self) -> str | None:
        """The player on turn, None once the game is over."""
        return self.turn.player if self.turn else None

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name not in self.gone) if self.gone else self.players

    @property
    def round(self) -> int:
        """The number of the box in the current turn, from one; after the game, the number of boxes on the card."""
        return self.cards[self.turn.player].filled + 1 if self.turn else self.rules.turns

    @property
    def rolls_left(self) -> int:
        return self.rules.rolls - self.turn.rolls if self.turn else 0

    @property
    def must_roll(self) -> int:
        """The number of dice of the next throw: all that are not kept, none where there is no roll left."""
        return self.rules.dice - len(self.turn.kept) if self.turn and self.rolls_left else 0

    @property
    def offer(self) -> Offer | None:
        """What the dice that lie there are offered on the card of the player on turn; None before the first throw."""
        if self.turn is None or not self.turn.rolls:
            return None
        return self.cards[self.turn.player].offer(self.rules, self.turn.dice, first=self.turn.rolls == 1)

    @property
    def totals(self) -> dict[str, int]:
        return {name: self.cards[name].result(self.rules) + self.handicap.get(name, 0) for name in self.players}
