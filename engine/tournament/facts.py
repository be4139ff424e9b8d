"""The facts of a tournament, and facts as JSON. All else is computed from them, and a fact is never changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from engine.codec import plain, value_of
from engine.errors import BadLog, BadRules
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import check_names

Format = Literal["round_robin", "single", "double", "swiss", "groups"]
FORMATS: Mapping[Format, Text] = {
    "round_robin": _("Round robin"),
    "single": _("Knockout"),
    "double": _("Double knockout"),
    "swiss": _("Swiss system"),
    "groups": _("Groups, then knockout"),
}
KNOCKOUT: tuple[Format, ...] = ("single", "double")
"""Formats in which a loser is out, at once or after a second loss."""

Ties = Literal["half", "replay"]
"""What a game without a winner means: half a win for both, or nothing, so that it is played again."""

FEWEST, MOST = 3, 32
"""Players of a tournament."""
FEWEST_IN_GROUPS = 6

BEST_OF = (1, 3, 5)
"""Games of a match, at most."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class TournamentFact:
    """Base class of the facts."""


@dataclass(frozen=True, slots=True)
class Opened(TournamentFact):
    """The beginning: the players in the order of their seeds, and the game that they play.

    ``drawn`` says that the order was drawn by lot; it is stored here and never drawn again. ``ties`` holds for games
    without a winner; knock-out matches replay them always. ``rounds`` are those of a Swiss tournament, 0 elsewhere.
    The last ``late`` players came late: in a round robin they meet all others after its rounds.
    """

    format: Format
    players: tuple[str, ...]
    preset: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    best_of: int = 1
    ties: Ties = "half"
    rounds: int = 0
    drawn: bool = True
    late: int = 0

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.players) <= MOST:
            raise BadRules(
                _(
                    "a tournament takes {fewest} to {most} players, not {players}",
                    players=len(self.players),
                    fewest=FEWEST,
                    most=MOST,
                )
            )
        check_names(self.players)
        if self.format == "groups" and len(self.players) < FEWEST_IN_GROUPS:
            raise BadRules(_("groups take {fewest} players or more", fewest=FEWEST_IN_GROUPS))
        if self.best_of not in BEST_OF:
            raise BadRules(_("a match is best of 1, 3 or 5"))
        if self.format == "swiss" and not 1 <= self.rounds <= most_rounds(len(self.players)):
            most = most_rounds(len(self.players))
            raise BadRules(_("a Swiss tournament of these players has 1 to {most} rounds", most=most))


@dataclass(frozen=True, slots=True)
class Drawn(TournamentFact):
    """The pairs of a round of a Swiss tournament, and who sits out. It replaces an earlier draw of that round."""

    round: int
    pairs: tuple[Pair, ...]
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Undrawn(TournamentFact):
    """That round of a Swiss tournament and all later ones are drawn again."""

    round: int


@dataclass(frozen=True, slots=True)
class Called(TournamentFact):
    """A match was called to the table; the next game of these players belongs to it.

    ``after`` is the number of the game that was open then, None without one.
    """

    match: str
    players: Pair
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Begun(TournamentFact):
    """A game of a match was begun, under that number in the journal."""

    match: str
    players: Pair
    game: int


@dataclass(frozen=True, slots=True)
class Counted(TournamentFact):
    """The result of a finished game, as its log had it then: the winner, None for a tie. A later one replaces it."""

    match: str
    players: Pair
    game: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class Declined(TournamentFact):
    """The log of a game says now that ``winner`` won, and the result is kept as it was counted."""

    game: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class Pinned(TournamentFact):
    """A match is kept as these players played it, although the matches before it have other results now."""

    match: str
    players: Pair


@dataclass(frozen=True, slots=True)
class WalkedOver(TournamentFact):
    """``winner`` won that match without playing."""

    match: str
    players: Pair
    winner: str


@dataclass(frozen=True, slots=True)
class Postponed(TournamentFact):
    """That match is played later."""

    match: str


@dataclass(frozen=True, slots=True)
class Withdrew(TournamentFact):
    """A player left the tournament. Matches played count; the opponents win the others."""

    player: str


@dataclass(frozen=True, slots=True)
class Returned(TournamentFact):
    """A player who left is back."""

    player: str


@dataclass(frozen=True, slots=True)
class Cancelled(TournamentFact):
    """The tournament was ended before its time."""


@dataclass(frozen=True, slots=True)
class Reopened(TournamentFact):
    """A cancelled tournament goes on."""


@dataclass(frozen=True, slots=True)
class Planned(TournamentFact):
    """Players sign up. A match that has not begun so many ``minutes`` after its call is not played; 0: it waits.

    ``season`` is the name of the season, "" without one. Of it the ``best`` nights of each player count, 0: all.
    """

    format: Format
    preset: str
    best_of: int = 1
    minutes: int = 5
    season: str = ""
    best: int = 0


@dataclass(frozen=True, slots=True)
class Entered(TournamentFact):
    """A player signed up, or is here with another phone. ``key`` is the hash of the phone's key, "" without a phone."""

    player: str
    emblem: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class There(TournamentFact):
    """A player's phone says that the player is at the table to which the match was called."""

    match: str
    player: str


@dataclass(frozen=True, slots=True)
class Revoked(TournamentFact):
    """The fact of that number holds no longer."""

    number: int


def most_rounds(players: int) -> int:
    """Return the largest number of Swiss rounds in which nobody needs to meet anybody twice."""
    return players - 1 if players % 2 == 0 else players


def usual_rounds(players: int) -> int:
    """Return the number of Swiss rounds after which at most one player has won all matches: log2, rounded up."""
    return max(1, (players - 1).bit_length())


KINDS: Mapping[str, type[TournamentFact]] = {
    "opened": Opened,
    "drawn": Drawn,
    "undrawn": Undrawn,
    "called": Called,
    "begun": Begun,
    "counted": Counted,
    "declined": Declined,
    "pinned": Pinned,
    "walked_over": WalkedOver,
    "postponed": Postponed,
    "withdrew": Withdrew,
    "returned": Returned,
    "cancelled": Cancelled,
    "reopened": Reopened,
    "planned": Planned,
    "entered": Entered,
    "there": There,
    "revoked": Revoked,
}
"""The facts by their names in JSON."""


def as_json(fact: TournamentFact) -> dict[str, Any]:
    return {"fact": next(name for name, kind in KINDS.items() if type(fact) is kind)} | {
        one.name: plain(getattr(fact, one.name)) for one in fields(fact)
    }


def facts_from(rows: object) -> tuple[TournamentFact, ...]:
    """Return the facts of JSON objects. Raises :class:`~engine.errors.BadLog` for anything else."""
    if not isinstance(rows, Iterable):
        raise BadLog("a tournament must be a list of facts")
    try:
        return tuple(value_of(KINDS[row["fact"]], {k: v for k, v in row.items() if k != "fact"}) for row in rows)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"not the facts of a tournament: {error!r:.100}") from None
