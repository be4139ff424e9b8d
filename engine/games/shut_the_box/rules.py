"""The rules of Shut the box: tiles, the sets of them that a total may close, and what open ones count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from engine.events import Event
from engine.face import Option
from engine.game import Titles
from engine.i18n import Text, pgettext
from engine.i18n import gettext as _
from engine.turns.state import TIE, Turn, TurnRules

Tiles = tuple[int, ...]
"""Numbers of tiles, the highest first."""

SIX = 6
"""What one die can show."""


@dataclass(frozen=True, slots=True)
class Rules(TurnRules):
    """The rules of one game.

    ``one_die`` says when one die is thrown or may be, ``scores`` what open tiles count. The game lasts ``rounds``; with
    a ``limit`` it lasts until all but one have reached that total. ``outright``: who closes all tiles wins at once.
    """

    terms: ClassVar[Mapping[str, Text]] = {
        "shut": _("Shut the box"),
        "total": _("Total"),
        "rolloff": _("Roll-off"),
    }

    name: str = "shut-the-box"
    tiles: int = 9
    one_die: str = "six"
    scores: str = "sum"
    rounds: int = 1
    limit: int = 0
    outright: bool = True


OPTIONS = (
    Option("tiles", "number", _("Tiles"), _("From 1 to this number."), least=9, most=12),
    Option(
        "one_die",
        "choice",
        _("One die"),
        _("When one die is enough."),
        {
            "six": _("when 6 or less is left"),
            "high": _("when all tiles above 6 are down"),
            "never": pgettext("one die", "never"),
        },
    ),
    Option(
        "scores",
        "choice",
        pgettext("column", "Score"),
        _("What open tiles count."),
        {"sum": _("their sum"), "digits": _("read as one number"), "count": _("one each")},
    ),
    Option("rounds", "number", _("Rounds"), _("Turns for each player."), least=1, most=20),
    Option("limit", "number", _("Out at"), _("Points that put a player out. With 0 rounds decide."), most=500),
    Option("outright", "flag", _("Shutting wins"), _("Closing the last tile wins the game at once.")),
    TIE,
)

PRESETS = {"shut-the-box": Rules(), "shut-the-box-12": Rules("shut-the-box-12", tiles=12)}
TITLES: Titles = {
    "shut-the-box": (
        pgettext("name of a game", "Shut the box"),
        _("Close tiles that add up to your roll. The lowest rest wins."),
    ),
    "shut-the-box-12": (_("Shut the box, 12 tiles"), _("The same with three more tiles: hardly ever shut.")),
}


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """The player on turn closed these open tiles, which add up to the throw: “8+1”."""

    tiles: str

    @property
    def box(self) -> str:
        """The name of the pick, as recordings have it."""
        return self.tiles

    @property
    def dice(self) -> Tiles:
        """The tiles as numbers."""
        return tuple(int(tile) for tile in self.tiles.split("+") if tile.isdecimal())


@dataclass(frozen=True, slots=True)
class Switched(Event):
    """The player on turn throws one die instead of two, or two again."""


def name_of(tiles: Sequence[int]) -> str:
    return "+".join(map(str, tiles))


@cache
def sets(tiles: int) -> Mapping[int, tuple[Tiles, ...]]:
    """Return the sets of tiles by their total, of totals that dice can show: those of fewest tiles first."""
    found: dict[int, tuple[Tiles, ...]] = dict.fromkeys(range(1, 2 * SIX + 1), ())
    for many in range(1, tiles + 1):
        for some in combinations(range(tiles, 0, -1), many):
            if sum(some) in found:
                found[sum(some)] += (some,)
    return found


def left(rules: Rules, turn: Turn) -> Tiles:
    """Return the open tiles."""
    return tuple(tile for tile in range(rules.tiles, 0, -1) if tile not in turn.closed)


def closable(rules: Rules, turn: Turn, total: int) -> tuple[Tiles, ...]:
    """Return the sets of open tiles with that total."""
    return tuple(some for some in sets(rules.tiles)[total] if not set(some) & set(turn.closed))


def dice_for(rule: str, tiles: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of dice that may be thrown for these open tiles, the usual one first.

    One die for 6 or less is never worse than two.
    """
    if rule == "never":
        return (2,)
    if sum(tiles) <= SIX:
        return (1,)
    return (2, 1) if rule == "high" and max(tiles) <= SIX else (2,)


def worth(scores: str, tiles: Sequence[int]) -> int:
    """Return what these open tiles count. Read as one number, the lowest is its first digit."""
    match scores:
        case "count":
            return len(tiles)
        case "digits":
            return int("".join(map(str, sorted(tiles))) or "0")
    return sum(tiles)
