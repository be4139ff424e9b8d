"""The rules and the state of a game of turns: frozen values, made only by applying events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, Literal, TypeVar

from engine.face import Option
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.spelling import check_option


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The rules that all these games have: their name, and what follows a tie for the win."""

    terms: ClassVar[Mapping[str, Text]] = {}
    """The words of the game's announcements, as sentences have them."""

    name: str
    tie: str = "rolloff"

    def label(self, term: str) -> str:
        return self.terms.get(term) or term.replace("_", " ")


R = TypeVar("R", bound=TurnRules)

TIE = Option("tie", "choice", _("Ties"), _("Rolled off, or shared."), {"rolloff": _("roll-off"), "shared": _("shared")})
"""The option of most of these games for a tie."""


def changed(rules: R, options: Mapping[str, object], known: tuple[Option, ...]) -> R:
    readers = {option.key: option for option in known}
    changes: dict[str, Any] = {}
    for key, value in options.items():
        check_option(key, tuple(readers))
        changes[key] = readers[key].read(value)
    return replace(rules, **changes)


def values_of(rules: TurnRules) -> dict[str, Any]:
    """Return the value of each option in these rules, as it is written."""
    return {one.name: getattr(rules, one.name) for one in fields(rules) if one.name != "name"}


Result = tuple[int, ...]
"""The result of a turn, such as its points, or a hand of dice; a game compares them in its own way."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn so far.

    ``throws`` counts them. ``loose`` are the dice of the latest throw that are not set aside, ``fresh`` those of it
    that are, and ``aside`` those set aside from earlier throws. ``points`` are those of earlier throws, in games that
    count throw by throw. ``bust`` marks a turn that a throw ended for nothing, ``over`` a finished turn.

    Fields of single games: ``closed`` are tiles that are down, ``due`` is the total that the player is to close now.
    With ``one_die`` the player throws one die where two are usual.
    """

    player: str
    throws: int = 0
    aside: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    points: int = 0
    bust: bool = False
    over: bool = False
    closed: tuple[int, ...] = ()
    due: int = 0
    one_die: bool = False

    @property
    def lies(self) -> tuple[int, ...]:
        return self.fresh + self.loose


@dataclass(frozen=True, slots=True)
class TurnState(Generic[R]):
    """The state of a game at one moment.

    ``players`` are all players, in seat order; ``gone`` are those of them who left, ``out`` those who lost their last
    life. ``totals`` decide the game; they include the head starts in ``handicap``. ``leg`` is 0 for the round
    itself and counts its roll-offs; ``order`` are the players of the leg, in the order of play, and ``up`` is the
    index of the current one. ``scores`` are the results of this round so far, ``results`` those of the leg.
    ``turn`` is None once the game is over; then ``winner`` has won it, or those in ``tied`` share it. ``last`` is
    the turn that the latest event finished.

    Fields of single games: ``limit`` is the number of rolls that the first player of the round left to the others,
    ``busts`` counts the turns in a row that a player lost, ``opened`` are those who have banked enough once, and
    ``closer`` is the player who began the last round.
    """

    rules: R
    options: Mapping[str, object]
    players: tuple[str, ...]
    starter: str
    totals: Mapping[str, int]
    order: tuple[str, ...] = ()
    round: int = 1
    leg: int = 0
    up: int = 0
    turn: Turn | None = None
    scores: Mapping[str, Result] = field(default_factory=dict)
    results: Mapping[str, Result] = field(default_factory=dict)
    last: Turn | None = None
    gone: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    limit: int | None = None
    busts: Mapping[str, int] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    closer: str | None = None
    winner: str | None = None
    tied: tuple[str, ...] = ()
    handicap: Mapping[str, int] = field(default_factory=dict)

    @property
    def phase(self) -> Literal["round", "rolloff", "over"]:
        """The phase: "round", or "rolloff" while those who tie throw for it, or "over"."""
        if self.turn is None:
            return "over"
        return "rolloff" if self.leg else "round"

    @property
    def player(self) -> str | None:
        return self.turn.player if self.turn else None

    @property
    def present(self) -> tuple[str, ...]:
        """The players who are present, in seat order, including those who are out."""
        return tuple(name for name in self.players if name not in self.gone) if self.gone else self.players

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who are present and not out, in seat order."""
        return tuple(name for name in self.present if name not in self.out) if self.out else self.present

    @property
    def untouched(self) -> bool:
        return bool(self.turn and not self.turn.throws and not self.leg and not self.up)


NAMED: Mapping[type, Sequence[str]] = {
    TurnState: (
        *("players", "starter", "totals", "order", "turn", "scores", "results", "gone", "out"),
        *("busts", "opened", "closer", "winner", "tied", "handicap"),
    ),
    Turn: ("player",),
}
"""The fields with names of players."""
