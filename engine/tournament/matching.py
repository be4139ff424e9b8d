"""Largest matchings of a graph: pairs of neighbours, each vertex in one at most.

Edmonds' blossom algorithm (J. Edmonds, Paths, trees, and flowers, 1965), in the form that contracts blossoms by their
bases, O(n³): for the 32 vertices of a tournament well below a millisecond for each augmenting path.
"""

from collections import deque
from collections.abc import Sequence

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
    """Exchange the edges along the path that ends there."""
    vertex = end
    while vertex != -1:
        before = parent[vertex]
        following = mate[before]
        mate[vertex], mate[before] = before, vertex
        vertex = following
