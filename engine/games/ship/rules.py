"""One frozen set of rules for Ship, Captain, Crew, in which every variant is a value, and the named ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.errors import BadRules
from engine.game import Titles
from engine.i18n import gettext as _
from engine.spelling import within
from engine.values import MOST_DICE

Sequence = tuple[int, int, int]

SIX_FIVE_FOUR: Sequence = (6, 5, 4)
BOW_TO_STERN: Sequence = (1, 2, 3)
"""003: “1, 2, and 3 are the ship, captain and crew”: respectively, so they are held in this order."""
STERN_TO_BOW: Sequence = (3, 2, 1)
FOUR_FIVE_SIX: Sequence = (4, 5, 6)

Part = Literal["ship", "captain", "crew"]
PARTS: tuple[Part, Part, Part] = ("ship", "captain", "crew")
"""The three dice of a sequence, in the order in which they are held."""

Progress = Literal["commit", "switch", "both"]
CargoReroll = Literal["all", "each"]
Rolling = Literal["turns", "interleaved"]
MatchKind = Literal["single_round", "rounds", "hands", "total", "chips"]
FirstStarter = Literal["rolloff", "chosen"]
NextStarter = Literal["right", "winner", "same"]
Tie = Literal["allowed", "rolloff", "carry", "replay"]
NobodyQualifies = Literal["as_tie", "carry"]
StakesKind = Literal["none", "pot", "drinks"]
SideBet = Literal["qualify"]


@dataclass(frozen=True, slots=True)
class Match:
    """The length of a game: one round, ``count`` rounds with points added up, or until a player has won ``count``.

    ``rounds`` also have a winner each (000); of a kid-friendly ``total`` (001) only the sum matters. In ``chips`` each
    round has its pot, and the most chips win (004). With None for ``count`` there is no limit here: of chips until the
    number of rounds is set, of a total until the game that uses these rules decides.
    """

    kind: MatchKind = "single_round"
    count: int | None = 1


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a game. Where the first shooter of a round sets the ante (004), ``ante`` is None."""

    kind: StakesKind = "none"
    ante: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game of Ship, Captain, Crew.

    ``dice`` and ``rolls`` are those of one turn. Raises :class:`BadRules` where the values contradict each other.
    """

    name: str = "dice-game-depot"
    dice: int = 5
    rolls: int = 3
    sequences: tuple[Sequence, ...] = (SIX_FIVE_FOUR,)
    progress: Progress = "both"
    auto_hold: bool = True
    cargo_reroll: CargoReroll = "all"
    cargo_unhold: bool = True
    anchor_bonus: int = 0
    rolling: Rolling = "turns"
    match: Match = Match()
    first_starter: FirstStarter = "rolloff"
    next_starter: NextStarter = "right"
    tie: Tie = "rolloff"
    nobody_qualifies: NobodyQualifies = "as_tie"
    stakes: Stakes = Stakes()
    side_bets: frozenset[SideBet] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for key in ("dice", "rolls", "anchor_bonus"):
            within(key, getattr(self, key), *LIMITS[key])
        if self.match.count is not None:
            within("match", self.match.count, *LIMITS["match"])
        if self.stakes.ante is not None:
            within("ante", self.stakes.ante, *LIMITS["stakes"])
        if self.match.kind == "chips" and self.stakes.kind != "pot":
            raise BadRules(_("“match” is chips: it needs a pot, set “stakes” to pot"))
        if self.auto_hold and len(self.sequences) > 1:
            raise BadRules(_("“auto_hold” can’t be true with two sequences: the player chooses the dice to hold"))

    @property
    def sequence(self) -> Sequence:
        return self.sequences[0]

    @property
    def cargo_dice(self) -> int:
        return self.dice - 3

    def label(self, term: str) -> str:
        return self.labels.get(term) or TERMS.get(term) or term.replace("_", " ")


TERMS = {"ship": _("ship"), "captain": _("captain"), "crew": _("crew"), "cargo": _("cargo")}
"""The terms of the game, as sentences have them."""

MOST_ROUNDS = 1000
"""The largest number of rounds of a game."""

MOST_CHIPS = 1_000_000
"""The largest number of chips that can be staked at once."""

LIMITS: Mapping[str, tuple[int, int]] = {
    "dice": (5, MOST_DICE),
    "rolls": (1, 9),
    "anchor_bonus": (0, 1),
    "match": (1, MOST_ROUNDS),
    "stakes": (1, MOST_CHIPS),
}
"""The least and the most of each option that is a number, or has one."""


_PLAIN = Rules()

PRESETS: dict[str, Rules] = {
    "dice-game-depot": _PLAIN,
    "rounds": replace(_PLAIN, name="rounds", cargo_reroll="each", match=Match("rounds", 3), tie="allowed"),
    "all-about-dice": replace(
        _PLAIN,
        name="all-about-dice",
        rolls=5,
        rolling="interleaved",
        match=Match("hands", 2),
        first_starter="chosen",
        tie="replay",
    ),
    "bar-pot": replace(_PLAIN, name="bar-pot", tie="carry", nobody_qualifies="carry", stakes=Stakes("pot")),
}
"""Presets by name.

- ``dice-game-depot`` (003): five dice, three rolls, both cargo dice thrown again or none, those who tie roll off.
- ``rounds`` (000): cargo dice held one by one, points add up over the rounds, ties allowed.
- ``all-about-dice`` (001): five rolls, roll by roll, first to two hands; a tied hand is played again. All throw the
  first roll at once, so that no roll decides who starts.
- ``bar-pot`` (004): the first shooter sets the ante; a tie leaves the pot, and all ante again.
"""

TITLES: Titles = {
    "dice-game-depot": (
        _("Ship, Captain, Crew"),
        _("Classic: five dice, three rolls, re-roll both cargo dice or neither."),
    ),
    "rounds": (_("Three rounds"), _("Three rounds, keep cargo dice one at a time, scores add up.")),
    "all-about-dice": (_("Roll by roll"), _("Five rolls, everyone rolls in turn, first to win two hands.")),
    "bar-pot": (_("Bar pot"), _("Play for chips: the first player sets the ante, ties carry the pot over.")),
}
"""Titles and descriptions of the presets where a game is begun."""
