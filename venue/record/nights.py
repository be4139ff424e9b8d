"""Game Nights: a tournament over all tables of a venue, as facts that are only ever added. Pure functions.

Players sign up before ``Opened``, the draw; a later ``Opened`` has a late player too. Beside ``Called`` is the table to
which the match was called, beside ``Counted`` the game of that table's journal that was counted; its number in the
tournament is that of the fact.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine import Started
from engine.match_call import MatchCall
from engine.names import own_profile
from engine.tournament import Opened, TournamentCourse, TournamentFact, TournamentMatch, course_of, taken_over
from engine.tournament import facts as of
from engine.tournament.swiss import next_round

FreeTables = Mapping[str, int]
"""The tables on which no game is on, with the numbers of their latest games."""


@dataclass(frozen=True, slots=True)
class NightFact:
    """A fact, the table or the game that it is about, and its age in seconds."""

    fact: Any
    table: str | None = None
    journal: str | None = None
    game: int | None = None
    age: float = 0.0

    @property
    def place(self) -> tuple[str | None, str | None, int | None]:
        return self.table, self.journal, self.game


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game: table, journal and number, its rules, its players, whether it is over, and who won alone, if anybody."""

    place: tuple[str, str, int]
    preset: str
    players: frozenset[str]
    over: bool
    winner: str | None


@dataclass(frozen=True)
class Night:
    """A night by its number and its facts."""

    number: int
    facts: tuple[NightFact, ...]

    def with_facts(self, facts: Sequence[NightFact]) -> "Night":
        return Night(self.number, (*self.facts, *facts)) if facts else self

    @cached_property
    def _held(self) -> list[NightFact]:
        revoked = {one.fact.number for one in self.facts if isinstance(one.fact, of.Revoked)}
        return [one for number, one in enumerate(self.facts) if number not in revoked]

    def held(self, *kinds: type[TournamentFact]) -> list[NightFact]:
        """Return the facts of these kinds that hold."""
        return [one for one in self._held if isinstance(one.fact, kinds)]

    def revoking(self, facts: Sequence[NightFact]) -> list[NightFact]:
        numbers = [number for number, one in enumerate(self.facts) if any(one is other for other in facts)]
        return [NightFact(of.Revoked(number)) for number in numbers]

    @cached_property
    def plan(self) -> of.Planned | None:
        return next((one.fact for one in self.held(of.Planned)), None)

    @cached_property
    def opened(self) -> Opened | None:
        """The draw; None while players sign up."""
        return next((one.fact for one in reversed(self.held(Opened))), None)

    @property
    def is_open(self) -> bool:
        """Whether players sign up."""
        return self.opened is None and not self.held(of.Cancelled)

    @property
    def is_on(self) -> bool:
        return self.opened is not None and not (self.course.over or self.course.cancelled)

    @cached_property
    def roster(self) -> dict[str, of.Entered]:
        """The players who signed up, in that order."""
        found: dict[str, of.Entered] = {}
        for one in self.held(of.Entered, of.Withdrew):
            if isinstance(one.fact, of.Entered):
                found[one.fact.player] = one.fact
            elif not self.opened or one.fact.player not in self.opened.players:
                found.pop(one.fact.player, None)
        return found

    def player_of(self, key: str) -> str | None:
        """Return whose phone has that key."""
        return next((name for name, one in self.roster.items() if key and one.key == key), None)

    def emblem_of(self, name: str) -> str:
        return self.roster[name].emblem if name in self.roster else own_profile(name).emblem

    @cached_property
    def course_facts(self) -> list[TournamentFact]:
        facts = [one.fact for one in self._held]
        drawn = next(number for number, one in enumerate(facts) if isinstance(one, Opened))
        return [self.opened or facts[drawn], *facts[drawn + 1 :]]

    @cached_property
    def course(self) -> TournamentCourse:
        return course_of(self.course_facts)

    @cached_property
    def called(self) -> dict[str, NightFact]:
        """Matches that are to be played now, by their ids: the latest call of each."""
        ready = {one.id: one.pair for one in self.course.to_play} if self.is_on else {}
        found: dict[str, NightFact] = {}
        for one in self.held(of.Called, of.Postponed):
            if isinstance(one.fact, of.Postponed):
                found.pop(one.fact.match, None)
            elif ready.get(one.fact.match) == one.fact.players:
                found[one.fact.match] = one
        return found

    @property
    def matches(self) -> list[tuple[TournamentMatch, str | None]]:
        """The matches to play now, with their tables; those that wait for a table are last."""
        to_play = self.course.to_play if self.is_on else ()
        found = [(one, self.called[one.id].table if one.id in self.called else None) for one in to_play]
        return sorted(found, key=lambda one: one[1] is None)

    def is_begun(self, match: TournamentMatch) -> bool:
        """Return whether a game of the match has begun."""
        begun = self.held(of.Begun, of.Counted)
        return any((one.fact.match, one.fact.players) == (match.id, match.pair) for one in begun)

    def is_late(self, match: TournamentMatch) -> bool:
        """Return whether a match should have begun."""
        call, within = self.called.get(match.id), self.plan.minutes * 60 if self.plan else 0
        return bool(call and within and call.age > within and not self.is_begun(match))

    def there(self, match: TournamentMatch) -> set[str]:
        """Return whose phones have said that they are at the table, since the match was called last."""
        found: set[str] = set()
        for one in self.held(of.There, of.Called):
            if one.fact.match == match.id:
                found = found | {one.fact.player} if isinstance(one.fact, of.There) else set()
        return found & set(match.pair or ())

    def stuck(self, away: Collection[str]) -> list[tuple[TournamentMatch, str]]:
        """Return the matches that wait for the host, with their tables: these are away, or nobody has begun in time."""
        called = [
            (match, table, match.later > 1 and not self.is_begun(match)) for match, table in self.matches if table
        ]
        return [(match, table) for match, table, again in called if again or table in away or self.is_late(match)]

    def left_behind(self, games: Sequence[TableGame]) -> list[TableGame]:
        """Return the games that go on at their tables although their matches went elsewhere, or are decided."""
        called = {(one.table, frozenset(one.fact.players)) for one in self.held(of.Called)}
        on = {table for _match, table in self.matches}
        left = [one for one in games if not one.over and one.place[0] not in on]
        return [one for one in left if (one.place[0], one.players) in called]

    def calls(self) -> dict[str, MatchCall]:
        """Return what is called to each table."""
        return {table: MatchCall(self.name_of(one), self.start_of(one)) for one, table in self.matches if table}

    def name_of(self, match: TournamentMatch) -> str:
        return ".".join(map(str, (self.number, match.id, *self._tries(match))))

    def start_of(self, match: TournamentMatch) -> Started:
        opened = self.course.opened
        one, other = match.players if sum(self._tries(match)) % 2 else match.players[::-1]
        return Started(opened.preset, (one or "", other or ""), one or "", opened.options)

    def _tries(self, match: TournamentMatch) -> tuple[int, int]:
        """Return how often a match was called, and its games that count: with either, another game is due."""
        facts = [one.fact for one in self.held(of.Called, of.Counted) if one.fact.match == match.id]
        games = [one.game for one in facts if isinstance(one, of.Counted)]
        return len(facts) - len(games), len(set(games))

    def following(self, free: FreeTables, games: Sequence[TableGame]) -> Sequence[NightFact]:
        """Return the facts that follow: games that count, no-shows, the next round, matches called to free tables."""
        night, said = self, {one.place: one.fact.winner for one in self.held(of.Counted, of.Declined)}
        for game in games:
            if not game.over or said.get(game.place, game) != game.winner:
                night = night.with_facts(night._news_of(game))
        night = night.with_facts(night._no_shows(free))
        if night.course.draws_next:
            night = night.with_facts([NightFact(next_round(night.course))])
        return night.with_facts(night._calls_to(free)).facts[len(self.facts) :]

    def disturbed(self, facts: Sequence[NightFact]) -> list[TournamentMatch]:
        """Return the matches that have begun, and would have other players with these facts."""
        after = {one.id: one.players for one in self.with_facts(facts).course.matches}
        return [one for one in self.course.matches if after.get(one.id) != one.players and self.is_begun(one)]

    def disputes(self, games: Sequence[TableGame]) -> list[tuple[TableGame, of.Counted]]:
        """Return the games whose result is another one now, where a match has begun that this would change."""
        found = [(game, self._result_of(game)) for game in games if self._counted(game)]
        return [(game, now) for game, now in found if now and self.disturbed([NightFact(now)])]

    def taken_over(self, game: TableGame, now: of.Counted, *, keep: bool) -> list[NightFact]:
        """Return what follows if another result of a game counts; later matches are kept, or are played again."""
        facts = taken_over(self.course_facts, now, keep=keep)
        made = [NightFact(one, *game.place) if one == now else NightFact(one) for one in facts]
        begun = self.disturbed(made) if keep else []
        return [*made, *(NightFact(of.Pinned(one.id, one.pair)) for one in begun if one.pair)]

    def _news_of(self, game: TableGame) -> list[NightFact]:
        counted, call, now = self._counted(game), self._call_of(game), self._result_of(game)
        if not game.over and counted:  # taken back at the table
            facts = self.revoking(counted)
            return [] if self.disturbed(facts) else facts
        if not game.over and call and all(one.place != game.place for one in self.held(of.Begun)):
            return [NightFact(of.Begun(call.match, call.players, len(self.facts)), *game.place)]
        if now is None or (counted and self.disturbed([NightFact(now)])):
            return []
        if counted:
            return self.taken_over(game, now, keep=True)
        match = self.course.match(now.match)
        if match and self.disturbed([NightFact(now)]):  # decided without this game: the host settles it
            now = replace(now, winner=match.winner)
        return [NightFact(now, *game.place)]

    def _counted(self, game: TableGame) -> list[NightFact]:
        return [one for one in self.held(of.Counted) if one.place == game.place]

    def _result_of(self, game: TableGame) -> of.Counted | None:
        """Return the result of a game; None while it goes on, is counted or declined, or if it belongs to no match."""
        said = [one.fact for one in self.held(of.Counted, of.Declined) if one.place == game.place]
        if not game.over or (said and said[-1].winner == game.winner):
            return None
        if counted := self._counted(game):
            before: of.Counted = counted[-1].fact
            return replace(before, winner=game.winner) if game.players == set(before.players) else None  # renamed
        call = self._call_of(game)
        return of.Counted(call.match, call.players, len(self.facts), game.winner) if call else None

    def _call_of(self, game: TableGame) -> of.Called | None:
        """Return the call to which a game belongs, the latest of those that fit. It may have been moved since."""
        table, _journal, number = game.place
        for one in reversed(self.held(of.Called) if game.preset == self.course.opened.preset else []):
            call: of.Called = one.fact
            if one.table == table and number > (call.after or 0) and game.players == set(call.players):
                match = self.course.match(call.match)
                if match and match.pair == call.players and (match.is_open or match.how == "walkover"):
                    return call
        return None

    def _no_shows(self, free: FreeTables) -> list[NightFact]:
        """Return what follows where nobody pressed ROLL in time: who alone is there wins, without either it waits."""
        made: list[TournamentFact] = []
        for match, table in self.matches:
            idle = table and free.get(table) == self.called[match.id].fact.after
            if match.pair and idle and self.is_late(match) and len(there := self.there(match)) < 2:
                made.append(of.WalkedOver(match.id, match.pair, *there) if there else of.Postponed(match.id))
        return [*map(NightFact, made)]

    def _calls_to(self, free: FreeTables) -> list[NightFact]:
        tables = [one for one in free if one not in {call.table for call in self.called.values()}]
        busy = {name for one in self.called.values() for name in one.fact.players}
        made: list[NightFact] = []
        for match, called in self.matches:
            if tables and match.pair and not called and not busy & set(match.pair):
                table = tables.pop(0)
                busy |= set(match.pair)
                made.append(NightFact(of.Called(match.id, match.pair, free[table]), table))
        return made
