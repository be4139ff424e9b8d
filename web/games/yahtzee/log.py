"""How the log shows Yahtzee."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine import Event, Kept, Scored
from engine.games.yahtzee.analysis.review import FEATS
from engine.games.yahtzee.state import State
from engine.statistics.player_totals import PlayerTotals, ratio
from engine.statistics.summaries import Account, LeaderboardRow
from web.catalogue import Words
from web.games.game_log import CourseTexts, GameLog, PlayerFigure, TableColumn, best_figure, mean, share
from web.games.yahtzee.names import called


class YahtzeeLog(GameLog):
    """The log of Yahtzee."""

    kind = "yahtzee"

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: Any, words: Words) -> str | None:
        match event:
            case Kept():
                return str(words.log_kept(name, dice))
            case Scored(box=box):
                return str(words.log_scored(name, called(state.rules, box, words)))
        return None

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return the mean total of full cards, and the best."""
        return (
            TableColumn(words.MEAN_SCORE, lambda row: mean(row.tally.mean_total, words)),
            TableColumn(words.BEST_SCORE, lambda row: self.best(row.best, words)),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return the mean total of full cards, the best, the bonuses, and the Yahtzees."""
        tally = account.tally
        return (
            PlayerFigure(words.MEAN_SCORE, mean(tally.mean_total, words)),
            best_figure(words.BEST_SCORE, account, words),
            PlayerFigure(words.BONUSES, share(ratio(_feat(tally, "upper_bonus"), tally.wholes), words)),
            PlayerFigure(words.YAHTZEES, str(_feat(tally, "yahtzee"))),
        )

    def totals_described(self, words: Words) -> str:
        return str(words.CARDS_DESCRIBED)

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        totals = state.totals
        return [(len(state.cards[name].boxes), totals[name]) for name in state.players]

    def course_texts(self, words: Words) -> CourseTexts:
        """Return that the course goes from box to box."""
        return CourseTexts(words.BOXES_DESCRIBED, words.BOX)

    def lying(self, state: State) -> Sequence[tuple[int, bool]]:
        turn = state.turn
        staying = Counter(turn.kept) if turn else Counter()
        lying = []
        for die in turn.dice if turn else ():
            lying.append((die, staying[die] > 0))
            staying[die] -= 1
        return lying


def _feat(tally: PlayerTotals, name: str) -> int:
    return tally.feats[FEATS.index(name)]
