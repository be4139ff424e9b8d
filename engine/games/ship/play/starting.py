"""The roll-off for the start: each player rolls three dice, the highest total begins (003), ties roll again."""

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import Refused
from engine.events import Rolled
from engine.games.ship.play.rounds import begin_round
from engine.games.ship.state import STARTER_DICE, Start, State
from engine.i18n import gettext as _


def begin(state: State, players: Sequence[str], attempt: int = 1) -> State:
    """Begin a roll-off in which these players roll three dice each, in any order."""
    return replace(state, start=Start(dict.fromkeys(players), attempt))


def roll(state: State, event: Rolled) -> State:
    """Return the state after one of them has rolled. Raises :class:`Refused` for other players or numbers of dice."""
    start = state.start
    assert start is not None
    player = event.player or state.player
    assert player is not None
    if player not in start.thrown:
        raise Refused("not_your_turn", _("{player} doesn’t roll to start.", player=player))
    if start.thrown[player] is not None:
        raise Refused("not_your_turn", _("{player} has already rolled to start.", player=player))
    if len(event.dice) != STARTER_DICE:
        raise Refused(
            "wrong_number",
            _(
                "{player} rolls {starter_dice} dice to see who starts, not {dice}.",
                player=player,
                starter_dice=STARTER_DICE,
                dice=len(event.dice),
            ),
        )
    return decide(replace(state, start=replace(start, thrown={**start.thrown, player: event.dice})))


def decide(state: State) -> State:
    """Return the round begun by the player with the highest total, once all have rolled."""
    assert state.start is not None
    if len(state.start.thrown) < 2:
        return begin_round(state, next(iter(state.start.thrown), state.present[0]))
    totals = {name: sum(dice) for name, dice in state.start.thrown.items() if dice is not None}
    if len(totals) < len(state.start.thrown):
        return state
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) == 1:
        return begin_round(state, best[0])
    return begin(state, best, state.start.attempt + 1)
