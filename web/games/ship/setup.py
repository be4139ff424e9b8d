"""How Ship, Captain, Crew is set up."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.games.ship.analysis.chances import odds
from engine.games.ship.options import SEQUENCES, TERMS
from engine.games.ship.rules import LIMITS, Match, Rules, Stakes
from engine.games.ship.ship_of_fools import NAME as SHIP_OF_FOOLS
from engine.games.ship.ship_of_fools import TITLES as TITLES_OF_FOOLS
from engine.i18n import gettext as _
from engine.i18n import pgettext
from web.catalogue import Words
from web.games.game_setup import QuickGame, RuleOption

QUICK = {5: 9, 6: 3}
"""Limits on dice and rolls for which the odds are computed during a request."""

SEQUENCE_TITLES: Mapping[str, str] = {"either": _("either")}
"""Titles of sequences; the others are their faces."""

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption("dice", "number", _("Dice"), _("More dice make it easier."), {}, *LIMITS["dice"]),
    RuleOption("rolls", "number", _("Rolls"), _("More rolls make it easier."), {}, *LIMITS["rolls"]),
    RuleOption(
        "sequences",
        "choice",
        _("Ship, captain, crew"),
        _("Which dice to find, in this order; either is easier."),
        {name: SEQUENCE_TITLES.get(name, name.replace("-", " ")) for name in SEQUENCES},
    ),
    RuleOption(
        "progress",
        "choice",
        _("With two sequences"),
        _("If both are allowed: stick with one, switch, or build both."),
        {"commit": _("stick with one"), "switch": _("switch"), "both": _("build both")},
        needs=("sequences", "either"),
    ),
    RuleOption("auto_hold", "flag", _("Auto-hold"), _("Ship, captain and crew are held automatically.")),
    RuleOption(
        "cargo_reroll",
        "choice",
        _("Re-rolling cargo"),
        _("Both dice, or one at a time (scores higher)."),
        {"all": _("both or neither"), "each": _("one at a time")},
    ),
    RuleOption(
        "cargo_unhold",
        "flag",
        _("Re-roll kept cargo"),
        _("Kept cargo can be rolled again."),
        needs=("cargo_reroll", "each"),
    ),
    RuleOption("anchor_bonus", "number", _("Early bonus"), _("+1 for each unused roll."), {}, *LIMITS["anchor_bonus"]),
    RuleOption(
        "rolling",
        "choice",
        _("Order of play"),
        _("Full turns, or one roll each around the table."),
        {"turns": _("full turns"), "interleaved": _("roll by roll")},
    ),
    RuleOption(
        "match",
        "choice",
        _("Match length"),
        _("One round, several rounds, first to a number of wins, or most chips."),
        {
            "single_round": _("one round"),
            "rounds(n)": _("rounds"),
            "hands(n)": _("hands to win"),
            "total(n)": _("rounds, total score"),
            "chips(n)": _("rounds, most chips"),
            "chips": _("most chips, until you stop"),
        },
        *LIMITS["match"],
    ),
    RuleOption(
        "first_starter",
        "choice",
        _("First round starts"),
        _("The highest total of three dice, or chosen."),
        {"rolloff": pgettext("option", "roll-off"), "chosen": _("chosen")},
    ),
    RuleOption(
        "next_starter",
        "choice",
        _("Next round starts"),
        _("The player to the right (last in turn order), the winner, or the same player."),
        {"right": _("player to the right"), "winner": _("winner"), "same": _("same player")},
    ),
    RuleOption(
        "tie",
        "choice",
        _("Ties"),
        _("Shared, rolled off, carried over, or replayed."),
        {
            "allowed": _("shared"),
            "rolloff": pgettext("option", "roll-off"),
            "carry": _("pot carries over"),
            "replay": _("replayed"),
        },
    ),
    RuleOption(
        "nobody_qualifies",
        "choice",
        _("If no one qualifies"),
        _("Counts as a tie, or the pot carries over."),
        {"as_tie": _("a tie"), "carry": _("pot carries over")},
    ),
    RuleOption(
        "stakes",
        "choice",
        _("Stakes"),
        _("None, drinks or chips. Most chips without stakes: ante 1."),
        {
            "none": _("none"),
            "drinks": _("drinks"),
            "pot(first_shooter)": _("pot, first player sets the ante"),
            "pot(n)": _("pot with fixed ante"),
        },
        *LIMITS["stakes"],
    ),
    RuleOption(
        "side_bets",
        "list",
        _("Side bets"),
        _("Before a turn, others can bet on a full crew."),
        {"qualify": _("on a full crew")},
        needs=("stakes", "pot"),
    ),
    RuleOption("labels", "words", choices=dict.fromkeys(TERMS, "")),
)


class ShipSetup:
    """Sets up Ship, Captain, Crew."""

    title = _("Ship, Captain, Crew")
    line = _("Find 6, 5 and 4 in order, then score the cargo.")
    symbol = "ship"
    dice: tuple[int, ...] = ()
    options = OPTIONS
    quick: tuple[QuickGame, ...] = (QuickGame(TITLES_OF_FOOLS[SHIP_OF_FOOLS][0], SHIP_OF_FOOLS),)

    def values(self, rules: Rules) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""
        written: dict[str, Any] = {option.key: getattr(rules, option.key) for option in OPTIONS}
        names = {sequences: name for name, sequences in SEQUENCES.items()}
        return written | {
            "sequences": names[rules.sequences],
            "match": _match(rules.match),
            "stakes": _stakes(rules.stakes),
            "side_bets": sorted(rules.side_bets),
            "labels": dict(rules.labels),
        }

    def odds(self, rules: Rules, usual: Rules, words: Words) -> str:
        """Return how often a turn qualifies and its mean score, or that the rules have no odds that are quick."""
        if rules.rolls > QUICK.get(rules.dice, 0):
            unknown: str = words.SHIP_NO_ODDS
            return unknown
        (qualify, mean), (usually, usual_mean) = _computed(rules), _computed(usual)
        said: str = words.ship_odds(
            words.percent(qualify), words.percent(usually), words.decimal(mean), words.decimal(usual_mean)
        )
        return said


@lru_cache(maxsize=32)
def _computed(rules: Rules) -> tuple[float, float]:
    found = odds(rules)
    return float(found.qualify), float(found.expected_score)


def _match(match: Match) -> str:
    return match.kind if match.kind == "single_round" or match.count is None else f"{match.kind}({match.count})"


def _stakes(stakes: Stakes) -> str:
    return f"pot({stakes.ante or 'first_shooter'})" if stakes.kind == "pot" else stakes.kind
