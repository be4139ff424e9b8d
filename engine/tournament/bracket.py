"""Knock-out brackets: single and double elimination, with byes for any number of players.

The seeds are placed so that the first two can only meet in the final, the first four only in the semifinals, and so on;
the byes of an incomplete bracket fall to the first seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Stage = Literal["main", "losers", "final"]
NOBODY = ""
"""The player of a place that stays empty."""


@dataclass(frozen=True, slots=True)
class PlayerSource:
    """Where a player of a match comes from: a seed, or the winner or the loser of another match.

    ``of`` is the seed's name, None while it is unknown, or the id of the match.
    """

    kind: Literal["seed", "winner", "loser"]
    of: str | None


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a bracket: its id, its round within its stage, and where its two players come from."""

    id: str
    stage: Stage
    round: int
    places: tuple[PlayerSource, PlayerSource]


CROSSINGS = {8: "R", 16: "HI", 32: "QRI"}
"""How the losers of each later round enter the losers' bracket, by its size: in the same order (I), reversed (R), with
the halves exchanged (H), or each half reversed (Q). Of all 5^(k-1) combinations these had the latest first rematch and
the fewest rematches in simulated tournaments: none before the losers' rounds 3, 4 and 5."""


def size_of(players: int) -> int:
    """Return the number of places in the first round: the next power of two."""
    return max(4, 1 << (players - 1).bit_length())


def seeding(size: int) -> tuple[int, ...]:
    """Return the seeds (from 0) in the order of the first round: 0, 7, 3, 4, 1, 6, 2, 5 of eight."""
    order = [0]
    while len(order) < size:
        whole = 2 * len(order) - 1
        order = [seed for one in order for seed in (one, whole - one)]
    return tuple(order)


def single(players: Sequence[str | None]) -> tuple[Node, ...]:
    return tuple(node for nodes in _main(players) for node in nodes)


def double(players: Sequence[str]) -> tuple[Node, ...]:
    """Return the matches of a double elimination: winners' and losers' bracket, the final, and its second match.

    The second match of the final (``F2``) is played if the winner of the losers' bracket wins the first.
    """
    main = _main(players)
    losers = _losers(main)
    final = Node("F1", "final", 1, (PlayerSource("winner", main[-1][0].id), PlayerSource("winner", losers[-1][0].id)))
    again = Node("F2", "final", 2, (PlayerSource("winner", "F1"), PlayerSource("loser", "F1")))
    played = list(main[0])
    for number, nodes in enumerate(main[1:], 2):
        played += [*losers[2 * number - 4], *nodes, *losers[2 * number - 3]]
    return (*played, final, again)


def _main(players: Sequence[str | None]) -> list[list[Node]]:
    size = size_of(len(players))
    named = (*players, *[NOBODY] * (size - len(players)))
    places = [PlayerSource("seed", named[seed]) for seed in seeding(size)]
    rounds: list[list[Node]] = []
    while len(places) > 1:
        number = len(rounds) + 1
        nodes = [
            Node(f"W{number}.{at}", "main", number, pair)
            for at, pair in enumerate(zip(places[::2], places[1::2], strict=True), 1)
        ]
        rounds.append(nodes)
        places = [PlayerSource("winner", node.id) for node in nodes]
    return rounds


def _losers(main: Sequence[Sequence[Node]]) -> list[list[Node]]:
    """Return the rounds of the losers' bracket: the losers of each round of the main one enter every other round."""
    size = 2 * len(main[0])
    crossings = CROSSINGS.get(size, "").ljust(len(main), "I")
    places = [PlayerSource("loser", node.id) for node in main[0]]
    rounds: list[list[Node]] = []

    def add(pairs: list[tuple[PlayerSource, PlayerSource]]) -> list[PlayerSource]:
        number = len(rounds) + 1
        nodes = [Node(f"L{number}.{at}", "losers", number, pair) for at, pair in enumerate(pairs, 1)]
        rounds.append(nodes)
        return [PlayerSource("winner", node.id) for node in nodes]

    for crossing, nodes in zip(crossings, main[1:], strict=False):
        places = add(list(zip(places[::2], places[1::2], strict=True)))
        entering = _crossed([PlayerSource("loser", node.id) for node in nodes], crossing)
        places = add(list(zip(places, entering, strict=True)))
    return rounds


def _crossed(places: list[PlayerSource], crossing: str) -> list[PlayerSource]:
    half = len(places) // 2
    match crossing:
        case "R":
            return places[::-1]
        case "H":
            return places[half:] + places[:half]
        case "Q":
            return places[:half][::-1] + places[half:][::-1]
    return places
