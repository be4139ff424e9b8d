"""The interface between the table and a game: the moves by dice and two buttons, and the sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine import Event, Expectation
from table.dice.layout import HoldMode

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice on the encoder: a code for programs, its words, and the event of picking it."""

    name: str
    words: str
    event: Event


class Rulebook(Protocol):
    """One game at the table. The type of a state is private to that game."""

    def standstill(self, state: Any) -> tuple[str, str | None] | None:
        """Return sentence and note where no throw is expected (an ante, a box to pick, the end), else None."""
        ...

    def is_over(self, state: Any) -> bool:
        """Return whether the game is over."""
        ...

    def next_game(self, state: Any) -> Event:
        """Return the start of the next game."""
        ...

    def player(self, state: Any) -> str:
        """Return the player who throws."""
        ...

    def begun(self, state: Any) -> bool:
        """Return whether a throw was made in the current turn."""
        ...

    def expected(self, state: Any) -> Expectation:
        """Return what must be set aside, and how many dice must be thrown."""
        ...

    def choose(self, state: Any, aside: Faces) -> tuple[Event, ...]:
        """Return the events of setting aside exactly these faces: dice held or taken up.

        Empty where faces are missing that must be held. Raises :class:`~engine.Refused` by the rule that forbids it.
        """
        ...

    def faces(self, state: Any) -> Faces:
        """Return the faces of all dice of the turn, as last counted."""
        ...

    def kept(self, state: Any, gone: int) -> list[Faces]:
        """Return all possible holds of that many dice, for dice whose removal was not seen."""
        ...

    def choices(self, state: Any) -> tuple[Pick, ...]:
        """Return the choices on the encoder now."""
        ...

    def stand(self, state: Any) -> tuple[Event, ...]:
        """Return the events of STAND without a throw. Raises :class:`~engine.Refused` where it means nothing."""
        ...

    def stand_after(self, state: Any) -> tuple[Event, ...]:
        """Return the events of STAND after the throw that has led to this state."""
        ...

    def to_throw(self, state: Any, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        """Return the sentence for the player's next action."""
        ...

    def shown(self, state: Any, after: Any) -> str:
        """Return the sentence for a throw that can be counted; ``after`` is the state with the throw counted."""
        ...

    def why_not_held(self, state: Any, face: int) -> str | None:
        """Return why a die of that face may not be set aside now."""
        ...
