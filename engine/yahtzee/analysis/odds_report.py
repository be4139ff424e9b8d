"""The mean total of a whole card for the command line, from the shipped table or computed."""

from engine.errors import Refused
from engine.i18n import gettext as _
from engine.i18n import number
from engine.reports.odds_report import OddsAsked, OddsReport
from engine.yahtzee.analysis.advice import mean_total
from engine.yahtzee.card import Card
from engine.yahtzee.rules import Rules


def odds_report(rules: Rules, asked: OddsAsked) -> OddsReport:
    """Return the mean total of one card played by these rules for the highest mean.

    The value comes from the shipped table. To solve the rules takes about 15 seconds. Raises :class:`Refused` if the
    value is not available, and for the chance to beat a score.
    """
    if asked.beat is not None:
        raise Refused(
            "no_beat", _("The chance to beat a score is that of one turn, not of a whole card: leave --beat out.")
        )
    mean = _mean(rules, asked)
    return OddsReport({"expected_score": mean}, lines=(_("mean score of a card  {mean}", mean=number(mean, 4)),))


def _mean(rules: Rules, asked: OddsAsked) -> float:
    if asked.solve:
        from engine.yahtzee.analysis.solving.solver import missing, solve  # numpy is slow to load

        return float(solve(rules, asked.show)[missing(rules), 0, 0])
    try:
        return mean_total(rules, Card())
    except Refused:
        raise Refused(
            "no_table", _("There is a table for a preset’s own rules only: add --solve to solve these.")
        ) from None
