"""What can be asked of a state, whatever the game: each question goes to the game whose rules are played."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.announcements import Announcement
from engine.errors import BadLog, BadRules
from engine.events import Event, Started
from engine.game import Game, game_of
from engine.tray import Expectation


class NamedRules(Protocol):
    """Rules, as far as all games have them."""

    @property
    def name(self) -> str:
        """The preset that they are, or are made of."""


class AnyState(Protocol):
    """A state of any game, as far as all games have it."""

    @property
    def rules(self) -> NamedRules:
        """What is played."""

    @property
    def players(self) -> tuple[str, ...]:
        """All who ever sat down, in the order of the seats."""

    @property
    def player(self) -> str | None:
        """Whose move it is, None once the game is over."""

    @property
    def winner(self) -> str | None:
        """Who has won, None while nobody has, and where the game is shared."""


S = TypeVar("S", bound=AnyState)


def rules_of(preset: str, options: Mapping[str, object]) -> Any:
    """The rules of that name with these options; :class:`BadRules` names what is wrong and what is meant instead."""
    return game_of(preset).rules(preset, options)


def apply(state: S, event: Event) -> S:
    """The state after one more event; :class:`~engine.Refused` if the rules do not allow it now."""
    after: S = _game(state).apply(state, event)
    return after


def legal_actions(state: AnyState) -> tuple[str, ...]:
    """The names of what may be done next; nothing once the game is over."""
    return _game(state).legal_actions(state)


def expected_tray(state: AnyState) -> Expectation:
    """What the player on turn must have set aside, and how many dice must be thrown; nothing when the game is over."""
    return _game(state).expected_tray(state)


def why_not_held(state: AnyState, face: int) -> str:
    """Why a die of that face, beside those held, may not be set aside now: one sentence."""
    return _game(state).why_not_held(state, face)


def announcements(before: S, after: S) -> tuple[Announcement, ...]:
    """What the step from one state to the next is called at the table, in the order in which it would be said."""
    return _game(after).announcements(before, after)


def totals(state: AnyState) -> dict[str, int]:
    """What decides the game, by player: points, or hands won."""
    return _game(state).totals(state)


def next_game(state: AnyState) -> Started:
    """The start of the game after this one, of those who are still there."""
    return _game(state).next_game(state)


def text(state: AnyState) -> str:
    """The state as one line of text, which begins with the name of its rules."""
    return _game(state).text(state)


def parse(line: str) -> Any:
    """The state that :func:`text` wrote; :class:`BadLog` for any other line."""
    try:
        game = game_of(line.partition(" ")[0])
    except BadRules:
        raise BadLog(f"not a state in one line: {line[:80]!r}") from None
    return game.parse(line)


def _game(state: AnyState) -> Game:
    return game_of(state.rules.name)
