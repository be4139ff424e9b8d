"""What the table must know of a game to run it: how its moves are made with dice and two buttons, and what is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine import Event, Expectation
from table.dice.layout import HoldMode

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that can be picked: a word that programs know, what is said of it, and what picking it means."""

    name: str
    words: str
    event: Event


class Rulebook(Protocol):
    """One game at the table. A state is that game's own."""

    def standstill(self, state: Any) -> tuple[str, str | None] | None:
        """Sentence and note where no throw is waited for (an ante, a box to pick, the end), else None."""
        ...

    def is_over(self, state: Any) -> bool:
        """Whether the game is over."""
        ...

    def next_game(self, state: Any) -> Event:
        """The start of the game after this one."""
        ...

    def player(self, state: Any) -> str:
        """Who throws."""
        ...

    def begun(self, state: Any) -> bool:
        """Whether the turn that is on has been thrown in."""
        ...

    def expected(self, state: Any) -> Expectation:
        """What must lie set aside, and how many dice must be thrown."""
        ...

    def choose(self, state: Any, aside: Faces) -> tuple[Event, ...]:
        """What it means that just these faces are set aside: dice held or taken up.

        Nothing where some are missing that must be held. Raises :class:`~engine.Refused` by the rule that forbids it.
        """
        ...

    def faces(self, state: Any) -> Faces:
        """The faces of all dice of the turn, as they lie by what was counted."""
        ...

    def kept(self, state: Any, gone: int) -> list[Faces]:
        """All that could be set aside where so many dice are, and nobody saw which."""
        ...

    def choices(self, state: Any) -> tuple[Pick, ...]:
        """What can be picked on the encoder now."""
        ...

    def stand(self, state: Any) -> tuple[Event, ...]:
        """What STAND means without a throw; :class:`~engine.Refused` where it means nothing."""
        ...

    def stand_after(self, state: Any) -> tuple[Event, ...]:
        """What STAND means besides the throw that has led to this state."""
        ...

    def to_throw(self, state: Any, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        """What the player does next."""
        ...

    def shown(self, state: Any, after: Any) -> str:
        """A throw lies there to be counted; ``after`` is the state as it would be then."""
        ...

    def why_not_held(self, state: Any, face: int) -> str | None:
        """Why a die of that face may not be set aside now."""
        ...
