"""Counts the different turns through the public functions alone."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine import Held, Released, Rolled, State, apply, expected_tray, legal_actions


def throws(dice: int) -> Iterator[tuple[int, ...]]:
    """Return every throw of that many dice, regardless of order."""
    return combinations_with_replacement(range(1, 7), dice)


def decisions(state: State) -> Iterator[State]:
    """Yield the states with each choice of dice to set aside before the next throw."""
    seen, waiting = set(), [state]
    while waiting:
        now = waiting.pop()
        turn = now.turn
        if turn is None or turn.player != (state.turn.player if state.turn else None):
            continue
        left = (turn.held, tuple(sorted(turn.kept)))
        if left in seen:
            continue
        seen.add(left)
        yield now
        if "hold" in legal_actions(now):
            waiting += [apply(now, Held((face,))) for face in next_faces(now)]
        if "release" in legal_actions(now):
            waiting += [apply(now, Released((face,))) for face in set(turn.kept)]


def next_faces(state: State) -> set[int]:
    """Return the faces of which one die may be set aside now."""
    turn, faces = state.turn, set(expected_tray(state).may_hold)
    assert turn is not None
    if turn.qualified:
        return faces
    return {
        face
        for sequence in state.rules.sequences
        for place, face in enumerate(sequence)
        if face in faces and all(before in turn.held for before in sequence[:place])
    }


def histories(state: State, depth: int, known: dict[object, int] | None = None) -> int:
    """Return the number of sequences of throws and choices until the turn ends, or after ``depth`` throws."""
    known = {} if known is None else known
    turn = state.turn
    assert turn is not None
    key = (turn.held, tuple(sorted(turn.kept)), turn.taken, depth)
    if key not in known:
        known[key] = sum(
            _after(apply(state, Rolled(dice)), turn.player, depth - 1, known) for dice in throws(state.must_roll)
        )
    return known[key]


def _after(state: State, player: str, depth: int, known: dict[object, int]) -> int:
    if not depth or state.turn is None or state.turn.player != player:
        return 1
    stands = int("stop" in legal_actions(state))
    return stands + sum(histories(left, depth, known) for left in decisions(state) if "roll" in legal_actions(left))
