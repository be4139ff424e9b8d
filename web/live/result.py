"""The result of a finished game, what the archive knows about it, and who has won how often this evening."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from threading import Lock
from typing import Any

from engine import game_of, title_of, totals
from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext, number
from engine.statistics.player_names import PlayerNames
from engine.statistics.record import WinPoint
from table.games import has_rematch
from table.snapshot import Snapshot
from web.display_names import isolated, shown
from web.games import game_on_the_page
from web.games.page import GamePage
from web.history.charts import WinChart, win_chart
from web.history.evening_dates import latest_day, today
from web.history.view_model import luckiest_roll
from web.services.archive import Archive, Part, Record

AGAIN = 1.0
"""Seconds between two questions to the archive about a game that is not analysed yet."""

MOST_COSTS = 3
"""Players whose mistakes are listed, those that cost most first."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One line of the ranking. Players with equal results have the same place; ``first`` are the winners.

    ``rolloff`` is the player's result in the roll-off, None for one who was not in it.
    """

    place: int
    name: str
    score: str
    first: bool
    rolloff: str | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game: who won and by how much, the title of the rules, and all players, the best first."""

    title: str
    game: str
    ranking: tuple[RankedPlayer, ...]
    again: bool
    """Whether those who are there can play it once more."""


@dataclass(frozen=True, slots=True)
class GameReview:
    """What the archive knows about the game: its number, lines on luck and mistakes, and the chances to win by turns.

    ``waits``: more may follow.
    """

    number: int | None = None
    lines: tuple[str, ...] = ()
    waits: bool = False
    chart: WinChart | None = None


def result_of(snapshot: Snapshot) -> GameResult | None:
    """Return the result of the game, None while it is not over."""
    state = snapshot.state
    if not is_over(snapshot):
        return None
    points = totals(state)
    return GameResult(
        title=_title(state, points),
        game=title_of(state.rules.name)[0],
        ranking=tuple(_ranking(state)),
        again=has_rematch(state, snapshot.joining),
    )


def is_over(snapshot: Snapshot) -> bool:
    return bool(snapshot.state.phase == "over")


def _ranking(state: Any) -> list[RankedPlayer]:
    game = game_on_the_page(state)
    scores = game.scores(state)
    firsts, merits = _firsts(state), _merits(state)
    worth = {name: (name in firsts, merits[name]) for name in state.players}
    order = sorted(state.players, key=worth.__getitem__, reverse=True)
    places = {name: 1 + sum(worth[other] > worth[name] for other in order) for name in order}
    return [
        RankedPlayer(places[name], shown(name), scores[name], name in firsts, game.rolled_off(state, name))
        for name in order
    ]


def _merits(state: Any) -> dict[str, tuple[int, ...]]:
    return game_of(state.rules.name).merits(state)


def _firsts(state: Any) -> tuple[str, ...]:
    return (state.winner,) if state.winner is not None else tuple(state.tied)


def _title(state: Any, points: Mapping[str, int]) -> str:
    firsts = [isolated(name) for name in _firsts(state)]
    if len(points) == 1:
        [(name, total)] = points.items()
        return _("{name} has {total}", name=isolated(name), total=number(total))
    if state.winner is None:
        return _shared(firsts)
    game, name = game_on_the_page(state), firsts[0]
    counts = game.counts(state)
    by = points[state.winner] if counts == "lives" else _margin(state)
    if by < 1 or counts == "nothing":
        rolled_off = game.rolled_off(state, state.winner) is not None
        return _("{player} wins the roll-off", player=name) if rolled_off else _("{player} wins", player=name)
    match counts:
        case "lives":
            return ngettext("{name} wins with {count} life left", "{name} wins with {count} lives left", by, name=name)
        case "rounds":
            return ngettext("{name} wins by {count} round", "{name} wins by {count} rounds", by, name=name)
        case "hands":
            return ngettext("{name} wins by {count} hand", "{name} wins by {count} hands", by, name=name)
    return _("{name} wins by {by}", name=name, by=number(by))


def _shared(names: Sequence[str]) -> str:
    if not names:
        return _("The game is over")
    if len(names) > 3:
        return ngettext("{count} player ties for the win", "{count} players tie for the win", len(names))
    return _("{players} tie for the win", players=listed(names)) if names[1:] else _("{player} wins", player=names[0])


def _margin(state: Any) -> int:
    """Return by how much the winner leads; 0 where what ranks first decides, such as a roll-off."""
    merits = _merits(state)
    *first, best = merits[state.winner]
    *next_first, next_best = max(worth for name, worth in merits.items() if name != state.winner)
    return best - next_best if first == next_first else 0


class GameReviews:
    """Reads what the archive knows about the finished game. Thread-safe, and never waits for an analysis.

    ``draws`` is whether the chances to win are shown.
    """

    def __init__(
        self,
        archive: Archive,
        clock: Callable[[], float] = time.time,
        zone: tzinfo | None = None,
        again: float = AGAIN,
        draws: Callable[[], bool] = lambda: True,
    ) -> None:
        self._archive = archive
        self._clock = clock
        self._zone = zone
        self._again = again
        self._draws = draws
        self._lock = Lock()
        self._event: tuple[str, int, int] | None = None
        self._record: Record | None = None
        self._course: Sequence[WinPoint] = ()
        self._next = 0.0

    def of(self, snapshot: Snapshot) -> GameReview:
        """Return what is known now; nothing while the game goes on."""
        record = self._latest(snapshot) if is_over(snapshot) else None
        if record is None:
            return GameReview()
        lines = _lines(record.parts, game_on_the_page(snapshot.state))
        course = self._course if self._draws() else ()
        chart = win_chart(course, [shown(part.name) for part in record.parts])
        if chart and chart.says:
            lines.insert(0, chart.says)
        return GameReview(record.number, tuple(lines), waits=not record.looked_back, chart=chart)

    def _latest(self, snapshot: Snapshot) -> Record | None:
        event, now = snapshot.counted, time.monotonic()
        with self._lock:
            if event != self._event or (now >= self._next and not (self._record and self._record.looked_back)):
                self._event, self._next = event, now + self._again
                self._record = found = self._asked(snapshot)
                self._course = self._archive.win_course(found.number) if found and found.looked_back else ()
            return self._record

    def _asked(self, snapshot: Snapshot) -> Record | None:
        records, _many = self._archive.listed(0, 1, latest_day(self._clock(), self._zone))
        return next(
            (one for one in records if one.is_open and one.over and one.events == len(snapshot.log)),
            None,
        )


def _lines(parts: Sequence[Part], log: GamePage) -> list[str]:
    found = [(part.name, part.hindsight) for part in parts if part.hindsight]
    lucky = luckiest_roll(parts, log)
    lines = [lucky] if lucky else []
    if not any(seen.decisions for _name, seen in found):
        return lines
    # a cost that is shown as nothing is none
    least = 0.005 if log.luck_is_chance else 0.05
    costs = [(isolated(name), seen.cost) for name, seen in found if round(seen.cost, 6) >= least]
    costs.sort(key=lambda one: -one[1])
    lost = joined([joined((name, log.amount(cost))) for name, cost in costs[:MOST_COSTS]], ", ")
    if log.luck_is_chance:
        cost_said = _("Lost to mistakes: {players}", players=lost) if lost else _("Lost to mistakes: nothing")
    else:
        cost_said = (
            _("Points lost to mistakes: {players}", players=lost) if lost else _("Points lost to mistakes: none")
        )
    return [*lines, cost_said]


MOST_WINNERS = 5
"""Most names shown; the leaderboard has all of them."""

Won = tuple[tuple[str, int], ...]


class EveningScore:
    """Recomputed when the game has changed. Thread-safe."""

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.time, zone: tzinfo | None = None) -> None:
        self._archive = archive
        self._clock = clock
        self._zone = zone
        self._lock = Lock()
        self._latest: tuple[tuple[tuple[str, int, int], int, PlayerNames], Won] | None = None

    def won(self, snapshot: Snapshot) -> Won:
        """Return display names and games won, the most first; the game on the table counts once it is over."""
        evening = today(self._clock(), self._zone)
        moment = (snapshot.counted, evening, self._archive.player_names)
        with self._lock:
            if self._latest is None or self._latest[0] != moment:
                self._latest = moment, self._counted(snapshot, evening)
            return self._latest[1]

    def _counted(self, snapshot: Snapshot, evening: int) -> Won:
        won = Counter(self._archive.wins(evening))
        if snapshot.state.winner and (name := self._archive.player_names.called(snapshot.state.winner)):
            won[name] += 1
        most = sorted(won.items(), key=lambda line: (-line[1], line[0]))[:MOST_WINNERS]
        return tuple((shown(name), games) for name, games in most)
