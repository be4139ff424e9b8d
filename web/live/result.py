"""The result of a finished game, the turn that decided it, and who has won how often this evening."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import islice
from threading import Lock
from typing import Any

from engine import game_of, history_of, title_of, totals
from engine.i18n import gettext as _
from engine.i18n import joined, listed, ngettext, number
from engine.statistics.record import WinPoint, turning_point
from table.games import has_rematch
from table.snapshot import Snapshot
from web.display_names import isolated, shown
from web.games import game_on_the_page
from web.games.page import GamePage
from web.history.addresses import latest_day, today
from web.services.archive import Archive, Record

AGAIN = 1.0
"""Seconds between two questions to the archive about what it may have learned since."""

MOST_STEPS = 5
"""Most players on the podium; of more, only winners stand there, and of more winners, nobody."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One line of the ranking. Players with equal results have the same place; ``first`` are the winners.

    ``decided`` is what decided the game beside the score: the result in the roll-off, or the last hand. ``step`` is
    set for those who stand on the podium.
    """

    place: int
    name: str
    score: str
    first: bool
    decided: str
    step: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game: who won and by how much, the title of the rules, and all players, the best first."""

    title: str
    game: str
    ranking: tuple[RankedPlayer, ...]
    again: bool
    """Whether those who are there can play it once more."""
    beside: bool = False
    """Whether another game goes on after it."""


@dataclass(frozen=True, slots=True)
class GameReview:
    """What the archive knows about the game: its number, and the turn that decided it in a sentence.

    ``waits``: more may follow.
    """

    number: int | None = None
    turned: str = ""
    waits: bool = False


def result_of(snapshot: Snapshot) -> GameResult | None:
    """Return the result of the game, None while it is not over."""
    state = snapshot.state
    if not is_over(snapshot):
        return None
    points = totals(state)
    return GameResult(
        title=game_on_the_page(state).headline(state) or _title(state, points),
        game=title_of(state.rules.name)[0],
        ranking=tuple(_ranking(state)),
        again=has_rematch(state, snapshot.joining),
        beside=game_of(state.rules.name).is_beside,
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
    best = [name for name in order if places[name] <= 3 and (name in firsts or not game.has_failed(state, name))]
    steps = next((some for some in (best, firsts) if len(some) <= MOST_STEPS), ())
    return [
        RankedPlayer(
            places[name], shown(name), scores[name], name in firsts, _decided(game, state, name), name in steps
        )
        for name in order
    ]


def _decided(game: GamePage, state: Any, name: str) -> str:
    rolled_off = game.rolled_off(state, name)
    return game.last_hand(state, name) if rolled_off is None else joined((_("roll-off"), rolled_off))


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
    if by < 1 or counts in ("tokens", "nothing"):
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
    best, other = merits[state.winner], max(worth for name, worth in merits.items() if name != state.winner)
    return best[-1] - other[-1] if best and other and best[:-1] == other[:-1] else 0


class GameReviews:
    """Reads what the archive knows about the finished game. Thread-safe, and never waits for an analysis.

    ``draws`` is whether the table tells of chances to win.
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
        turned = _turned(snapshot, self._course) if self._draws() else ""
        return GameReview(record.number, turned, waits=not record.looked_back)

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


def _turned(snapshot: Snapshot, course: Sequence[WinPoint]) -> str:
    """Return the winner's turn from which on that player led; empty where it was another's turn that gave the lead."""
    state, at = snapshot.state, turning_point(course)
    seat = None if at is None else course[at].seat
    if at is None or seat is None or state.players[seat] != state.winner:
        return ""
    played = history_of(snapshot.log).played
    places = {one.place for one in played if course[at - 1].roll < (one.roll or 0) <= course[at].roll}
    if len(places) != 1:  # in a long game not every turn has a point
        return ""
    last = max(number for number, one in enumerate(played) if one.place in places)
    after = played[last + 1].before if last + 1 < len(played) else state
    what = game_on_the_page(state).turned(played[last].before, after)
    return _("Turned by {player}’s {dice}.", player=isolated(shown(state.winner)), dice=what) if what else ""


MOST_WINNERS = 5
"""Most names shown; the leaderboard has all of them."""

Won = tuple[tuple[str, int], ...]


class EveningScore:
    """Who has won how often this evening, as the archive counts it; asked for again every second. Thread-safe."""

    def __init__(
        self,
        archive: Archive,
        clock: Callable[[], float] = time.time,
        zone: tzinfo | None = None,
        again: float = AGAIN,
    ) -> None:
        self._archive = archive
        self._clock = clock
        self._zone = zone
        self._again = again
        self._lock = Lock()
        self._won: Won = ()
        self._counted: tuple[str, int, int] | None = None
        self._next = 0.0

    def won(self, snapshot: Snapshot) -> Won:
        """Return display names and games won, the most first."""
        now = time.monotonic()
        with self._lock:
            if snapshot.counted != self._counted or now >= self._next:
                won = self._archive.wins(today(self._clock(), self._zone))
                self._won = tuple((shown(name), games) for name, games in islice(won.items(), MOST_WINNERS))
                self._counted, self._next = snapshot.counted, now + self._again
            return self._won
