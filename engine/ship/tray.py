"""The expected content of the tray for the next throw to count."""

from collections import Counter

from engine.ship.play.holding import may_hold
from engine.ship.refusals import why_not_held as refusal
from engine.ship.state import State
from engine.tray import Expectation


def expected_tray(state: State) -> Expectation:
    """Return what must be set aside, and how many dice must be thrown; nothing when the game is over."""
    turn = state.turn
    if turn is None:
        return Expectation((), state.must_roll)
    return Expectation(turn.held + turn.kept, state.must_roll, may_hold(state.rules, turn))


def why_not_held(state: State, face: int) -> str:
    """Return why a die of that face, beside those held, may not be set aside now, as one sentence."""
    assert state.turn is not None
    if Counter(state.turn.loose)[face] and face in may_hold(state.rules, state.turn):
        return f"The {face} may be set aside."
    return refusal(state.rules, state.turn, face).why
