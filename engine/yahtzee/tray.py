"""The expected content of the tray for the next throw to count."""

from collections import Counter

from engine.tray import Expectation
from engine.yahtzee.play import why_not_kept
from engine.yahtzee.state import State


def expected_tray(state: State) -> Expectation:
    """Return the kept dice, the number to throw, and the others that may be kept: any, while a roll is left (Y2)."""
    turn = state.turn
    if turn is None or not state.rolls_left:
        return Expectation((), 0)
    loose = Counter(turn.dice) - Counter(turn.kept)
    return Expectation(turn.kept, state.must_roll, tuple(loose.elements()))


def why_not_held(state: State, face: int) -> str:
    """Return why a die of that face, beside those kept, may not be set aside now, as one sentence."""
    turn = state.turn
    if turn is None or not turn.rolls:
        return "Nothing lies there yet: throw first."
    if not state.rolls_left:
        return f"{turn.player} has no roll left: score the dice in a box."
    return why_not_kept(turn, face, turn.kept.count(face) + 1) or f"The {face} may be set aside."
