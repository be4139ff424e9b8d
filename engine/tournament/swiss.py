"""Swiss tournaments: pairing by largest matchings, and the draw of a round, of which some matches may be played.

Players of equal points meet, and none meet twice if it can be avoided. After the Dutch system in short (FIDE Handbook
C.04.3): within a group of equal points the upper half meets the lower half in the order of rank; of an odd group one
player floats down, who has floated least. A pair is taken only if the players left can still be paired without a second
meeting, which a largest matching decides. So the number of second meetings is the smallest possible, and the time is
bounded."""

from collections import Counter, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.tournament.course import TournamentCourse, TournamentMatch, course_of, drawn_rounds
from engine.tournament.facts import Drawn, Pair, TournamentFact
from engine.tournament.standings import points_in, standings

Matching = list[int]
"""By vertex its partner, -1 without one."""


def augment(neighbours: Sequence[Sequence[int]], mate: Matching, root: int) -> bool:
    """Enlarge the matching by an augmenting path from that free vertex. Return whether there is one."""
    count = len(neighbours)
    parent, base = [-1] * count, list(range(count))
    reached = [False] * count
    reached[root] = True
    waiting = deque([root])

    def common(a: int, b: int) -> int:
        """Return the base at which the paths of both vertices to the root meet."""
        passed = set()
        while True:
            a = base[a]
            passed.add(a)
            if mate[a] == -1:
                break
            a = parent[mate[a]]
        while base[b] not in passed:
            b = parent[mate[base[b]]]
        return base[b]

    def mark(vertex: int, top: int, child: int, blossom: set[int]) -> None:
        while base[vertex] != top:
            blossom |= {base[vertex], base[mate[vertex]]}
            parent[vertex] = child
            child = mate[vertex]
            vertex = parent[child]

    while waiting:
        vertex = waiting.popleft()
        for other in neighbours[vertex]:
            if base[vertex] == base[other] or mate[vertex] == other:
                continue
            if other == root or (mate[other] != -1 and parent[mate[other]] != -1):
                top, blossom = common(vertex, other), set[int]()
                mark(vertex, top, other, blossom)
                mark(other, top, vertex, blossom)
                for one in range(count):
                    if base[one] in blossom:
                        base[one] = top
                        if not reached[one]:
                            reached[one] = True
                            waiting.append(one)
            elif parent[other] == -1:
                parent[other] = vertex
                if mate[other] == -1:
                    _flip(parent, mate, other)
                    return True
                reached[mate[other]] = True
                waiting.append(mate[other])
    return False


def largest(neighbours: Sequence[Sequence[int]], mate: Matching | None = None) -> Matching:
    """Return a largest matching, enlarged from ``mate`` if it is given."""
    found = [-1] * len(neighbours) if mate is None else list(mate)
    for vertex in range(len(neighbours)):
        if found[vertex] == -1:
            augment(neighbours, found, vertex)
    return found


def _flip(parent: Sequence[int], mate: Matching, end: int) -> None:
    vertex = end
    while vertex != -1:
        before = parent[vertex]
        following = mate[before]
        mate[vertex], mate[before] = before, vertex
        vertex = following


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


def next_round(course: TournamentCourse) -> Drawn:
    """Return the draw of the next round. It is a fact to store: it is never computed again."""
    pairs, bye = pairs_of(_entrants(course, course.drawn + 1, course.left))
    return Drawn(course.drawn + 1, _turned(pairs, course.drawn), bye)


def drawn_again(facts: Sequence[TournamentFact], number: int, kept: Collection[Pair]) -> Drawn:
    """Return that round with its ``kept`` pairs as they are, and the other players paired again."""
    earlier = drawn_rounds(facts)[: number - 1]
    course = course_of([one for one in facts if not isinstance(one, Drawn)] + list(earlier))
    busy = {name for pair in kept for name in pair} | course.left
    pairs, bye = pairs_of(_entrants(course, number, busy))
    return Drawn(number, (*kept, *_turned(pairs, number - 1)), bye)


def _entrants(course: TournamentCourse, number: int, without: Collection[str]) -> list[Entrant]:
    before = [one for one in course.matches if one.round < number]
    floats = _floats(course, before)
    entrants = []
    for line in standings(course):
        if line.name in without:
            continue
        own = [one for one in before if line.name in one.players]
        met = frozenset(name for one in own for name in one.players if name and name != line.name)
        bye = any(one.how == "bye" for one in own)
        entrants.append(Entrant(line.name, line.points, met, floats[line.name], bye))
    return entrants


def _floats(course: TournamentCourse, before: Sequence[TournamentMatch]) -> Counter[str]:
    """Return how often each player met an opponent with other points."""
    points = Counter(dict.fromkeys(course.opened.players, 0))
    floats: Counter[str] = Counter()
    for _, matches in groupby(before, key=lambda one: one.round):
        played = list(matches)
        for one in played:
            if one.pair and points[one.pair[0]] != points[one.pair[1]]:
                floats.update(one.pair)
        for one in played:
            points.update({name: points_in(one, name) for name in one.players if name})
    return floats


def _turned(pairs: Sequence[Pair], number: int) -> tuple[Pair, ...]:
    """Return the pairs with the other player first in every other round: who is first throws first."""
    return tuple((b, a) if number % 2 else (a, b) for a, b in pairs)
