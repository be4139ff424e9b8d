"""Years of games in a moment: some hundred games that the engine played, again and again, by others on other days."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from device.archive.database import AT_ONCE, ArchiveDatabase, Volume, archive_of, batches
from device.journal.course import JournalCourse
from device.storage.database import JournalDatabase, Opening, Row
from engine import Event, GameHistory, Refused, Started, encode
from engine.statistics.record import ArchivedGame, Record, record_of
from tests.engine.evenings import Action, something
from tests.engine.games.ship import strategies as ship
from tests.engine.games.yahtzee import strategies as yahtzee
from tests.web import played

FIRST = 1_736_190_000.0
"""An evening in January 2025."""

DAY = 86_400.0
NAMES = tuple(f"{name} {letter}" for letter in "ABCD" for name in ("Mia", "Jonas", "Lin", "Zoë", "Ólafur")) + tuple(
    f"Guest {number}" for number in range(20)
)
SHIP = ("dice-game-depot", "rounds", "bar-pot", "all-about-dice", "ship-of-fools")
YAHTZEE = ("yahtzee-official", "yahtzee-handout")
SEATS = "ABCDEF"
NAME = re.compile('"([A-Z])"')
"""A player of a game that was played for others: a single letter, in JSON."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the years: its number, when it began (None: it came from elsewhere), its rows, and its figures."""

    number: int
    clock: float | None
    rows: list[tuple[float, str]]
    record: Record


@dataclass(frozen=True, slots=True)
class Played:
    """A game that the engine played, by players whose names are single letters."""

    text: str
    moments: tuple[float, ...]
    record: Record


@cache
def played_games(many: int) -> tuple[Played, ...]:
    """So many different games: two thirds of Ship, Captain, Crew, some with corrections, some that were left."""
    return tuple(_played(seed) for seed in range(many))


def games(many: int, until: float, seed: int = 1) -> Iterator[Game]:
    """So many games from January 2025 until then (seconds, Unix), their numbers from 1 on; a few hundred of them are
    sixty different ones."""
    chance, distinct = Random(seed), played_games(60 if many < 1000 else 200)
    days = int((until - FIRST) / DAY) - 1
    for number in range(1, many + 1):
        one = chance.choice(distinct)
        names = dict(zip("ABCDEFPQRSXYZ", chance.sample(NAMES, 13), strict=True))
        text = NAME.sub(lambda found, names=names: f'"{names[found[1]]}"', one.text)  # type: ignore[misc]
        day = number * days // (many + 1)
        evening = number * days % (many + 1) / (many + 1)
        # from six in the evening to two at night; now and then the clock was not set, or the game came from elsewhere
        clock: float | None = FIRST + day * DAY + evening * 8 * 3600
        moments, faces = one.moments, one.record.faces
        if number % 50 == 7:
            clock = 0.0
        elif number % 50 == 9:
            clock, moments, faces = None, (0.0,) * len(moments), (0,) * 6
        parts = tuple(replace(part, name=names[part.name]) for part in one.record.parts)
        record = replace(one.record, number=number, clock=clock, parts=parts, faces=faces)
        yield Game(number, clock, list(zip(moments, text.split("\n"), strict=True)), record)


def write_journal(file: Path, many: int, until: float) -> None:
    """Make a journal of so many games; the last one is open."""
    ledger = JournalDatabase(file)
    for some in batches(games(many, until), 500):
        rows: list[Row] = [(one.number, place, *row) for one in some for place, row in enumerate(one.rows)]
        ledger.write(rows, [Opening(one.number, one.clock) for one in some if one.clock is not None])
    ledger.write([], [Opening(many, until)])
    ledger.close()


def write_archive(journal: Path, many: int, until: float) -> None:
    """Make the archive of that journal, with what the coach says, without asking it again for each game."""
    ledger = JournalDatabase(journal)
    course = JournalCourse()
    course.read(ledger.openings(), many, ledger.identity.id)
    ledger.close()
    with ArchiveDatabase(archive_of(journal)) as shelf:
        for some in batches(games(many, until), AT_ONCE):
            shelf.put([Volume(one.record, one.rows) for one in some])
        shelf.put((), course.position)


def _played(seed: int) -> Played:
    chance = Random(seed)
    players = tuple(SEATS[: chance.randint(2, 5)])
    is_ship = seed % 3 != 0
    preset = chance.choice(SHIP if is_ship else YAHTZEE)
    events: tuple[Event, ...]
    if seed % 5 == 4:
        events = _evening(Started(preset, players, players[0]), chance, ship.action if is_ship else yahtzee.action)
    elif is_ship:
        events = played.ship(seed, players, "dice-game-depot")
    else:
        events = played.yahtzee(seed, players[:3], preset)
    moments = tuple(round(moment, 3) for moment in played.moments_of(events))
    record = record_of(ArchivedGame(1, None, events, moments), look_back=True)
    return Played(
        "\n".join(map(encode, events)), moments, record if record.over else replace(record, looked_back=False)
    )


def _evening(start: Started, chance: Random, action: Action) -> tuple[Event, ...]:
    """A game with corrections, taking back, and people who come and go; it may not come to its end."""
    book = GameHistory(start)
    for _ in range(chance.randint(10, 80)):
        event = something(book, chance.randrange(2**40), action)
        if event is not None:
            try:
                book.write(event)
            except Refused:
                continue
    return tuple(book.events)
