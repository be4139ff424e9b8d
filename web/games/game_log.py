"""How the log shows the games of one kind: sentences, columns of its tables, figures of a player, and charts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine import Event, game_of_kind
from engine.i18n import joined
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from web.catalogue import Words

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[Row]):
    """One column of a table: its heading, and what it shows of a row."""

    title: str
    cell: Callable[[Row], str]


@dataclass(frozen=True, slots=True)
class PlayerFigure:
    """One figure of a player; ``game`` is the number of the game that it links to."""

    title: str
    value: str
    note: str = ""
    game: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """How many turns scored so much. ``label`` stands below the bar, ``name`` in the table."""

    label: str
    name: str
    turns: int
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """The frequency of the scores of turns: title, description, the heading of the scores, and a bar for each bin."""

    title: str
    described: str
    heading: str
    bins: tuple[ScoreBin, ...]


@dataclass(frozen=True, slots=True)
class CourseTexts:
    """The texts of the chart of a game: its description, and the heading of the steps that it is drawn by."""

    described: str
    heading: str


class GameLog:
    """The log of one kind of game. A game overrides what is special to it."""

    kind: str

    weighs_winning = False
    """Whether the coach knows the chance to win that a decision costs."""

    luck_is_chance = False
    """Whether luck and costs are shares of 1 instead of points."""

    def __init__(self, kind: str = "") -> None:
        if kind:
            self.kind = kind

    # Sentences

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: Any, words: Words) -> str | None:  # noqa: ARG002
        """Describe an event of this game only, by the player of that name; None for any other event.

        ``dice`` are those of the event, None where they are drawn. ``state`` is the one after the event.
        """
        return None

    def player_of(self, event: Event) -> str | None:  # noqa: ARG002
        """Return the player who made that event of this game only, None for the player on turn."""
        return None

    def names_in(self, event: Event) -> Sequence[str]:  # noqa: ARG002
        """Return the players who are named in that event of this game only."""
        return ()

    def renamed(self, event: Event, called: Mapping[str, str]) -> Event:  # noqa: ARG002
        """Return that event of this game only with other names of players."""
        return event

    def ended(self, name: str, total: int, rules: Any, words: Words) -> str:  # noqa: ARG002
        """Return how a game ended that this player won with that total."""
        return str(words.log_won(name, total))

    # Tables and figures

    def part_columns(self, words: Words) -> Sequence[TableColumn[Part]]:  # noqa: ARG002
        """Return the columns of a game's result, beside names, totals, luck and costs."""
        return ()

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:  # noqa: ARG002
        """Return the columns of the leaderboard, beside wins and games."""
        return ()

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:  # noqa: ARG002
        """Return the figures of a player, beside games, wins, luck and costs."""
        return ()

    def luck_means(self, words: Words) -> str:
        """Return what luck and costs are."""
        return joined((words.LUCK_MEANS, words.TO_WIN_MEANS)) if self.weighs_winning else str(words.LUCK_MEANS)

    def amount(self, value: float, words: Words, places: int = 1) -> str:
        """Return luck or a cost in words."""
        return str(words.percent(value) if self.luck_is_chance else words.log_number(value, places))

    def signed_amount(self, value: float, words: Words) -> str:
        """Return luck in words, with its sign."""
        if self.luck_is_chance:
            return str(words.log_signed_percent(value))
        return str(words.log_signed(value))

    # Charts and drawings

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:  # noqa: ARG002
        """Return how often each score of a turn came, None where turns do not score by themselves."""
        return None

    def totals_described(self, words: Words) -> str:
        """Describe the line of a player's totals, game by game."""
        return str(words.SCORES_DESCRIBED)

    def progress(self, state: Any) -> Sequence[tuple[int, int]] | None:  # noqa: ARG002
        """Return by seat the number of steps that a player has finished, and the total; None without a course."""
        return None

    def course_texts(self, words: Words) -> CourseTexts:
        """Return the texts of the chart of a game."""
        return CourseTexts(words.COURSE_DESCRIBED, words.COURSE_STEP)

    def lying(self, state: Any) -> Sequence[tuple[int, bool]]:  # noqa: ARG002
        """Return the dice that lie there, and whether each stays; empty where the board draws them."""
        return ()

    # Shared by the games

    def name(self, words: Words) -> str:
        """Return what the game is called."""
        return str(words.told(game_of_kind(self.kind).title))

    def best(self, best: int | None, words: Words) -> str:
        """Return a player's best score."""
        return str(words.NOBODY if best is None else words.log_number(best))


def share(value: float | None, words: Words) -> str:
    """Return a share in percent; a dash for none."""
    return str(words.NOBODY if value is None else words.percent(value))


def mean(value: float | None, words: Words) -> str:
    """Return a mean with one decimal; a dash for none."""
    return str(words.NOBODY if value is None else words.log_number(value, 1))


def best_figure(title: str, account: Account, words: Words) -> PlayerFigure:
    """Return the figure of a player's best score, with the game in which it came first."""
    if account.best is None:
        return PlayerFigure(title, words.NOBODY)
    return PlayerFigure(title, str(account.best[0]), game=account.best[1])
