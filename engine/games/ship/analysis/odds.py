"""The exact odds of one turn: qualifying, the mean score, every score, the best play; and their report in words."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from operator import floordiv
from typing import Any

from engine.games.ship.analysis.chances import NOTHING, Chances, TurnOption, chances, scores, solve
from engine.games.ship.play.turn import Turn
from engine.games.ship.rules import Rules
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.reports.odds_report import OddsAsked, OddsReport, OddsRow, in_json


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
