"""Whose turn it is, and how a game ends."""

from dataclasses import replace

from engine.players import clockwise
from engine.yahtzee.state import State, Turn


def next_turn(state: State) -> State:
    """The state with the next turn begun: of whoever has filled the fewest boxes, in the order of the table (Y-j).

    That begins with the starter. So everybody fills one box a round, and who comes late or back catches up. Once nobody
    who is there has an open box the highest total wins; those who tie share the game.
    """
    order = [name for name in clockwise(state.players, state.starter) if name not in state.gone]
    filled = {name: len(state.cards[name].boxes) for name in order}
    player = min(order, key=filled.__getitem__, default=None)
    if player is not None and filled[player] < len(state.rules.boxes):
        return replace(state, turn=Turn(player))
    totals = state.totals
    best = tuple(name for name in state.players if totals[name] == max(totals.values()))
    return replace(state, turn=None, winner=best[0] if len(best) == 1 else None, tied=best if len(best) > 1 else ())
