"""The tournament of this table: takes decisions, follows the games, and keeps every fact.

Results are read from the games' own logs. They are taken into the facts once a game is over; a log that says something
else later, after a correction, is a dispute that the helm settles.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import RLock

from engine import BadRules, Event, Started
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.tournament import TournamentCourse, TournamentMatch, consequences_of, course_of, taken_over
from engine.tournament.consequences import Consequences, disputed
from engine.tournament.course import begun_games, counted_results
from engine.tournament.facts import (
    Begun,
    Called,
    Cancelled,
    Counted,
    Declined,
    Opened,
    Postponed,
    Reopened,
    Returned,
    TournamentFact,
    WalkedOver,
    Withdrew,
)
from engine.tournament.swiss import next_round
from table.publisher import Bulletin
from table.snapshot import Snapshot, SnapshotSource
from web.errors import Denied, NotKept, part_or
from web.services.archive import Archive
from web.services.store import KeyValueStore
from web.tournament.store import GameResults, Kept, KnownGame, TournamentStore

POSTED = "tournament"
"""The name under which the table's pages hear of a change."""

AGAIN = 5.0
"""Seconds until facts that could not be stored are stored again."""


class TournamentDesk:
    """The current tournament and the earlier ones. Thread-safe."""

    def __init__(
        self,
        table: SnapshotSource,
        archive: Archive,
        drawer: KeyValueStore,
        bulletin: Bulletin,
        clock: Callable[[], float] = time.time,
        since: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._games = GameResults(archive)
        self._store = TournamentStore(drawer)
        self._bulletin = bulletin
        self._clock = clock
        self._since = since
        self._lock = RLock()
        self._kept = kept = self._store.current()
        self._course = part_or("the tournament", lambda: course_of(kept.facts), None) if kept else None
        self._settled: tuple[Sequence[Event], int] | None = None
        """The log of the game that was taken in, and the number of facts after it."""
        self._checked_all = False
        self._disputes: dict[int, str | None] = {}
        self._changes = 0
        self._unstored_since: float | None = None
        self.trouble: str | None = None
        """Why the latest facts are in memory only, None if they are stored."""
        if self._kept and not self._kept_is_closed():
            self._post()

    def course(self, snapshot: Snapshot | None = None) -> TournamentCourse | None:
        """Return the current tournament as it stands, None without one. Takes in what the table has played."""
        with self._lock:
            self._settle(snapshot or self._table.snapshot())
            return self._course

    @property
    def number(self) -> int:
        return self._kept.number if self._kept else 0

    @property
    def version(self) -> str:
        """Name the present facts, so that a page knows whether it shows them."""
        return f"{self.number}.{len(self._kept.facts) if self._kept else 0}.{len(self._disputes)}"

    def on_table(self, snapshot: Snapshot) -> TournamentMatch | None:
        """Return the match whose game is on the table and counts for it, None if another game is."""
        with self._lock:
            course = self.course(snapshot)
            game = self._games.open_game(snapshot, self._clock()) if course and not course.cancelled else None
            begun = begun_games(self._facts).get(game.number) if game else None
            match = course.match(begun.match) if course and begun else None
            return match if match and match.pair else None  # it waits again for who is to play, if one came back

    def disputes(self) -> tuple[Consequences, ...]:
        with self._lock:
            counted = counted_results(self._facts)
            return tuple(
                consequences_of(self._facts, replace(counted[game], winner=winner))
                for game, winner in sorted(self._disputes.items())
            )

    def earlier(self) -> tuple[Kept, ...]:
        return self._store.earlier()

    def create(self, opened: Opened) -> None:
        """Begin a tournament; one that is over or cancelled goes to the earlier ones."""
        with self._lock:
            self.course()
            if self._kept and not self._kept_is_closed():
                raise Denied(422, "tournament_on", _("A tournament is on: finish or cancel it first."))
            number = max([self.number, *(one.number for one in self.earlier())]) + 1
            if former := self._kept:
                self._store.set_aside(former)
            self._open(Kept(number, self._clock(), (opened,)))

    def start(self, match_id: str, snapshot: Snapshot) -> Started:
        """Call a match to the table. Return the start of its next game."""
        with self._lock:
            match = self._ready(match_id)
            assert match.pair
            game = self._games.open_game(snapshot, self._clock())
            self._add(Called(match.id, match.pair, game.number if game else None))
            assert self._course
            return start_of(self._course.opened, match)

    def walk_over(self, match_id: str, winner: str) -> None:
        with self._lock:
            match = self._ready(match_id)
            if match.pair is None or winner not in match.pair:
                raise Denied(422, "no_such_player", _("That player isn’t in this match."))
            self._add(WalkedOver(match.id, match.pair, winner))

    def postpone(self, match_id: str) -> None:
        """Play a match after the others that can be played."""
        with self._lock:
            self._add(Postponed(self._ready(match_id).id))

    def leave(self, player: str) -> None:
        with self._lock:
            course = self._going_on()
            if player not in course.opened.players or player in course.left:
                raise Denied(422, "no_such_player", _("That player isn’t in the tournament."))
            self._add(Withdrew(player))

    def come_back(self, player: str) -> None:
        with self._lock:
            if player not in self._going_on().left:
                raise Denied(422, "no_such_player", _("That player hasn’t left the tournament."))
            self._add(Returned(player))

    def resolve(self, game: int, *, take: bool, keep: bool) -> None:
        """Settle a dispute: take the corrected result over, or keep the result as it was counted.

        With ``keep`` later matches that no longer fit stay as they were played, else they are played again.
        """
        with self._lock:
            self._going_on(finished=True)
            if game not in self._disputes:
                raise Denied(422, "no_such_game", _("That result is settled already."))
            winner = self._disputes.pop(game)
            now = replace(counted_results(self._facts)[game], winner=winner)
            self._add(*(taken_over(self._facts, now, keep=keep) if take else [Declined(game, winner)]))

    def cancel(self) -> None:
        """End the tournament before its time; it can be resumed until the next one begins."""
        with self._lock:
            self._going_on()
            self._add(Cancelled())

    def resume(self) -> None:
        with self._lock:
            course = self.course()
            if course is None or not course.cancelled:
                raise Denied(422, "no_tournament", _("No tournament was cancelled."))
            self._add(Reopened())

    @property
    def _facts(self) -> tuple[TournamentFact, ...]:
        return self._kept.facts if self._kept else ()

    def _kept_is_closed(self) -> bool:
        return self._course is None or self._course.cancelled or (self._course.over and not self._disputes)

    def _going_on(self, *, finished: bool = False) -> TournamentCourse:
        course = self.course()
        if course is None or course.cancelled or (course.over and not finished):
            raise Denied(422, "no_tournament", _("No tournament right now."))
        return course

    def _ready(self, match_id: str) -> TournamentMatch:
        match = self._going_on().match(match_id)
        if match is None or not match.can_begin:
            raise Denied(422, "no_such_match", _("That match can’t be played now: choose another one."))
        return match

    def _add(self, *facts: TournamentFact) -> None:
        """Store these facts and count them. Raises :class:`~web.errors.Denied` if they cannot be stored."""
        assert self._kept
        self._open(Kept(self._kept.number, self._kept.clock, (*self._facts, *facts)))
        self._settled = None
        self._settle(self._table.snapshot())

    def _open(self, kept: Kept) -> None:
        self._store.put(kept)
        self.trouble = None
        if kept.number != self.number:
            self._disputes.clear()
        self._kept, self._course, self._settled = kept, course_of(kept.facts), None
        self._post()

    def _post(self) -> None:
        self._changes += 1
        self._bulletin.post(POSTED, f"{self.version}.{self._changes}")

    def _settle(self, snapshot: Snapshot) -> None:
        """Take in what was played since, and draw the next round if it is due."""
        if self._kept is None or self._course is None or self._course.cancelled:
            return
        is_due = self._unstored_since is not None and self._since() - self._unstored_since > AGAIN
        if self._settled and not is_due:
            log, facts_then = self._settled
            if log is snapshot.log and facts_then == len(self._facts):  # another game may have as many events
                return
        found = self._games.open_game(snapshot, self._clock())
        facts = self._taken_in(self._facts, found)
        before = dict(self._disputes)
        self._check(facts, found)
        if facts != self._facts or self.trouble:
            self._keep(facts)
        if found is not None:
            self._settled = (snapshot.log, len(self._facts))
        if before != self._disputes:
            self._post()

    def _keep(self, facts: tuple[TournamentFact, ...]) -> None:
        """Store facts that follow from the games. If that fails they count all the same: the games have them too."""
        assert self._kept
        new, changed = Kept(self._kept.number, self._kept.clock, facts), facts != self._facts
        try:
            self._store.put(new)
            self.trouble, self._unstored_since = None, None
        except NotKept as error:
            self.trouble, self._unstored_since = str(error), self._since()
        self._kept, self._course = new, course_of(facts)
        if changed:
            self._post()

    def _taken_in(self, facts: tuple[TournamentFact, ...], found: KnownGame | None) -> tuple[TournamentFact, ...]:
        facts = (*facts, *self._begun_since(facts, found))
        counted = counted_results(facts)
        for number, begun in begun_games(facts).items():
            if number in counted:
                continue
            game = found if found and found.number == number else self._games.game(number)
            if game and game.over:
                facts = (*facts, Counted(begun.match, begun.players, number, game.winner(begun.players)))
        while (course := course_of(facts)).draws_next:
            facts = (*facts, next_round(course))
        return facts

    def _begun_since(self, facts: Sequence[TournamentFact], found: KnownGame | None) -> list[Begun]:
        course = course_of(facts)
        called = course.called
        match = course.match(called.match) if called else None
        if called is None or match is None or not match.can_begin or match.pair is None:
            return []
        known = begun_games(facts)
        least = max([called.after or 0, *known])
        if found is None or found.number <= least:
            return []
        games = [*(game for game in self._games.since(least) if game.number != found.number), found]
        return [Begun(match.id, match.pair, one.number) for one in games if _belongs(one, course.opened, match)]

    def _check(self, facts: Sequence[TournamentFact], found: KnownGame | None) -> None:
        """Compare counted results with the logs: of the open game always, of all others once."""
        for number, counted in counted_results(facts).items():
            is_open = found is not None and found.number == number
            if self._checked_all and not is_open:
                continue
            game = found if is_open else self._games.game(number)
            if game and game.over and disputed(facts, number, winner := game.winner(counted.players)):
                self._disputes[number] = winner
            else:
                self._disputes.pop(number, None)
        self._checked_all = True


def start_of(opened: Opened, match: TournamentMatch) -> Started:
    """Return the start of the next game of a match; the other player throws first each time."""
    assert match.pair
    pair = match.pair if len(match.games) % 2 == 0 else match.pair[::-1]
    return Started(opened.preset, pair, pair[0], opened.options)


def opened_with(check: Callable[[Started], None], opened: Callable[[], Opened]) -> Opened:
    """Return the beginning of a tournament whose games can be played; :class:`~web.errors.Denied` if they cannot."""
    try:
        found = opened()
        check(Started(found.preset, found.players[:2], found.players[0], found.options))
    except BadRules as error:
        raise Denied(422, "bad_rules", full_sentence(str(error))) from None
    return found


def _belongs(game: KnownGame, opened: Opened, match: TournamentMatch) -> bool:
    assert match.pair
    start = game.start
    return set(start.players) == set(match.pair) and start.preset == opened.preset
