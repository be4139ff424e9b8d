"""The base class of a game at the table: what dice, rail and two buttons mean in it, and its sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine import Announcement, Event, Refused, expected_tray, why_not_held
from engine.i18n import Text
from table.dice import HoldMode
from table.games import messages
from table.snapshot import Effect, Part
from vision import Die

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice on the encoder: a code for programs, its words, and the event of picking it."""

    name: str
    words: str
    event: Event


class Rulebook:
    """One game at the table. The type of a state is private to that game.

    A game overrides what is different in it; :meth:`choose`, :meth:`to_throw`, :meth:`shown` and :meth:`called` it
    always gives itself.
    """

    cheered: frozenset[str] = frozenset({"won"})
    """The announcements for which the buzzer cheers."""

    effects: Mapping[str, Effect] = {}
    """What sounds with its announcements, by their words. That of a win is the same in all games."""

    beside: tuple[type[Event], ...] = ()
    """The events of this game beside the dice: a throw that lies there may still be counted after them."""

    def is_over(self, state: Any) -> bool:
        return bool(state.phase == "over")

    def standstill(self, state: Any) -> str | None:
        """Return the sentence where no throw is expected (an ante, a box to pick, the end), else None."""
        return self.ended(state) if self.is_over(state) else None

    def ended(self, state: Any) -> str:
        """Return the sentence at the end."""
        raise NotImplementedError

    def begun(self, state: Any) -> bool:
        """Return whether a throw was made in the current turn."""
        raise NotImplementedError

    def dice(self, state: Any) -> int:
        """Return the number of dice of the turn: those that stay, and those to be thrown."""
        expected = expected_tray(state)
        return len(expected.held) + expected.throw

    def aside(self, state: Any) -> Faces:
        """Return the dice that are set aside."""
        return expected_tray(state).held

    def faces(self, state: Any) -> Faces:
        """Return the faces of all dice of the turn, as last counted."""
        raise NotImplementedError

    def choose(self, state: Any, aside: Faces, thrown: int) -> tuple[Event, ...]:
        """Return the events of setting aside exactly these faces while ``thrown`` others are thrown.

        Empty where faces are missing that must be held. Raises :class:`~engine.Refused` by the rule that forbids it.
        """
        raise NotImplementedError

    def kept(self, state: Any, gone: int) -> list[Faces]:
        """Return all possible holds of that many dice, for dice whose removal was not seen."""
        raise NotImplementedError

    def choices(self, _state: Any) -> tuple[Pick, ...]:
        """Return the choices on the encoder now."""
        return ()

    def steps(self, _state: Any) -> bool:
        """Return whether ROLL steps through the choices and STAND takes one, as nothing can be thrown before."""
        return False

    def stand(self, state: Any) -> tuple[Event, ...]:
        """Return the events of STAND without a throw. Raises :class:`~engine.Refused` where it means nothing."""
        raise NotImplementedError

    def stand_after(self, state: Any) -> tuple[Event, ...]:
        """Return the events of STAND after the throw that has led to this state."""
        raise NotImplementedError

    def to_throw(self, state: Any, hold: HoldMode, to_set_aside: Sequence[int], *, tray_is_clear: bool) -> str:
        """Return the sentence for the player's next action."""
        raise NotImplementedError

    def shown(self, state: Any, after: Any) -> str:
        """Return the sentence for a throw that can be counted; ``after`` is the state with the throw counted."""
        raise NotImplementedError

    def called(self, state: Any, said: Sequence[Announcement]) -> Text:
        """Return what is called after a confirmation that led to this state: the roll, and what is needed.

        ``said`` are its announcements; none after a correction. See :mod:`table.games.calls`.
        """
        raise NotImplementedError

    def why_not_held(self, state: Any, face: int) -> str | None:
        """Return why a die of that face may not be set aside now."""
        return why_not_held(state, face)

    def parts(self, _state: Any, _dice: Mapping[str, Die]) -> dict[str, Part]:
        """Return the signs of dice that are a part of something in this game, by the keys of the dice."""
        return {}


def parts_of(dice: Faces, many: int) -> list[Faces]:
    """Return every choice of so many of these dice, each set of faces once."""
    return sorted({tuple(sorted(faces)) for faces in combinations(dice, many)}) if many >= 0 else []


def nothing_thrown() -> Refused:
    return Refused("nothing_thrown", messages.NOTHING_THROWN)
