"""All that can become of one turn, found by asking the engine itself: every throw, and every choice after it.

Nothing here knows the rules: a throw is :func:`~engine.ship.play.holding.throw`, a choice is what ``hold`` and
``release`` allow, so that rules and chances cannot drift apart.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Generic, TypeVar

from engine.faces import FACES
from engine.ship.play.holding import hold, may_hold, may_release, release, throw
from engine.ship.play.turn import Turn
from engine.ship.rules import Rules

Aside = tuple[tuple[int, ...], tuple[int, ...]]
"""What is set aside when the other dice are taken up to be thrown: of the sequence, and of the cargo."""

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class TurnOption:
    """What can be done with a throw: keep its cargo, or take all up but what is set aside. ``turn`` is how it lies.

    ``cargo`` is 0 without ship, captain and crew.
    """

    turn: Turn
    cargo: int
    aside: Aside | None


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice as they lie after a throw, all that can be done with them, and what standing earns besides the cargo."""

    turn: Turn
    options: tuple[TurnOption, ...]
    bonus: int

    def score(self, option: TurnOption) -> int:
        """What the turn scores with that option, which must be to stand."""
        return option.cargo + self.bonus if option.cargo else 0


@dataclass(frozen=True, slots=True)
class Chances:
    """One turn as a graph, in layers from the first roll to the last.

    ``outcomes[n]`` are, for what is set aside when the roll with that index (from 0) is thrown, the places in
    ``lying[n]`` where it can come to lie and in how many ways each.
    """

    rules: Rules
    outcomes: list[dict[Aside, list[tuple[int, int]]]] = field(default_factory=list)
    lying: list[list[ThrownDice]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Solution(Generic[Number]):
    """The best that can be made of a turn: of each lying throw its worth and best option, of each aside its mean."""

    worth: list[list[Number]]
    best: list[list[int]]
    mean: list[dict[Aside, Number]]


NOTHING: Aside = ((), ())


def dice_to_throw(rules: Rules, aside: Aside) -> int:
    """How many dice are thrown beside those set aside."""
    return rules.dice - len(aside[0]) - len(aside[1])


@cache
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of so many dice, highest first, and in how many ways it comes: of 6 ** dice in all."""
    return tuple(
        (faces, factorial(dice) // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(reversed(FACES), dice)
    )


@lru_cache(maxsize=16)
def chances(rules: Rules) -> Chances:
    """The graph of a turn by these rules."""
    graph = Chances(rules)
    asides = {NOTHING}
    known: dict[Turn, tuple[TurnOption, ...]] = {}
    for roll in range(rules.rolls):
        places: dict[Turn, int] = {}
        graph.outcomes.append({aside: _outcomes(rules, roll, aside, places) for aside in sorted(asides)})
        for turn in places:
            if turn not in known:
                known[turn] = options(rules, turn)
        bonus = rules.anchor_bonus * (rules.rolls - roll - 1)
        graph.lying.append([ThrownDice(turn, known[turn], bonus) for turn in places])
        asides = {one.aside for lying in graph.lying[-1] for one in lying.options if one.aside is not None}
    return graph


def options(rules: Rules, turn: Turn) -> tuple[TurnOption, ...]:
    """All that can be done with dice as they lie; standing comes first, then what throws the fewest dice."""
    if turn.over:
        return (TurnOption(turn, sum(turn.cargo), None),)
    stands: dict[int, TurnOption] = {}
    rolls: dict[Aside, TurnOption] = {}
    for way in _ways(rules, turn):
        if way.qualified:
            stands.setdefault(sum(way.cargo), TurnOption(way, sum(way.cargo), None))
        aside = (way.held, tuple(sorted(way.kept)))
        if not way.over and dice_to_throw(rules, aside):
            rolls.setdefault(aside, TurnOption(way, 0, aside))
    return (*stands.values(), *sorted(rolls.values(), key=lambda one: -len(one.turn.held + one.turn.kept)))


def solve(graph: Chances, worth: Callable[[int], Number], divide: Callable[[Number, int], Number]) -> Solution[Number]:
    """The best play for whoever values a score so, 0 being a turn without ship, captain and crew."""
    rules, last = graph.rules, graph.rules.rolls - 1
    solution: Solution[Number] = Solution([[]] * rules.rolls, [[]] * rules.rolls, [{}] * rules.rolls)
    after: dict[Aside, Number] = {}
    for roll in range(last, -1, -1):
        values = [
            [worth(lying.score(one)) if one.aside is None else after[one.aside] for one in lying.options]
            for lying in graph.lying[roll]
        ]
        best = [max(row) for row in values]
        solution.best[roll] = [row.index(most) for row, most in zip(values, best, strict=True)]
        solution.worth[roll] = best
        after = {
            aside: divide(sum(ways * best[place] for place, ways in outcomes), 6 ** dice_to_throw(rules, aside))
            for aside, outcomes in graph.outcomes[roll].items()
        }
        solution.mean[roll] = after
    return solution


def scores(
    graph: Chances, best: Sequence[Sequence[int]], whole: Number, divide: Callable[[Number, int], Number]
) -> dict[int, Number]:
    """How likely each score is for whoever plays so, ``whole`` being certainty."""
    found: dict[int, Number] = {}
    layer: dict[Aside, Number] = {NOTHING: whole}
    for roll, outcomes in enumerate(graph.outcomes):
        lies: dict[int, Number] = {}
        for aside, weight in layer.items():
            of = 6 ** dice_to_throw(graph.rules, aside)
            for place, ways in outcomes[aside]:
                lies[place] = lies.get(place, 0) + divide(weight * ways, of)
        layer = {}
        for place, weight in lies.items():
            lying = graph.lying[roll][place]
            option = lying.options[best[roll][place]]
            if option.aside is None:
                score = lying.score(option)
                found[score] = found.get(score, 0) + weight
            else:
                layer[option.aside] = layer.get(option.aside, 0) + weight
    return dict(sorted(found.items()))


def _outcomes(rules: Rules, roll: int, aside: Aside, places: dict[Turn, int]) -> list[tuple[int, int]]:
    """Where a throw can come to lie, as places in a layer that grows with them, and in how many ways.

    A turn in a layer is told apart by its dice alone, not by the rolls that brought them.
    """
    held, kept = aside
    qualified = any(sequence == held for sequence in rules.sequences)
    before = Turn("", ((),) * roll, held, kept, kept, qualified)
    found: Counter[int] = Counter()
    for dice, ways in throws(dice_to_throw(rules, aside)):
        turn = throw(rules, before, dice)
        loose = tuple(sorted(turn.loose, reverse=True))
        lies = Turn("", ((),), turn.held, loose, turn.kept, turn.qualified, over=turn.over)
        found[places.setdefault(lies, len(places))] += ways
    return list(found.items())


def _ways(rules: Rules, turn: Turn) -> Iterator[Turn]:
    """The turn as it lies, and every other way in which its dice can be set aside now."""
    seen: set[Aside] = set()
    waiting = [turn]
    while waiting:
        way = waiting.pop(0)
        key = (way.held, tuple(sorted(way.kept)))
        if key in seen:
            continue
        seen.add(key)
        yield way
        if way.over:
            continue
        faces = dict.fromkeys(may_hold(rules, way))
        waiting += [hold(rules, way, (face,)) for face in faces if way.qualified or _comes_next(rules, way, face)]
        waiting += [release(rules, way, (face,)) for face in dict.fromkeys(may_release(rules, way))]


def _comes_next(rules: Rules, turn: Turn, face: int) -> bool:
    """Whether that die can be held by itself, without another first."""
    sequence = next(one for one in rules.sequences if face in one)
    return all(before in turn.held for before in sequence[: sequence.index(face)])
