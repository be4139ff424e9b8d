"""The order of turns, and the end of a game."""

from dataclasses import replace

from engine.players import clockwise
from engine.yahtzee.state import State, Turn


def next_turn(state: State) -> State:
    """Return the state with the next turn begun: that of the player with the fewest filled boxes, in seat order (Y-j).

    The order begins with the starter. Each player fills one box a round, and late or returning players catch up. Once
    no player present has an open box the highest total wins. Tied players share the game.
    """
    order = [name for name in clockwise(state.players, state.starter) if name not in state.gone]
    filled = {name: len(state.cards[name].boxes) for name in order}
    player = min(order, key=filled.__getitem__, default=None)
    if player is not None and filled[player] < len(state.rules.boxes):
        return replace(state, turn=Turn(player))
    totals = state.totals
    best = tuple(name for name in state.players if totals[name] == max(totals.values()))
    return replace(state, turn=None, winner=best[0] if len(best) == 1 else None, tied=best if len(best) > 1 else ())
