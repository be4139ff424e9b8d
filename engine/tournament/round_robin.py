"""Round robin by the circle method, which Berger tables write down: one player stays, the others turn.

Source: E. Lucas, Récréations mathématiques II (1883); FIDE Handbook C.05, annex 1 (Berger tables).
"""

from collections.abc import Sequence

from engine.tournament.facts import Pair


def rounds_of(players: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of each round. Everybody meets everybody once; of an odd number one sits out in each round."""
    seats: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for number in range(len(seats) - 1):
        half = len(seats) // 2
        facing = zip(seats[:half], reversed(seats[half:]), strict=True)
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        # who stays throws first in every other round only
        rounds.append(tuple((b, a) if number % 2 and at == 0 else (a, b) for at, (a, b) in enumerate(pairs)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)
