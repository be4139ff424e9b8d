"""What the tray must show for the next throw to count."""

from dataclasses import dataclass

from engine.state import PARTS, State


@dataclass(frozen=True, slots=True)
class Expectation:
    """``held`` are the faces that must still lie set aside, ``throw`` is the number of dice to be thrown."""

    held: tuple[int, ...]
    throw: int


def expected_tray(state: State) -> Expectation:
    """What the player on turn must have set aside, and how many dice must be thrown; nothing when the game is over."""
    return Expectation(state.turn.held if state.turn else (), state.must_roll)


def why_not_held(state: State, face: int) -> str:
    """Why a die of that face, beside those held, may not be set aside now: one sentence."""
    turn, sequence = state.turn, state.rules.sequence
    assert turn is not None
    if turn.qualified:
        return f"The {face} is cargo: cargo dice are thrown again together or not at all."
    if face in sequence[len(turn.held) + 1 :]:
        part = sequence.index(face)
        return f"The {face} is {PARTS[part]}: it needs the {PARTS[part - 1]} ({sequence[part - 1]}) first."
    if face in turn.held:
        return f"There is a {PARTS[sequence.index(face)]} already: the other {face} is thrown again."
    missing = len(turn.held)
    return f"The {face} is not the {PARTS[missing]} ({sequence[missing]}): it is thrown again."
