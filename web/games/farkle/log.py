"""How the log shows Farkle."""

from collections.abc import Sequence

from engine.statistics.summaries import Account
from web.catalogue import Words
from web.games.game_log import PlayerFigure, ScoreChart
from web.games.turns.log import BankingLog, failed_bin, range_bins

RANGES = (50, 300, 500, 1000, 2000)


class FarkleLog(BankingLog):
    """The log of Farkle."""

    kind = "farkle"

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return the figures of turns, and how often all dice came back."""
        return (*super().figures(account, words), PlayerFigure(words.HOT_DICE, str(account.tally.feat_1)))

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        if not account.scores:
            return None
        bins = (failed_bin(account.scores, words.TURN_LOST, words), *range_bins(account.scores, RANGES))
        return ScoreChart(words.TURN_SCORES, words.TURN_SCORES_DESCRIBED, words.POINTS, bins)
