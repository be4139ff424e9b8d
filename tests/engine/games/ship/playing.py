"""Games of Ship, Captain, Crew written as words (:mod:`tests.engine.games.written`)."""

from engine import Event, GameHistory, State
from tests.engine.games import written
from tests.engine.games.written import MISS as MISS
from tests.engine.games.written import faces_of as faces_of
from tests.engine.games.written import turn as turn

PRESET = "dice-game-depot"


def event_of(word: str) -> Event:
    return written.event_of(PRESET, word)


def events_of(words: str) -> list[Event]:
    return list(map(event_of, written.words_of(words)))


def game(words: str = "", preset: str = PRESET, players: str = "Ann Ben", **options: object) -> GameHistory:
    return written.game(preset, words, players, **options)  # type: ignore[arg-type]


def state_of(words: str = "", preset: str = PRESET, players: str = "Ann Ben", **options: object) -> State:
    state: State = game(words, preset, players, **options).state
    return state
