"""All possible courses of one turn, found through the rules of the game, and the exact odds that come of them.

A throw is :func:`~engine.games.ship.play.turn.throw`, and the choices are what ``hold`` and ``release`` allow, so that
rules and chances cannot differ. Only cargo dice that are kept one by one are counted out here, for speed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from operator import floordiv, truediv
from typing import Any, Generic, TypeVar

from engine.games.ship.play.turn import Turn, hold, may_hold, may_release, release, throw
from engine.games.ship.rules import Rules
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.reports.odds_report import Figure, OddsAsked, OddsReport, OddsRow, in_json
from engine.values import FACES

Aside = tuple[tuple[int, ...], tuple[int, ...]]
"""The dice set aside while the others are thrown: of the sequence, and of the cargo."""

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class TurnOption:
    """An option after a throw: keep its cargo, or throw all dice that are not set aside.

    ``turn`` is the turn as it lies.

    ``cargo`` is 0 without ship, captain and crew.
    """

    turn: Turn
    cargo: int
    aside: Aside | None


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """The dice after a throw, all options for them, and the points for standing besides the cargo."""

    turn: Turn
    options: tuple[TurnOption, ...]
    bonus: int

    def score(self, option: TurnOption) -> int:
        """Return the score of the turn with that option, which must be to stand."""
        return option.cargo + self.bonus if option.cargo else 0


@dataclass(frozen=True, slots=True)
class Chances:
    """One turn as a graph, in layers from the first roll to the last.

    ``outcomes[n]`` are, for the dice set aside when the roll with that index (from 0) is thrown, the places in
    ``lying[n]`` that it can lead to, and the number of ways for each.
    """

    rules: Rules
    outcomes: list[dict[Aside, list[tuple[int, int]]]] = field(default_factory=list)
    lying: list[list[ThrownDice]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Solution(Generic[Number]):
    """The best play of a turn: the value and best option of each lying throw, and the mean of each set-aside."""

    worth: list[list[Number]]
    best: list[list[int]]
    mean: list[dict[Aside, Number]]

    def of(self, option: TurnOption, turn: Turn, worth: Callable[[int], Number]) -> Number:
        """Return the value of an option for a turn as it lies; ``worth`` is that of scores, as it was solved for."""
        if option.aside is None:
            return worth(option.cargo + turn.bonus if option.cargo else 0)
        return self.mean[turn.taken][option.aside]


NOTHING: Aside = ((), ())

MOST_COACHED = 8
"""The largest number of dice with advice and a review: the chances of more take too long during a game."""


def dice_to_throw(rules: Rules, aside: Aside) -> int:
    return rules.dice - len(aside[0]) - len(aside[1])


@cache
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every throw of that many dice, highest first, and its number of ways out of 6 ** dice."""
    return tuple(
        (faces, factorial(dice) // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(reversed(FACES), dice)
    )


@lru_cache(maxsize=4)
def chances(rules: Rules) -> Chances:
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
    """Return all options for dice as they lie: standing first, then those that throw the fewest dice."""
    if turn.over:
        return (TurnOption(turn, sum(turn.cargo), None),)
    stands: dict[int, TurnOption] = {}
    rolls: dict[Aside, TurnOption] = {}
    for way in _ways(rules, turn):
        if way.qualified and rules.cargo_reroll == "each":
            stand, *others = _cargo_options(rules, way)
            stands.setdefault(stand.cargo, stand)
            for one in others:
                assert one.aside is not None
                rolls.setdefault(one.aside, one)
            continue
        if way.qualified:
            stands.setdefault(sum(way.cargo), TurnOption(way, sum(way.cargo), None))
        aside = (way.held, tuple(sorted(way.kept)))
        if not way.over and dice_to_throw(rules, aside):
            rolls.setdefault(aside, TurnOption(way, 0, aside))
    return (*stands.values(), *sorted(rolls.values(), key=lambda one: -len(one.turn.held + one.turn.kept)))


def solve(graph: Chances, worth: Callable[[int], Number], divide: Callable[[Number, int], Number]) -> Solution[Number]:
    """Return the best play for these values of scores, where 0 is a turn without ship, captain and crew."""
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


def possible_scores(rules: Rules) -> range:
    return range(6 * rules.cargo_dice + rules.rolls + 1)


@lru_cache(maxsize=64)
def solved(rules: Rules, worths: tuple[float, ...]) -> Solution[float]:
    """Return the best play for these values of the :func:`possible_scores`."""
    return solve(chances(rules), worths.__getitem__, truediv)


def solved_for_points(rules: Rules) -> Solution[float]:
    return solved(rules, tuple(map(float, possible_scores(rules))))


def scores(
    graph: Chances,
    best: Sequence[Sequence[int]],
    whole: Number,
    divide: Callable[[Number, int], Number],
    begun: tuple[int, Aside] = (0, NOTHING),
) -> dict[int, Number]:
    """Return the chance of each score with that play. ``whole`` is certainty.

    ``begun`` are the rolls used so far, and the dice set aside for the next one.
    """
    found: dict[int, Number] = {}
    layer: dict[Aside, Number] = {begun[1]: whole}
    for roll, outcomes in enumerate(graph.outcomes[begun[0] :], begun[0]):
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
    """Return the results of a throw, as places in a layer that grows with them, and the number of ways for each.

    A turn in a layer is identified by its dice alone, not by the rolls that led to it. Where kept dice may be taken up
    again, they are like the others.
    """
    held, kept = aside
    stays = () if rules.cargo_unhold else kept
    qualified = any(sequence == held for sequence in rules.sequences)
    before = Turn("", ((),) * roll, held, kept, kept, qualified)
    found: Counter[int] = Counter()
    for dice, ways in throws(dice_to_throw(rules, aside)):
        turn = throw(rules, before, dice)
        loose = tuple(sorted(turn.loose, reverse=True))
        lies = Turn("", ((),), turn.held, loose, stays, turn.qualified, over=turn.over)
        found[places.setdefault(lies, len(places))] += ways
    return list(found.items())


def _cargo_options(rules: Rules, turn: Turn) -> tuple[TurnOption, ...]:
    """Return the options of a qualified turn whose cargo dice are kept one by one, without trying every order."""
    stays = () if rules.cargo_unhold else turn.kept
    free = sorted((Counter(turn.loose) - Counter(stays)).items(), reverse=True)
    chosen = (
        tuple(face for (face, _), many in zip(free, numbers, strict=True) for _ in range(many))
        for numbers in product(*(range(many, -1, -1) for _, many in free))
    )
    ways = sorted((stays + more for more in chosen), key=lambda kept: -len(kept))
    rolls = (
        TurnOption(replace(turn, kept=kept), 0, (turn.held, tuple(sorted(kept))))
        for kept in ways
        if len(kept) < len(turn.loose)
    )
    return (TurnOption(turn, sum(turn.cargo), None), *rolls)


def _ways(rules: Rules, turn: Turn) -> Iterator[Turn]:
    """Yield the turn as it lies, and every other way in which its dice can be set aside now.

    Where cargo dice are kept one by one, a qualified way stands for all of :func:`_cargo_options`.
    """
    seen: set[Aside] = set()
    waiting = [turn]
    while waiting:
        way = waiting.pop(0)
        key = (way.held, tuple(sorted(way.kept)))
        if key in seen:
            continue
        seen.add(key)
        yield way
        if way.over or (way.qualified and rules.cargo_reroll == "each"):
            continue
        faces = dict.fromkeys(may_hold(rules, way))
        waiting += [hold(rules, way, (face,)) for face in faces if way.qualified or _comes_next(rules, way, face)]
        waiting += [release(rules, way, (face,)) for face in dict.fromkeys(may_release(rules, way))]


def _comes_next(rules: Rules, turn: Turn, face: int) -> bool:
    sequence = next(one for one in rules.sequences if face in one)
    return all(before in turn.held for before in sequence[: sequence.index(face)])


@dataclass(frozen=True, slots=True)
class BestChoice:
    """The best action for dice as they lie: hold and release these, then stand or throw that many."""

    rolls_left: int
    turn: Turn
    hold: tuple[int, ...]
    release: tuple[int, ...]
    throw: int


@dataclass(frozen=True, slots=True)
class Odds:
    """One turn played for the highest mean score.

    ``scores`` are the chances of each score, 0 for no ship, captain and crew. ``qualify`` is the chance of these,
    ``most_likely`` that of a player with no other aim (the same where no dice are chosen before). ``policy`` is
    the best action wherever there is a choice.
    """

    qualify: Fraction
    expected_score: Fraction
    scores: dict[int, Fraction]
    most_likely: Fraction
    policy: tuple[BestChoice, ...]


def odds(rules: Rules) -> Odds:
    graph, whole = chances(rules), _whole(rules)
    solution = solve(graph, lambda score: score * whole, floordiv)
    found = scores(graph, solution.best, whole, floordiv)
    spread = {score: Fraction(weight, whole) for score, weight in found.items()}
    return Odds(
        qualify=1 - spread.get(0, Fraction(0)),
        expected_score=sum((score * chance for score, chance in spread.items()), Fraction(0)),
        scores=spread,
        most_likely=best_chance(rules, 0),
        policy=_policy(graph, solution.best),
    )


def best_chance(rules: Rules, beat: int) -> Fraction:
    """Return the highest chance to score more than ``beat``."""
    graph, whole = chances(rules), _whole(rules)
    solution = solve(graph, lambda score: whole if score > beat else 0, floordiv)
    return Fraction(solution.mean[0][NOTHING], whole)


def _whole(rules: Rules) -> int:
    """Return certainty as an integer that every throw of a turn divides, so that chances stay whole numbers."""
    return int(6 ** (rules.dice * rules.rolls))


def _policy(graph: Chances, best: list[list[int]]) -> tuple[BestChoice, ...]:
    decisions = []
    for roll, layer in enumerate(graph.lying):
        left = graph.rules.rolls - roll - 1
        for lying, choice in zip(layer, best[roll], strict=True):
            if len(lying.options) > 1:
                decisions.append(decided(graph.rules, lying.turn, lying.options[choice], left))
    return tuple(decisions)


def decided(rules: Rules, turn: Turn, option: TurnOption, rolls_left: int) -> BestChoice:
    way = option.turn
    before, after = Counter(turn.held + turn.kept), Counter(way.held + way.kept)
    throw = 0 if option.aside is None else rules.dice - len(way.held) - len(way.kept)
    if not throw and turn.qualified:
        return BestChoice(rolls_left, turn, (), (), 0)
    return BestChoice(rolls_left, turn, tuple((after - before).elements()), tuple((before - after).elements()), throw)


def odds_report(rules: Rules, asked: OddsAsked) -> OddsReport:
    """Return the odds of one turn.

    ``qualify``, ``expected_score`` and ``distribution`` are those of a player who plays for the highest mean score, as
    ``policy`` says for every throw that leaves a choice. ``qualify_at_best`` is the chance of one who plays for ship,
    captain and crew and nothing else, ``beat`` that of one who plays for more than so many points and nothing else.
    """
    found = odds(rules)
    rows = [
        OddsRow(_("ship, captain and crew"), found.qualify, is_chance=True),
        OddsRow(_("mean score"), found.expected_score),
        *(
            OddsRow(str(score) if score else _("no score"), chance, is_chance=True)
            for score, chance in found.scores.items()
        ),
    ]
    figures: dict[str, Any] = {
        "qualify": in_json(found.qualify),
        "expected_score": in_json(found.expected_score),
        "distribution": {str(score): in_json(chance) for score, chance in ({0: Fraction(0)} | found.scores).items()},
        "qualify_at_best": in_json(found.most_likely),
        "policy": [_decision(one) for one in found.policy],
    }
    if asked.beat is not None:
        beat = best_chance(rules, asked.beat)
        figures["beat"] = in_json(beat)
        rows.append(OddsRow(_("more than {score}", score=asked.beat), beat, is_chance=True))
    return OddsReport(figures, tuple(rows), tuple(_stays(found)))


def _stays(found: Odds) -> list[Text]:
    """Return the cargo from which to stand, by rolls left, if that is the only decision."""
    lines: list[Text] = []
    for left in sorted({one.rolls_left for one in found.policy}):
        made = [one for one in found.policy if one.rolls_left == left and one.turn.qualified]
        stands = [sum(one.turn.cargo) for one in made if not one.throw]
        rolls = [sum(one.turn.cargo) for one in made if one.throw]
        if stands and rolls and max(rolls) < min(stands):
            lines.append(
                ngettext(
                    "stand on {cargo} or more with {count} roll left",
                    "stand on {cargo} or more with {count} rolls left",
                    left,
                    cargo=min(stands),
                )
            )
    return lines


def _decision(one: BestChoice) -> dict[str, Any]:
    return {
        "rolls_left": one.rolls_left,
        "held": list(one.turn.held),
        "lies": list(one.turn.loose),
        "kept": list(one.turn.kept),
        "do": "roll" if one.throw else "stop",
        "hold": list(one.hold),
        "release": list(one.release),
        "throw": one.throw,
    }


def report_odds(rules: Rules) -> dict[str, Figure]:
    found = odds(rules)
    return {
        "qualify": found.qualify,
        "expected_score": found.expected_score,
        "distribution": {str(score): chance for score, chance in ({0: Fraction(0)} | found.scores).items()},
        "qualify_at_best": found.most_likely,
    }
