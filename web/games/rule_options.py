"""The options of the rules: possible values, and the values of each preset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine import game_of
from engine.ship import options as ship
from engine.ship import rules as ship_rules
from engine.ship.rules import Match, Rules, Stakes
from engine.yahtzee import options as yahtzee
from engine.yahtzee.boxes import BOXES
from engine.yahtzee.rules import Rules as YahtzeeRules
from table.games import playable_presets, rules_of

Takes = Literal["number", "flag", "choice", "list", "words"]


@dataclass(frozen=True, slots=True)
class RuleOption:
    """One option: a ``number`` from ``least`` to ``most``, a ``flag``, a ``choice``, a ``list`` of them, or ``words``.

    In a choice ``(n)`` stands for a number from ``least`` to ``most``.
    """

    key: str
    takes: Takes
    choices: Sequence[str] = ()
    least: int = 0
    most: int = 0


MATCHES = ("single_round", "rounds(n)", "hands(n)", "total(n)", "chips(n)", "chips")

SHIP: tuple[RuleOption, ...] = (
    RuleOption("dice", "number", least=5, most=ship_rules.MOST_DICE),
    RuleOption("rolls", "number", least=1, most=9),
    RuleOption("sequences", "choice", tuple(ship.SEQUENCES)),
    RuleOption("progress", "choice", get_args(ship_rules.Progress)),
    RuleOption("auto_hold", "flag"),
    RuleOption("cargo_reroll", "choice", get_args(ship_rules.CargoReroll)),
    RuleOption("cargo_unhold", "flag"),
    RuleOption("anchor_bonus", "number", least=0, most=1),
    RuleOption("rolling", "choice", get_args(ship_rules.Rolling)),
    RuleOption("match", "choice", MATCHES, least=1, most=1000),
    RuleOption("first_starter", "choice", get_args(ship_rules.FirstStarter)),
    RuleOption("next_starter", "choice", get_args(ship_rules.NextStarter)),
    RuleOption("tie", "choice", get_args(ship_rules.Tie)),
    RuleOption("nobody_qualifies", "choice", get_args(ship_rules.NobodyQualifies)),
    RuleOption(
        "stakes", "choice", ("none", "drinks", "pot(first_shooter)", "pot(n)"), least=1, most=ship_rules.MOST_CHIPS
    ),
    RuleOption("side_bets", "list", get_args(ship_rules.SideBet)),
    RuleOption("labels", "words", ship.TERMS),
)
"""Those of Ship, Captain, Crew."""

YAHTZEE: tuple[RuleOption, ...] = (
    RuleOption("dice", "number", least=2, most=5),
    RuleOption("rolls", "number", least=1, most=9),
    RuleOption("boxes", "list", BOXES),
    RuleOption("bonus_from", "number", least=1, most=105),
    RuleOption("joker_on_zero", "flag"),
    RuleOption("joker_scratches_upper", "flag"),
    RuleOption("labels", "words", yahtzee.TERMS),
)
"""Those of Yahtzee."""

KINDS: Mapping[str, tuple[RuleOption, ...]] = {"ship_captain_crew": SHIP, "yahtzee": YAHTZEE}


def all_rules() -> dict[str, object]:
    """Return all presets that the table can play, and every option, as JSON."""
    return {
        "presets": [
            {"name": name, "kind": game_of(name).kind, "options": values_of(rules_of(name, {}))}
            for name in playable_presets()
        ],
        "options": {kind: [_told(option) for option in options] for kind, options in KINDS.items()},
    }


def options_of(rules: Any) -> tuple[RuleOption, ...]:
    """Return the options that these rules have."""
    game = game_of(rules.name)
    return tuple(option for option in KINDS[game.kind] if option.key in game.options)


def values_of(rules: Any) -> dict[str, Any]:
    """Return the value of each option in these rules, as it is written."""
    written = _ship_values(rules) if isinstance(rules, Rules) else _yahtzee_values(rules)
    return {option.key: written[option.key] for option in options_of(rules)}


def _ship_values(rules: Rules) -> dict[str, Any]:
    written: dict[str, Any] = {option.key: getattr(rules, option.key) for option in SHIP}
    names = {sequences: name for name, sequences in ship.SEQUENCES.items()}
    return written | {
        "sequences": names[rules.sequences],
        "match": _match(rules.match),
        "stakes": _stakes(rules.stakes),
        "side_bets": sorted(rules.side_bets),
        "labels": dict(rules.labels),
    }


def _yahtzee_values(rules: YahtzeeRules) -> dict[str, Any]:
    written: dict[str, Any] = {option.key: getattr(rules, option.key) for option in YAHTZEE}
    return written | {"boxes": list(rules.boxes), "labels": dict(rules.labels)}


def _told(option: RuleOption) -> dict[str, object]:
    told: dict[str, object] = {"key": option.key, "takes": option.takes}
    if option.choices:
        told["choices"] = list(option.choices)
    if option.most:
        told |= {"least": option.least, "most": option.most}
    return told


def _match(match: Match) -> str:
    return match.kind if match.kind == "single_round" or match.count is None else f"{match.kind}({match.count})"


def _stakes(stakes: Stakes) -> str:
    return f"pot({stakes.ante or 'first_shooter'})" if stakes.kind == "pot" else stakes.kind
