"""How the log shows Ship, Captain, Crew."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import Anted, Bet, Event, Held, Passed, Released, RoundsSet
from engine.reports.figures import Part
from engine.statistics.summaries import Account, LeaderboardRow
from web.catalogue import Words
from web.games.game_log import (
    GameLog,
    PlayerFigure,
    ScoreBin,
    ScoreChart,
    TableColumn,
    best_figure,
    mean,
    share,
)

USUAL, MOST = 12, 99
"""The highest cargo that every chart shows, and that any chart shows."""


class ShipLog(GameLog):
    """The log of Ship, Captain, Crew."""

    kind = "ship_captain_crew"
    weighs_winning = True

    def told(self, event: Event, name: str, dice: Sequence[int] | None, state: Any, words: Words) -> str | None:  # noqa: ARG002
        """Describe a die held or released, a roll passed, the ante, and a bet."""
        match event:
            case Held():
                return str(words.log_held(name, dice))
            case Released():
                return str(words.log_released(name, dice))
            case Passed():
                return str(words.log_passed(name))
            case Anted(chips=chips):
                return str(words.log_anted(name, chips))
            case RoundsSet(rounds=rounds):
                return str(words.log_rounds(rounds))
            case Bet(on=on, chips=chips):
                return str(words.log_bet(name, chips, qualifies=on == "qualify"))
        return None

    def player_of(self, event: Event) -> str | None:
        return event.by if isinstance(event, Bet) else None

    def names_in(self, event: Event) -> Sequence[str]:
        return tuple(filter(None, (event.by, event.against))) if isinstance(event, Bet) else ()

    def renamed(self, event: Event, called: Mapping[str, str]) -> Event:
        if not isinstance(event, Bet):
            return event
        return replace(event, by=called[event.by], against=None if event.against is None else called[event.against])

    def part_columns(self, words: Words) -> Sequence[TableColumn[Part]]:
        return (TableColumn(words.CARGO, lambda part: ", ".join(str(one or words.NOBODY) for one in part.scores)),)

    def board_columns(self, words: Words) -> Sequence[TableColumn[LeaderboardRow]]:
        """Return how often a player qualified, the mean cargo, and the best."""
        return (
            TableColumn(words.QUALIFYING, lambda row: share(row.tally.scored_share, words)),
            TableColumn(words.MEAN_CARGO, lambda row: mean(row.tally.mean_score, words)),
            TableColumn(words.BEST_TURN, lambda row: self.best(row.best, words)),
        )

    def figures(self, account: Account, words: Words) -> Sequence[PlayerFigure]:
        """Return how often the player qualified, the mean cargo, and the best."""
        tally = account.tally
        return (
            PlayerFigure(words.QUALIFYING, share(tally.scored_share, words), words.log_of_turns(tally.turns)),
            PlayerFigure(words.MEAN_CARGO, mean(tally.mean_score, words)),
            best_figure(words.BEST_TURN, account, words),
        )

    def score_chart(self, account: Account, words: Words) -> ScoreChart | None:
        """Return the frequency of each cargo; 0 stands for none."""
        if not account.scores:
            return None
        return ScoreChart(words.CARGO_CHART, words.CARGO_DESCRIBED, words.CARGO, tuple(_bins(account.scores, words)))


def _bins(cargoes: Mapping[int, int], words: Words) -> Iterator[ScoreBin]:
    yield ScoreBin(words.NOBODY, words.NO_CARGO, cargoes.get(0, 0), failed=True)
    for cargo in range(2, min(max((USUAL, *cargoes)), MOST) + 1):
        yield ScoreBin(str(cargo), str(cargo), cargoes.get(cargo, 0))
