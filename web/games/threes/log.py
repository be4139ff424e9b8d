"""How the log shows Threes."""

from engine.statistics.summaries import Account
from web.catalogue import Words
from web.games.game_log import ScoreChart
from web.games.turns.log import SingleTurnLog, range_bins

RANGES = (0, 1, 4, 7, 10, 13)


class ThreesLog(SingleTurnLog):
    """The log of Threes."""

    kind = "threes"

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        if not account.scores:
            return None
        bins = tuple(range_bins(account.scores, RANGES))
        return ScoreChart(words.GAME_SCORES, words.GAME_SCORES_DESCRIBED, words.SCORE, bins)
