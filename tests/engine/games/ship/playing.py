"""Games of Ship, Captain, Crew written as words (:mod:`tests.engine.games.written`)."""

from engine import Announcement, Event, GameHistory, Started, State
from tests.engine.games import written
from tests.engine.games.written import MISS as MISS
from tests.engine.games.written import faces_of as faces_of
from tests.engine.games.written import turn as turn

PRESET = "dice-game-depot"


def events_of(words: str) -> list[Event]:
    return list(map(event_of, written.words_of(words)))


def event_of(word: str) -> Event:
    return written.event_of(PRESET, word)


def game(
    words: str = "", preset: str = PRESET, players: str = "Ann Ben", starter: str = "", **options: object
) -> GameHistory:
    """Return a game after these words. The first player starts by default; with ``starter="?"`` a roll-off decides."""
    names = tuple(players.split())
    book = GameHistory(Started(preset, names, None if starter == "?" else starter or names[0], options))
    for event in events_of(words):
        book.write(event)
    return book


def state_of(
    words: str = "", preset: str = PRESET, players: str = "Ann Ben", starter: str = "", **options: object
) -> State:
    state: State = game(words, preset, players, starter, **options).state
    return state


def said(book: GameHistory, word: str) -> tuple[Announcement, ...]:
    """Write the event of that word; return its announcements."""
    before = book.state
    book.write(event_of(word))
    return book.game.announcements(before, book.state)
