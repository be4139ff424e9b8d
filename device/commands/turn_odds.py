"""The odds for the command line: rules by name and ``key=value`` in, exact fractions of one turn out.

Those of Yahtzee, whose turns are worth what the rest of the card makes of them, are in
:mod:`device.commands.card_odds`, those of other games in :mod:`device.cli.figures`.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from device.errors import BadRulesNamed
from device.terminal import said
from engine import BadRules, Rules, rules_of
from engine.i18n import full_sentence, ngettext, number
from engine.i18n import gettext as _
from engine.ship.analysis.odds import BestChoice, Odds, best_chance, odds


def rules_named(preset: str, settings: Iterable[str]) -> Any:
    """Return the rules of that name with ``key=value`` settings. Raises :class:`BadRulesNamed` if they are invalid."""
    options: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise BadRulesNamed(_("“{setting}” sets nothing: write KEY=VALUE, as in dice=6.", setting=setting))
        options[key.strip()] = _value(value.strip())
    try:
        return rules_of(preset, options)
    except BadRules as error:
        raise BadRulesNamed(full_sentence(_("these rules can’t be played: {error}", error=error))) from None


def odds_as_json(rules: Rules, beat: int | None) -> dict[str, Any]:
    """The odds as fractions in lowest terms, ``"n/d"``.

    ``qualify``, ``expected_score`` and ``distribution`` are those of a player who plays for the highest mean score, as
    ``policy`` says for every throw that leaves a choice. ``qualify_at_best`` is the chance of one who plays for ship,
    captain and crew and nothing else, ``beat`` that of one who plays for more than so many points and nothing else.
    """
    found = odds(rules)
    answer: dict[str, Any] = {
        "qualify": _fraction(found.qualify),
        "expected_score": _fraction(found.expected_score),
        "distribution": {str(score): _fraction(chance) for score, chance in ({0: Fraction(0)} | found.scores).items()},
        "qualify_at_best": _fraction(found.most_likely),
        "policy": [_decision(one) for one in found.policy],
    }
    if beat is not None:
        answer["beat"] = _fraction(best_chance(rules, beat))
    return answer


def odds_in_words(rules: Rules, beat: int | None) -> str:
    """Return the odds as a small table in the language of the terminal."""
    found = odds(rules)
    rows = [
        (_("ship, captain and crew"), _percent(found.qualify), "%"),
        (_("mean score"), number(float(found.expected_score), 4), ""),
        *((str(score) if score else _("no score"), _percent(chance), "%") for score, chance in found.scores.items()),
    ]
    if beat is not None:
        rows.append((_("more than {score}", score=beat), _percent(best_chance(rules, beat)), "%"))
    wide = max(24, *(2 + len(said(name)) for name, *_rest in rows))
    lines = [f"{said(name):<{wide}}{said(figure):>8} {unit}".rstrip() for name, figure, unit in rows]
    return "\n".join([*lines, *map(said, _stays(found))])


def _stays(found: Odds) -> list[str]:
    """Return the cargo from which to stand, by rolls left, if that is the only decision."""
    lines: list[str] = []
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


def _value(written: str) -> object:
    """Return a value given as text. Lists and objects are parsed as JSON."""
    if written[:1] in ("[", "{"):
        try:
            return json.loads(written)
        except ValueError:
            pass
    return written


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _percent(chance: Fraction) -> str:
    return number(100 * float(chance), 4)
