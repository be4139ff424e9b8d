"""Queries on a state of any game. Each is passed to the game whose rules the state names."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from engine.errors import BadLog, BadRules
from engine.events import Event, Started
from engine.game import Game, game_of
from engine.values import Announcement, Expectation, GameOutcome


class NamedRules(Protocol):
    """Rules, with the fields that all games share."""

    @property
    def name(self) -> str:
        """The preset that the rules are, or are derived from."""


class AnyState(Protocol):
    """A state of any game, with the fields that all games share."""

    @property
    def rules(self) -> NamedRules:
        """The rules of the game."""

    @property
    def players(self) -> tuple[str, ...]:
        """All players of the game, in seat order, including those who left."""

    @property
    def player(self) -> str | None:
        """The player on turn, None once the game is over."""

    @property
    def winner(self) -> str | None:
        """The winner. None while the game is not decided, and where it is shared."""


S = TypeVar("S", bound=AnyState)


def rules_of(preset: str, options: Mapping[str, object]) -> Any:
    """Return the rules of that name with these options. Raises :class:`BadRules` with the mistake and a suggestion."""
    return game_of(preset).rules(preset, options)


def apply(state: S, event: Event) -> S:
    """Return the state after one more event. Raises :class:`~engine.Refused` if the rules do not allow it now."""
    after: S = _game(state).apply(state, event)
    return after


def legal_actions(state: AnyState) -> tuple[str, ...]:
    """Return the names of the actions that are allowed next; empty once the game is over."""
    return _game(state).legal_actions(state)


def outcome(state: AnyState) -> GameOutcome:
    """Return how the game stands, or how it ended."""
    return _game(state).outcome(state)


def expected_tray(state: AnyState) -> Expectation:
    """Return what must be set aside, and how many dice must be thrown; nothing when the game is over."""
    return _game(state).expected_tray(state)


def why_not_held(state: AnyState, face: int) -> str:
    """Return why a die of that face, beside those held, may not be set aside now, as one sentence."""
    return _game(state).why_not_held(state, face)


def announcements(before: S, after: S) -> tuple[Announcement, ...]:
    """Return the announcements of the step from one state to the next, in the order of speaking."""
    return _game(after).announcements(before, after)


def totals(state: AnyState) -> dict[str, int]:
    """Return the values that decide the game, by player: points, or hands won."""
    return _game(state).totals(state)


def next_game(state: AnyState) -> Started:
    """Return the start of the next game, with the players who are still present."""
    return _game(state).next_game(state)


def text(state: AnyState) -> str:
    """Return the state as one line of text, which begins with the name of its rules."""
    return _game(state).text(state)


def parse(line: str) -> Any:
    """Return the state that :func:`text` wrote. Raises :class:`BadLog` for any other line."""
    try:
        game = game_of(line.partition(" ")[0])
    except BadRules:
        raise BadLog(f"not a state in one line: {line[:80]!r}") from None
    return game.parse(line)


def _game(state: AnyState) -> Game:
    return game_of(state.rules.name)
