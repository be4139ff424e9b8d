"""Swiss pairing: players of equal points meet, and nobody meets anybody twice unless that cannot be avoided.

After the Dutch system in short (FIDE Handbook C.04.3): within a group of equal points the upper half meets the lower
half in the order of rank; of an odd group one player floats down, who has floated least. A pair is taken only if the
players left can still be paired without a second meeting, which a largest matching decides
(:mod:`engine.tournament.matching`). So the number of second meetings is the smallest possible, and the time is bounded.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament.facts import Pair
from engine.tournament.matching import augment, largest


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player before a round: points in halves, meetings, how often they floated, and whether they sat out."""

    name: str
    points: int
    met: frozenset[str]
    floats: int = 0
    had_bye: bool = False


def pairs_of(ranked: Sequence[Entrant]) -> tuple[tuple[Pair, ...], str | None]:
    """Return the pairs of the next round, and who sits out. ``ranked`` are those present, the best first.

    Of an odd number the last one sits out who has not yet, and whose absence costs no second meeting.
    """
    playing, bye = list(ranked), None
    if len(playing) % 2:
        sits = _who_sits_out(playing)
        bye = sits.name
        playing.remove(sits)
    return tuple(_pairs(playing)), bye


def _who_sits_out(ranked: Sequence[Entrant]) -> Entrant:
    def unpaired(out: Entrant) -> int:
        return largest(_graph([one for one in ranked if one is not out])).count(-1)

    candidates = [one for one in reversed(ranked) if not one.had_bye] or list(reversed(ranked))
    fewest = candidates[0]
    least = unpaired(fewest)
    for one in candidates[1:]:
        if not least:
            break
        if (count := unpaired(one)) < least:
            fewest, least = one, count
    return fewest


def _pairs(playing: Sequence[Entrant]) -> list[Pair]:
    graph = _graph(playing)
    mate = largest(graph)
    again = [at for at, other in enumerate(mate) if other == -1]  # a second meeting cannot be avoided
    left = [at for at in range(len(playing)) if mate[at] != -1]
    found = list(zip(again[::2], again[1::2], strict=True))
    while left:
        first = left[0]
        for other in _candidates(playing, left):
            if other in graph[first] and (kept := _kept(graph, mate, left, first, other)):
                mate = kept
                break
        found.append((first, mate[first]))
        left = [at for at in left if at not in (first, mate[first])]
    return [(playing[a].name, playing[b].name) for a, b in sorted(found)]


def _graph(playing: Sequence[Entrant]) -> list[list[int]]:
    """Return by player those whom the player has not met."""
    return [[b for b, other in enumerate(playing) if other is not one and other.name not in one.met] for one in playing]


def _candidates(playing: Sequence[Entrant], left: Sequence[int]) -> list[int]:
    """Return the opponents of the first player who is left, the most suitable first."""
    first, *others = left
    group = [at for at in others if playing[at].points == playing[first].points]
    if not group:  # floats down: the best of the next group who has floated least
        return sorted(others, key=lambda at: (-playing[at].points, playing[at].floats, at))
    floater = None
    if len(group) % 2 == 0:
        floater = min(reversed(group), key=lambda at: playing[at].floats)
    paired = [at for at in group if at != floater]
    middle = len(paired) // 2
    near = sorted(range(len(paired)), key=lambda at: (abs(at - middle), -at))
    lower = [at for at in others if at not in group]
    lower.sort(key=lambda at: (-playing[at].points, playing[at].floats, at))
    return [*(paired[at] for at in near), *([] if floater is None else [floater]), *lower]


def _kept(graph: Sequence[Sequence[int]], mate: Sequence[int], left: Sequence[int], a: int, b: int) -> list[int] | None:
    """Return a perfect matching of those who are left with this pair in it, None if there is none."""
    found = list(mate)
    if found[a] == b:
        return found
    freed, other = found[a], found[b]
    found[freed] = found[other] = -1
    there = set(left) - {a, b}
    rest = [[at for at in graph[one] if at in there] if one in there else [] for one in range(len(graph))]
    if not augment(rest, found, freed):
        return None
    found[a], found[b] = b, a
    return found
