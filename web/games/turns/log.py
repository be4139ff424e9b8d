"""How the log shows games of turns: dice set aside, the scores of turns, and the totals turn by turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import Event, game_of_kind
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from engine.turns.state import TurnState
from web.catalogue import Words
from web.games.game_log import CourseTexts, GameLog, PlayerFigure, ScoreBin, TableColumn, best_figure, mean, share

State = TurnState[Any]

LONGEST = 8
"""Characters for which there is no room below a bar."""


class TurnLog(GameLog):
    """The log of a game of turns."""

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: State, words: Words) -> str | None:  # noqa: ARG002
        if type(event) not in game_of_kind(self.kind).events.values():
            return None
        return str(words.log_puts_aside(name, dice))


class BankingLog(TurnLog):
    """The log of a game in which a turn is banked or lost, and totals grow turn by turn."""

    def part_columns(self, words: Words) -> Sequence[TableColumn[Part]]:
        return (turns_column(words.TURNS, words),)

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return how often turns were banked, the mean of those, and the best."""
        return (
            TableColumn(words.TURNS_BANKED, lambda row: share(row.tally.scored_share, words)),
            TableColumn(words.MEAN_TURN, lambda row: mean(row.tally.mean_score, words)),
            TableColumn(words.BEST_TURN, lambda row: self.best(row.best, words)),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return how often turns were banked, the mean of those, and the best."""
        tally = account.tally
        return (
            PlayerFigure(words.TURNS_BANKED, share(tally.scored_share, words), words.log_of_turns(tally.turns)),
            PlayerFigure(words.MEAN_TURN, mean(tally.mean_score, words)),
            best_figure(words.BEST_TURN, account, words),
        )

    def progress(self, state: State) -> Sequence[tuple[int, int]] | None:
        turns = state.round - 1
        return [(turns + (name in state.scores), state.totals[name]) for name in state.players]

    def course_texts(self, words: Words) -> CourseTexts:
        """Return that the course goes from turn to turn."""
        return CourseTexts(words.TURNS_DESCRIBED, words.TURN)


class SingleTurnLog(TurnLog):
    """The log of a game of one turn each, whose total is the score."""

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        return (
            TableColumn(words.MEAN_SCORE, lambda row: mean(row.tally.mean_total, words)),
            TableColumn(words.BEST_SCORE, lambda row: self.best(row.best, words)),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        return (
            PlayerFigure(words.MEAN_SCORE, mean(account.tally.mean_total, words)),
            best_figure(words.BEST_SCORE, account, words),
        )


def turns_column(title: str, words: Words) -> TableColumn[Part]:
    """Return the column of the scores of all turns, with a dash for those that failed."""
    return TableColumn(title, lambda part: ", ".join(str(one or words.NOBODY) for one in part.scores))


def failed_bin(scores: Mapping[int, int], name: str, words: Words) -> ScoreBin:
    """Return the bin of the turns that failed."""
    return ScoreBin(words.NOBODY, name, scores.get(0, 0), failed=True)


def range_bins(scores: Mapping[int, int], starts: Sequence[int], most: int | None = None) -> Iterator[ScoreBin]:
    """Yield a bin for each range of scores that begins at one of these; the last one is open without a ``most``."""
    for first, beyond in zip(starts, (*starts[1:], None if most is None else most + 1), strict=True):
        turns = sum(many for score, many in scores.items() if score >= first and (beyond is None or score < beyond))
        last = None if beyond is None else beyond - 1
        label = f"{first}+" if last is None else str(first) if first == last else f"{first}–{last}"
        yield ScoreBin(label if len(label) < LONGEST else f"{first}+", label, turns)
