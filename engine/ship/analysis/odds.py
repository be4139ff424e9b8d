"""The exact odds of one turn: qualifying, the mean score, every score, and the play with the highest mean."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from operator import floordiv

from engine.ship.analysis.chances import NOTHING, Chances, TurnOption, chances, scores, solve
from engine.ship.play.turn import Turn
from engine.ship.rules import Rules


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
    """Return the odds of one turn by these rules."""
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
    """Return an option as an action."""
    way = option.turn
    before, after = Counter(turn.held + turn.kept), Counter(way.held + way.kept)
    throw = 0 if option.aside is None else rules.dice - len(way.held) - len(way.kept)
    if not throw and turn.qualified:
        return BestChoice(rolls_left, turn, (), (), 0)
    return BestChoice(rolls_left, turn, tuple((after - before).elements()), tuple((before - after).elements()), throw)
