"""The values that all games share: the faces of a die, announcements, the expected tray, and advice."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar, cast

from engine.errors import Refused
from engine.i18n import gettext as _

FACES = range(1, 7)

MOST_DICE = 12
"""The most dice that a player of any game throws at once."""

RULES_KEPT = 8
"""The rules whose figures are kept: those asked for last. Each number of points to win makes other ones."""

Choice = TypeVar("Choice")
Given = ParamSpec("Given")
Result = TypeVar("Result")

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """Do what :func:`dataclasses.replace` does, in a fifth of the time: each event of a game copies its state."""
        return _copying(type(value), tuple(changes))(value, **changes)

    @lru_cache(maxsize=512)
    def _copying(kind, changed):
        """Return the function that copies a value with these fields changed, written out as dataclasses do it."""
        if "__slots__" not in vars(kind) or hasattr(kind, "__post_init__"):
            return dataclasses.replace
        names = dict.fromkeys([*(field.name for field in dataclasses.fields(kind)), *changed])
        known = {f"set_{name}": getattr(kind, name).__set__ for name in names} | {"kind": kind, "new": object.__new__}
        lines = [f"set_{name}(copy, {name if name in changed else f'value.{name}'})" for name in names]
        head = f"def copying(value, /, *, {', '.join(changed)}):" if changed else "def copying(value, /):"
        exec("\n    ".join([head, "copy = new(kind)", *lines, "return copy"]), known)
        return known["copying"]


def cached_by_rules(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Cache results as :func:`functools.cache` does, by rules, the first argument; only of ``RULES_KEPT`` of them."""

    @lru_cache(maxsize=RULES_KEPT)
    def cached_of(rules: Any) -> Callable[..., Result]:
        return cache(partial(cast(Callable[..., Result], function), rules))

    @wraps(function)
    def cached(*given: Given.args, **named: Given.kwargs) -> Result:
        return cached_of(given[0])(*given[1:], **named)

    return cached


class AnyState(Protocol):
    """A state of any game, with the fields that all games share.

    ``rules`` have the ``name`` of the preset that they are, or are derived from. ``players`` are all, in seat order,
    also those who left; ``present`` are the others. ``player`` is on turn, None once the game is over. Then ``winner``
    has won it, or those in ``tied`` share it.
    """

    @property
    def rules(self) -> Any: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def present(self) -> tuple[str, ...]: ...
    @property
    def player(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def tied(self) -> tuple[str, ...]: ...


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
class RoundOutcome:
    """How a round ended: each player's score (None: not qualified), who won it, and the chips in its pot."""

    scores: Mapping[str, int | None]
    winner: str | None
    pot: int = 0


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game stands, or how it ended.

    ``scores`` has each player whose turn has ended (None: not qualified). Once the game is ``over``, ``winner`` has
    won it, or those in ``tied`` share it. A game that has them gives also its ``rounds``, each player's ``chips``, the
    ``pot`` that it leaves, in hundredths as its scores then, and each player's ``card``: the points of each box that is
    filled.
    """

    over: bool
    scores: Mapping[str, int | None]
    winner: str | None = None
    tied: tuple[str, ...] = ()
    rounds: tuple[RoundOutcome, ...] = ()
    chips: Mapping[str, int] | None = None
    pot: int | None = None
    card: Mapping[str, Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class Advice(Generic[Choice]):
    """The choices of the player on turn for an aim, the best first; ``error`` is that of values by simulation."""

    aim: str
    choices: tuple[Choice, ...]
    error: float = 0.0

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def report(self, reported: Callable[[Choice], dict[str, object]]) -> dict[str, object]:
        """Return the advice in JSON types, each choice as ``reported`` returns it."""
        choices = list(map(reported, self.choices))
        error = {"error": self.error} if self.error else {}
        return {"aim": self.aim, "best": choices[0], "choices": choices, **error}


def check_faces(dice: Iterable[int]) -> None:
    """Check that all are faces of a die. Raises :class:`Refused` otherwise."""
    for die in dice:
        if die not in FACES:
            raise Refused("not_a_face", _("A die shows 1 to 6, not {die}.", die=die if abs(die) < 10**6 else _("that")))
