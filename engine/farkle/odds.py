"""The figures of Farkle."""

from collections.abc import Mapping

from engine.farkle.plan import bust, for_points
from engine.farkle.rules import DICE, Rules
from engine.reports.odds_report import Figure


def odds(rules: Rules) -> Mapping[str, Figure]:
    """Return the chance of a farkle with one to six dice, and the highest mean of a turn of a player who has opened.

    The mean has the precision of a float.
    """
    return {
        "busts": [bust(rules.scores, dice) for dice in range(1, DICE + 1)],
        "expected_turn": for_points(rules.scores, 0).throw(DICE, 0),
    }
