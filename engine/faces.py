"""The faces of a die."""

from collections.abc import Iterable

from engine.errors import Refused

FACES = range(1, 7)


def check_faces(dice: Iterable[int]) -> None:
    """Check that all are faces of a die. Raises :class:`Refused` otherwise."""
    for die in dice:
        if die not in FACES:
            raise Refused("not_a_face", f"A die shows 1 to 6, not {die if abs(die) < 10**6 else 'that'}.")
