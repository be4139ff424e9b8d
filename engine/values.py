"""The values that all games share: the faces of a die, announcements, the expected tray, and advice."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.errors import Refused
from engine.i18n import gettext as _

FACES = range(1, 7)

Choice = TypeVar("Choice")


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement: the game's term, the player it is about, and its number (points, a face, chips)."""

    word: str
    player: str | None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """The dice that must be thrown, and those that must lie still, for the next throw to count.

    ``held`` are the faces that must remain set aside, ``throw`` is the number of dice to be thrown, and ``may_hold``
    are the faces among those that the player may set aside before.
    """

    held: tuple[int, ...]
    throw: int
    may_hold: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice(Generic[Choice]):
    """The choices of the player on turn for an aim, the best first."""

    aim: str
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The best choice."""
        return self.choices[0]


def check_faces(dice: Iterable[int]) -> None:
    """Check that all are faces of a die. Raises :class:`Refused` otherwise."""
    for die in dice:
        if die not in FACES:
            raise Refused("not_a_face", _("A die shows 1 to 6, not {die}.", die=die if abs(die) < 10**6 else _("that")))
