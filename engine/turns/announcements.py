"""The announcements of these games, derived from the states before and after an event."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from engine.players import comings_and_goings
from engine.turns.state import Turn, TurnState
from engine.values import Announcement


class Speaker(Protocol):
    """What a game says of its own turns."""

    def said(self, before: TurnState[Any], after: TurnState[Any], turn: Turn) -> Sequence[Announcement]:
        """Return the announcements of a finished turn."""

    def said_in_turn(self, before: Turn, after: Turn) -> Sequence[Announcement]:
        """Return the announcements of a move that does not end the turn."""

    def totals(self, state: TurnState[Any]) -> dict[str, int]:
        """Return the values that decide the game."""


def all_of(game: Speaker, before: TurnState[Any], after: TurnState[Any]) -> Iterator[Announcement]:
    """Yield the announcements of the step from one state to the next, in the order of speaking.

    Those of the turn by the game itself, ``joined``, ``left``, ``renamed``, ``rolloff`` for each player who throws in
    it, and ``won`` or ``shared`` with the totals.
    """
    if after.last is not None and after.last is not before.last:
        yield from game.said(before, after, after.last)
    elif before.turn and after.turn and before.turn.player == after.turn.player:
        yield from game.said_in_turn(before.turn, after.turn)
    yield from comings_and_goings(before, after)
    if after.phase == "rolloff" and (before.round, before.leg) != (after.round, after.leg):
        yield from (Announcement("rolloff", name) for name in after.order)
    if before.turn and not after.turn:
        totals = game.totals(after)
        if after.winner is not None:
            yield Announcement("won", after.winner, totals[after.winner])
        yield from (Announcement("shared", name, totals[name]) for name in after.tied)
