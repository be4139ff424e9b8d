"""How the log shows Pig."""

from engine.statistics.summaries import Account
from web.catalogue import Words
from web.games.game_log import ScoreChart
from web.games.turns.log import BankingLog, failed_bin, range_bins

RANGES = (1, 10, 20, 30, 40)


class PigLog(BankingLog):
    """The log of Pig."""

    kind = "pig"

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        if not account.scores:
            return None
        bins = (failed_bin(account.scores, words.TURN_LOST, words), *range_bins(account.scores, RANGES))
        return ScoreChart(words.TURN_SCORES, words.TURN_SCORES_DESCRIBED, words.POINTS, bins)
