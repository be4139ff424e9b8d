"""The order of turns: rounds, roll-offs of those who tie, and the end of the game."""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.errors import Refused
from engine.events import Joined, Left, Renamed
from engine.i18n import gettext as _
from engine.players import check_joins, check_leaves, check_renames, clockwise, renamed
from engine.turns.state import NAMED, R, Result, Turn, TurnState
from engine.values import replace

Wait = Literal["mid_round", "mid_game"]
"""The codes of a refusal to join now: the round must be over first, or the game."""


def begin_round(state: TurnState[R], order: Sequence[str]) -> TurnState[R]:
    return replace(
        state,
        order=tuple(order),
        leg=0,
        up=0,
        turn=Turn(order[0]),
        scores={},
        results={},
        limit=None,
        tied=(),
    )


def next_round(state: TurnState[R], order: Sequence[str] | None = None) -> TurnState[R]:
    """Return the state with the next round begun: by these players, or all in the order of play from the starter."""
    return begin_round(replace(state, round=state.round + 1), order or order_from(state, state.starter))


def order_from(state: TurnState[R], starter: str) -> tuple[str, ...]:
    """Return the players who are present and not out, in the order of play, from that seat on."""
    playing = state.playing
    return tuple(name for name in clockwise(state.players, starter) if name in playing)


def after(state: TurnState[R], name: str) -> str:
    return clockwise(state.players, name)[1 % len(state.players)]


def roll_off(state: TurnState[R], names: Iterable[str]) -> TurnState[R]:
    tied = set(names)
    order = tuple(name for name in order_from(state, state.starter) if name in tied)
    return replace(state, order=order, leg=state.leg + 1, up=0, turn=Turn(order[0]), results={}, tied=order)


def following(state: TurnState[R]) -> int | None:
    """Return the index of the next player of this leg who is present, None after the last."""
    later = range(state.up + 1, len(state.order))
    return next((place for place in later if state.order[place] not in state.gone), None)


def done_and_later(state: TurnState[R]) -> tuple[dict[str, Result], list[str]]:
    """Return the results in this leg of the players who are present, and those whose turn is still to come."""
    here = [name for name in state.order if name not in state.gone]
    done = {name: state.results[name] for name in here if name in state.results}
    return done, [name for name in here if name not in done and name != state.player]


def end(state: TurnState[R], winners: Sequence[str]) -> TurnState[R]:
    """Return the game ended with one winner, or several who share it; none where a player alone has left."""
    alone = winners[0] if len(winners) == 1 else None
    return replace(state, turn=None, winner=alone, tied=() if alone else tuple(winners))


def join(state: TurnState[R], event: Joined, wait: Wait | None) -> TurnState[R]:
    """Return the state with a player more, or one who returns. Raises :class:`Refused` where the player must wait."""
    name = event.player
    check_joins(state.present, name)
    if wait == "mid_game":
        raise Refused(wait, _("{name} joins next game.", name=name))
    if wait:
        raise Refused(wait, _("{name} joins next round.", name=name))
    first = state.player
    assert first is not None
    back = name in state.players
    state = replace(state, players=state.players if back else (*state.players, name), gone=state.gone - {name})
    return begin_round(state, order_from(state, first))


def leave(state: TurnState[R], event: Left) -> TurnState[R]:
    check_leaves(state.present, event.player)
    return replace(state, gone=state.gone | {event.player}, last=None)


def rename(state: TurnState[R], event: Renamed) -> TurnState[R]:
    check_renames(state.players, event.player, event.name)
    after: TurnState[R] = renamed(replace(state, last=None), event.player, event.name, NAMED)
    return after
