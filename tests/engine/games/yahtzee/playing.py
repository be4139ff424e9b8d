"""Games written as words, one for each event."""

from random import Random

from engine import Announcement, Event, GameHistory, Kept, Rolled, Scored, Started, apply
from engine.games.yahtzee.analysis.advice import Choice
from engine.games.yahtzee.state import State, Turn
from tests.engine.games import written
from tests.engine.games.written import faces_of as faces_of
from tests.engine.games.written import scratched_but as scratched_but

HANDOUT, OFFICIAL = "yahtzee-handout", "yahtzee-official"


def event_of(word: str) -> Event:
    return written.event_of(HANDOUT, word)


def game(
    words: str = "", preset: str = HANDOUT, players: str = "Ann", starter: str = "", **options: object
) -> GameHistory:
    """Return a game after these words. The first player starts by default."""
    book = GameHistory(Started(preset, tuple(players.split()), starter or None, options))
    for word in words.split():
        book.write(event_of(word))
    return book


def state_of(
    words: str = "", preset: str = HANDOUT, players: str = "Ann", starter: str = "", **options: object
) -> State:
    """Return the state of that game."""
    state: State = game(words, preset, players, starter, **options).state
    return state


def turn_of(state: State) -> Turn:
    """Return the current turn."""
    assert state.turn is not None
    return state.turn


def said(book: GameHistory, word: str) -> tuple[Announcement, ...]:
    """Write the event of that word; return its announcements."""
    before = book.state
    book.write(event_of(word))
    return book.game.announcements(before, book.state)


def followed(state: State, best: Choice, chance: Random) -> State:
    """Return the state after that choice: a box filled, or dice kept and the others thrown."""
    if best.box:
        return apply(state, Scored(best.box))
    if best.keep:
        state = apply(state, Kept(best.keep))
    return apply(state, Rolled(tuple(chance.choices(range(1, 7), k=best.throw))))
