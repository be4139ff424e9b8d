"""How Yahtzee is set up."""

from collections.abc import Mapping
from typing import Any

from engine.games.yahtzee.rules import LIMITS, TERMS, Rules
from engine.i18n import gettext as _
from web.catalogue import Words
from web.games.game_setup import QuickGame, RuleOption
from web.games.yahtzee.messages import BOXES

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption("dice", "number", _("Dice"), _("More dice make it easier."), {}, *LIMITS["dice"]),
    RuleOption("rolls", "number", _("Rolls"), _("More rolls make it easier."), {}, *LIMITS["rolls"]),
    RuleOption("boxes", "list", _("Boxes"), _("Boxes on the card."), BOXES),
    RuleOption(
        "bonus_from",
        "number",
        _("Bonus at"),
        _("Upper-section points needed for the bonus of 35."),
        {},
        *LIMITS["bonus_from"],
    ),
    RuleOption("joker_on_zero", "flag", _("Joker after a zero"), _("Jokers still count after a zero in Yahtzee.")),
    RuleOption(
        "joker_scratches_upper",
        "flag",
        _("Scratch a joker"),
        _("A joker may be scored as 0 in an upper box."),
    ),
    RuleOption("labels", "words", choices=dict.fromkeys(TERMS, "")),
)


class YahtzeeSetup:
    """Sets up Yahtzee."""

    title = _("Yahtzee")
    line = _("Thirteen boxes, three rolls each. The best card wins.")
    symbol = ""
    dice: tuple[int, ...] = (5,)
    options = OPTIONS
    quick: tuple[QuickGame, ...] = ()

    def values(self, rules: Rules) -> Mapping[str, Any]:
        """Return the value of each option in these rules, as it is written."""
        written: dict[str, Any] = {option.key: getattr(rules, option.key) for option in OPTIONS}
        return written | {"boxes": list(rules.boxes), "labels": dict(rules.labels)}

    def odds(self, rules: Rules, usual: Rules, words: Words) -> str:  # noqa: ARG002
        """Return nothing: the mean of a card by changed rules takes too long to compute."""
        return ""
