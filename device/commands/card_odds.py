"""Mean total of a whole card of Yahtzee for the command line, from the shipped table or computed."""

from collections.abc import Callable
from typing import Any

from device.errors import BadRulesNamed
from engine import Refused
from engine.yahtzee.analysis.advice import mean_total
from engine.yahtzee.card import Card
from engine.yahtzee.rules import Rules

WIDTH = 40
"""Characters of the progress bar."""


def mean_of_a_card(rules: Rules, beat: int | None, *, solve: bool, show: Callable[[Callable[[], str]], None]) -> float:
    """Return the mean total of one card played by these rules for the highest mean.

    The value comes from the shipped table. With ``solve`` it is computed, which takes about 15 seconds, and ``show`` is
    called with the progress. Raises :class:`BadRulesNamed` if the value is not available.
    """
    if beat is not None:
        raise BadRulesNamed("The chance to beat a score is that of one turn, not of a whole card: leave --beat out.")
    if solve:
        from engine.yahtzee.analysis.solving.solver import missing  # numpy is slow to load
        from engine.yahtzee.analysis.solving.solver import solve as solved

        values = solved(rules, lambda share: show(lambda: bar(share)))
        return float(values[missing(rules), 0, 0])
    try:
        return mean_total(rules, Card())
    except Refused:
        raise BadRulesNamed("There is a table for a preset’s own rules only: add --solve to solve these.") from None


def card_as_json(mean: float) -> dict[str, Any]:
    """Return the mean total in the command's JSON format."""
    return {"expected_score": mean}


def card_in_words(mean: float) -> str:
    """Return the mean total as a line of text."""
    return f"mean score of a card  {mean:.4f}"


def bar(share: float) -> str:
    """Return a progress bar for a share from 0 to 1."""
    done = round(WIDTH * share)
    return f"solving [{'#' * done}{' ' * (WIDTH - done)}] {share:4.0%}"
