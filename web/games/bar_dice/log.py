"""How the log shows Bar dice."""

from collections.abc import Sequence

from engine import Event
from engine.games.bar_dice.rules import DICE, Kept, Rules
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from web.catalogue import Words
from web.games.game_log import CourseTexts, PlayerFigure, ScoreBin, ScoreChart, TableColumn, best_figure, mean
from web.games.turns.log import State, TurnLog, failed_bin, turns_column


class BarDiceLog(TurnLog):
    """The log of Bar dice. A hand scores its dice of a kind."""

    kind = "bar_dice"
    luck_is_chance = True

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: State, words: Words) -> str | None:  # noqa: ARG002
        return str(words.log_keeps(name, dice)) if isinstance(event, Kept) else None

    def ended(self, name: str, total: int, rules: Rules, words: Words) -> str:
        """Return how the game ended: with lives left, with rounds won, or with its only round."""
        match rules.match:
            case "lives":
                return str(words.log_lives_left(name, total))
            case "single":
                return str(words.log_won_the_round(name))
        return super().ended(name, total, rules, words)

    def part_columns(self, words: Words) -> Sequence[TableColumn[Part]]:
        return (turns_column(words.HANDS, words),)

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return the mean and the most of a kind."""
        return (
            TableColumn(words.MEAN_OF_A_KIND, lambda row: mean(row.tally.mean_score, words)),
            TableColumn(words.BEST_OF_A_KIND, lambda row: self.best(row.best, words)),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return the mean and the most of a kind, rounds won, and lives lost."""
        tally = account.tally
        return (
            PlayerFigure(words.MEAN_OF_A_KIND, mean(tally.mean_score, words), words.log_of_turns(tally.turns)),
            best_figure(words.BEST_OF_A_KIND, account, words),
            PlayerFigure(words.ROUNDS_WON, str(tally.feat_1)),
            PlayerFigure(words.LIVES_LOST, str(tally.feat_2)),
        )

    def luck_means(self, words: Words) -> str:
        return str(words.HAND_LUCK_MEANS)

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        """Return the frequency of each number of a kind."""
        if not account.scores:
            return None
        hands = (ScoreBin(str(many), str(many), account.scores.get(many, 0)) for many in range(1, DICE + 1))
        bins = (failed_bin(account.scores, words.NO_ACE, words), *hands)
        return ScoreChart(words.HANDS_CHART, words.HANDS_DESCRIBED, words.OF_A_KIND, bins)

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        """Return the number of rounds played, and the lives or the rounds won."""
        if state.rules.match == "single":
            return None
        rounds = state.round - (state.phase != "over")
        return [(rounds, state.totals[name]) for name in state.players]

    def course_texts(self, words: Words) -> CourseTexts:
        """Return that the course goes from round to round."""
        return CourseTexts(words.ROUNDS_DESCRIBED, words.ROUND)
