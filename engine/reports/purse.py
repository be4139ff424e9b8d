"""The purse: the chips and drinks that a game moves, and the ledger of them over the games of an evening."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Purse:
    """The chips that one person has won (negative: lost), and the drinks to be drunk. Empty ones are false."""

    chips: int = 0
    drinks: int = 0

    def __add__(self, other: "Purse") -> "Purse":
        return Purse(self.chips + other.chips, self.drinks + other.drinks)

    def __sub__(self, other: "Purse") -> "Purse":
        return Purse(self.chips - other.chips, self.drinks - other.drinks)

    def __bool__(self) -> bool:
        return bool(self.chips or self.drinks)


Purses = Mapping[str, Purse]
"""Purses by name. Those that are empty are left out."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """All purses were settled: those of games up to ``game``, and what that game had moved by then.

    ``clock`` is the time (seconds, Unix), None where it is unknown.
    """

    game: int = 0
    moved: Purses = field(default_factory=dict)
    clock: float | None = None


NEVER_SETTLED = Settlement()


def summed(purses: Iterable[Purses]) -> dict[str, Purse]:
    total: dict[str, Purse] = {}
    for some in purses:
        for name, purse in some.items():
            total[name] = total.get(name, Purse()) + purse
    return {name: purse for name, purse in total.items() if purse}


def without(purses: Purses, moved: Purses) -> dict[str, Purse]:
    """Return what is left of the purses after these were settled, without empty ones."""
    return summed((purses, {name: Purse() - purse for name, purse in moved.items()}))
