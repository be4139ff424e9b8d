"""What happened at the table between two snapshots, as the events of the entity “Roll”."""

from collections.abc import Iterator
from typing import Any

from device.link.home_assistant.entity_states import leader
from engine import Corrected, Event, Rolled, Undone, totals
from engine.game import game_of
from table.snapshot import Mode, Snapshot


def happenings(before: Snapshot, after: Snapshot) -> Iterator[dict[str, Any]]:
    """Yield what happened, each with its type, the score, the player and for a roll the dice."""
    new = new_events(before, after)
    is_same = _is_same_game(before, after)
    for event in new:
        if isinstance(event, Rolled):
            player = event.player or (before.state.player if is_same else None) or after.state.player
            yield _event("roll", after.state, player, dice=list(event.dice))
    if after.mode is Mode.UNSURE and (before.mode is not Mode.UNSURE):
        yield _event("unreadable", after.state, after.state.player)
    if not is_same or any(isinstance(event, Undone | Corrected) for event in new):
        return
    if new and before.state.player is not None and _place(before.state) != _place(after.state):
        yield _event("turn_over", after.state, before.state.player)
    if new and before.state.player is not None and after.state.player is None:
        yield _event("game_over", after.state, leader(after.state))


def new_events(before: Snapshot, after: Snapshot) -> tuple[Event, ...]:
    """Return the events of the game that the earlier snapshot does not have; all of them in another game."""
    return after.log[len(before.log) :] if _is_same_game(before, after) else after.log


def _is_same_game(before: Snapshot, after: Snapshot) -> bool:
    return len(after.log) >= len(before.log) and after.log[: len(before.log)] == before.log


def _place(state: Any) -> object:
    return game_of(state.rules.name).place(state)


def _event(kind: str, state: Any, player: str | None, **more: object) -> dict[str, Any]:
    score = None if player is None else totals(state).get(player)
    return {"event_type": kind, **more, "score": score, "player": player}
