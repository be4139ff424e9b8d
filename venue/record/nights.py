"""Game Nights: a tournament over all tables of a venue, as rows of facts that are only ever added.

A fact is one of :mod:`engine.tournament.facts`. Beside ``Called`` is the table to which the match was called, beside
``Counted`` the game of that table's journal that was counted; its number in the tournament is that of the fact.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import SystemRandom
from typing import Any

import psycopg

from engine import BadRules, Started, fold
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.link_protocol import BadMessage, decode_state
from engine.match_call import MatchCall
from engine.names import alike, is_visible, tidied, why_no_new_name
from engine.tournament import Opened, TournamentCourse, TournamentFact, TournamentMatch, course_of
from engine.tournament.facts import (
    Called,
    Cancelled,
    Counted,
    Format,
    WalkedOver,
    as_json,
    facts_from,
    usual_rounds,
)
from engine.tournament.swiss import next_round
from venue.errors import Rejected
from venue.record.live import RESULTS, plain, send


@dataclass(frozen=True, slots=True)
class NightFact:
    fact: TournamentFact
    table: str | None = None
    journal: str | None = None
    game: int | None = None


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table on which no game is on, and the number of its latest game."""

    id: str
    game: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: where it was played, its rules, its players, and who won alone, if anybody."""

    table: str
    journal: str
    game: int
    preset: str
    players: frozenset[str]
    winner: str | None


@dataclass(frozen=True)
class Night:
    """A night by its number and its facts, the first of which is ``Opened``."""

    number: int
    facts: tuple[NightFact, ...]
    opened: Opened = field(init=False)

    def __post_init__(self) -> None:
        first = self.facts[0].fact
        assert isinstance(first, Opened)
        object.__setattr__(self, "opened", first)

    @cached_property
    def course(self) -> TournamentCourse:
        return course_of([one.fact for one in self.facts])

    @property
    def is_on(self) -> bool:
        return not (self.course.over or self.course.cancelled)

    @cached_property
    def called(self) -> dict[str, NightFact]:
        """Matches that are to be played now, by their ids: the latest call of each."""
        ready = {one.id: one.pair for one in self.course.to_play} if self.is_on else {}
        found: dict[str, NightFact] = {}
        for one in self.facts:
            if isinstance(one.fact, Called) and ready.get(one.fact.match) == one.fact.players:
                found[one.fact.match] = one
        return found

    @property
    def matches(self) -> list[tuple[str, tuple[str, str], str | None]]:
        """The names of the matches to play now, with their pairs and tables; those that wait for a table are last."""
        open_ = [(one, one.pair) for one in self.course.to_play if one.pair] if self.is_on else []
        found = [
            (self.name_of(one), pair, self.called[one.id].table if one.id in self.called else None)
            for one, pair in open_
        ]
        return sorted(found, key=lambda one: one[2] is None)

    def name_of(self, match: TournamentMatch) -> str:
        return f"{self.number}.{match.id}.{len(match.games)}"

    def calls(self) -> dict[str, MatchCall]:
        """Return what is called to each table."""
        return {
            one.table: MatchCall(self.name_of(match), self.start_of(match))
            for id_, one in self.called.items()
            if one.table and (match := self.course.match(id_))
        }

    def start_of(self, match: TournamentMatch) -> Started:
        assert match.pair
        pair = match.pair if len(match.games) % 2 == 0 else match.pair[::-1]
        return Started(self.opened.preset, pair, pair[0], self.opened.options)

    def following(self, free: Sequence[FreeTable], finished: Sequence[FinishedGame]) -> tuple[NightFact, ...]:
        """Return the facts that follow: games that count, the next round, matches called to tables that are free."""
        night = self
        for game in finished:
            night = night._with(night._counted(game))
        if night.course.draws_next:
            night = night._with([NightFact(next_round(night.course))])
        return night._with(night._calls_to(free)).facts[len(self.facts) :]

    def _with(self, facts: Sequence[NightFact]) -> "Night":
        return Night(self.number, (*self.facts, *facts)) if facts else self

    def _counted(self, game: FinishedGame) -> list[NightFact]:
        if any((one.table, one.journal, one.game) == (game.table, game.journal, game.game) for one in self.facts):
            return []
        for one in self.facts:
            fact = one.fact
            if not isinstance(fact, Called) or fact.match not in self.called or one.table != game.table:
                continue
            fits = game.players == set(fact.players) and game.preset == self.opened.preset
            if fits and game.game > (fact.after or 0):
                counted = Counted(fact.match, fact.players, len(self.facts), game.winner)
                return [NightFact(counted, game.table, game.journal, game.game)]
        return []

    def _calls_to(self, free: Sequence[FreeTable]) -> list[NightFact]:
        taken = {one.table for one in self.called.values()}
        tables = [one for one in free if one.id not in taken]
        busy = {name for one in self.called.values() if isinstance(one.fact, Called) for name in one.fact.players}
        made: list[NightFact] = []
        for match in self.course.to_play if self.is_on else ():
            if tables and match.pair and match.id not in self.called and not busy & set(match.pair):
                table = tables.pop(0)
                busy |= set(match.pair)
                made.append(NightFact(Called(match.id, match.pair, table.game), table.id))
        return made


LATEST = """SELECT night, body, table_id::text, journal_id::text, game FROM night
    WHERE night = (SELECT max(night) FROM night) ORDER BY number"""
"""The rows of the latest night."""


def read_night(connection: psycopg.Connection) -> Night | None:
    """Return the latest night, None before the first. Raises psycopg.Error."""
    return night_of(connection.execute(LATEST).fetchall())


def night_of(rows: Sequence[tuple[Any, ...]]) -> Night | None:
    if not rows:
        return None
    facts = facts_from([json.loads(row[1]) for row in rows])
    beside = [(table and plain(table), journal and plain(journal), game) for _n, _b, table, journal, game in rows]
    return Night(rows[0][0], tuple(NightFact(fact, *more) for fact, more in zip(facts, beside, strict=True)))


def add_facts(connection: psycopg.Connection, night: int, after: int, facts: Sequence[NightFact]) -> bool:
    """Add facts to a night that has so many. Return False, and add none, if another program was faster."""
    with connection.transaction() as work:
        for number, one in enumerate(facts, after):
            row = [night, number, json.dumps(as_json(one.fact), ensure_ascii=False), one.table, one.journal, one.game]
            added = connection.execute(
                "INSERT INTO night (night, number, body, table_id, journal_id, game) VALUES (%s, %s, %s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                row,
            )
            if not added.rowcount:
                raise psycopg.Rollback(work)
        send(connection, RESULTS)
        return True
    return False


def open_night(connection: psycopg.Connection, opened: Opened) -> Night:
    """Begin a night; one that is on is cancelled."""
    before = read_night(connection)
    if before and before.is_on:
        add_facts(connection, before.number, len(before.facts), [NightFact(Cancelled())])
    night = Night(before.number + 1 if before else 1, (NightFact(opened),))
    add_facts(connection, night.number, 0, night.facts)
    return night


def table_names(connection: psycopg.Connection) -> dict[str, str]:
    """Return the names of all tables by their ids."""
    rows = connection.execute("SELECT table_id::text, coalesce(name, nullif(told_name, '')) FROM tray").fetchall()
    return {plain(table): name or table[:8] for table, name in rows}


def free_tables(connection: psycopg.Connection) -> list[FreeTable]:
    found = []
    for table, text in connection.execute(
        "SELECT table_id::text, state FROM tray WHERE online AND revoked_at IS NULL AND state IS NOT NULL"
        " ORDER BY coalesce(name, told_name), table_id"
    ).fetchall():
        try:
            state = decode_state(text.encode())
        except BadMessage:
            continue
        if state.idle:
            found.append(FreeTable(plain(table), state.game.number if state.game else 0))
    return found


def drawn_night(players: Sequence[str], form: Format, preset: str, best_of: int = 1) -> Opened:
    """Draw a night of these players. Raises :class:`Rejected` where it can't be played."""
    drawn = list(map(tidied, players))
    for place, name in enumerate(drawn):
        if not is_visible(name) or (why := why_no_new_name(name)):
            raise Rejected(full_sentence(why if is_visible(name) else _("every player needs a name")))
        if other := alike(name, drawn[:place]):
            raise Rejected(_("{name} and {other} look the same: use different names.", name=name, other=other))
    SystemRandom().shuffle(drawn)
    try:
        opened = Opened(form, tuple(drawn), preset, {}, best_of, "half", usual_rounds(len(drawn)) * (form == "swiss"))
        fold([Started(preset, opened.players[:2], opened.players[0])])
    except BadRules as error:
        raise Rejected(full_sentence(error.args[0])) from None
    return opened


def decide(connection: psycopg.Connection, name: str, *, won: bool, match_name: str | None = None) -> None:
    """Have a player win the match of that name, or call it to another table. Raises :class:`Rejected` without it."""
    night = read_night(connection)
    match = next((one for one in night.course.to_play if name in one.players), None) if night and night.is_on else None
    if night is None or match is None or match.pair is None or match_name not in (None, night.name_of(match)):
        raise Rejected(_("{player} has no match to play now.", player=name))
    free = [one for one in free_tables(connection) if one.id not in night.calls()]
    if won:
        fact = NightFact(WalkedOver(match.id, match.pair, name))
    elif free:
        fact = NightFact(Called(match.id, match.pair, free[0].game), free[0].id)
    else:
        raise Rejected(_("No table is free."))
    add_facts(connection, night.number, len(night.facts), [fact])
