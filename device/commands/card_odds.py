"""Mean total of a whole card of Yahtzee for the command line, from the shipped table or computed."""

from collections.abc import Callable
from typing import Any

from device.errors import BadRulesNamed
from device.terminal import said
from engine import Refused
from engine.i18n import gettext as _
from engine.i18n import number, percent
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
        raise BadRulesNamed(_("The chance to beat a score is that of one turn, not of a whole card: leave --beat out."))
    if solve:
        from engine.yahtzee.analysis.solving.solver import missing  # numpy is slow to load
        from engine.yahtzee.analysis.solving.solver import solve as solved

        values = solved(rules, lambda share: show(lambda: said(bar(share))))
        return float(values[missing(rules), 0, 0])
    try:
        return mean_total(rules, Card())
    except Refused:
        raise BadRulesNamed(_("There is a table for a preset’s own rules only: add --solve to solve these.")) from None


def card_as_json(mean: float) -> dict[str, Any]:
    """Return the mean total in the command's JSON format."""
    return {"expected_score": mean}


def card_in_words(mean: float) -> str:
    """Return the mean total as a line of text."""
    return _("mean score of a card  {mean}", mean=number(mean, 4))


def bar(share: float) -> str:
    """Return a progress bar for a share from 0 to 1."""
    done = round(WIDTH * share)
    return _("solving [{bar}] {share}", bar=f"{'#' * done}{' ' * (WIDTH - done)}", share=percent(share))
