"""The odds of one turn for the command line: exact fractions, the policy, and a table in words."""

from fractions import Fraction
from typing import Any

from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.reports.odds_report import OddsAsked, OddsReport, OddsRow, in_json
from engine.ship.analysis.odds import BestChoice, Odds, best_chance, odds
from engine.ship.rules import Rules


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
