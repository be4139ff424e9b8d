"""How the log shows Midnight."""

from collections.abc import Sequence

from engine.games.midnight.rules import BEST
from engine.statistics.summaries import Account, LeaderboardRow
from web.catalogue import Words
from web.games.game_log import PlayerFigure, ScoreChart, TableColumn, share
from web.games.turns.log import SingleTurnLog, failed_bin, range_bins

RANGES = (4, 10, 13, 16, 19, 22, 24)


class MidnightLog(SingleTurnLog):
    """The log of Midnight."""

    kind = "midnight"

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return how often a player qualified, the mean score, and the best."""
        return (
            TableColumn(words.QUALIFYING, lambda row: share(row.tally.scored_share, words)),
            *super().board_columns(words),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return how often the player qualified, the mean score, the best, and the midnights."""
        tally = account.tally
        return (
            PlayerFigure(words.QUALIFYING, share(tally.scored_share, words), words.log_of_turns(tally.turns)),
            *super().figures(account, words),
            PlayerFigure(words.MIDNIGHTS, str(tally.feat_1)),
        )

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        if not account.scores:
            return None
        bins = (failed_bin(account.scores, words.NOT_QUALIFIED, words), *range_bins(account.scores, RANGES, BEST))
        return ScoreChart(words.GAME_SCORES, words.QUALIFYING_DESCRIBED, words.SCORE, bins)
