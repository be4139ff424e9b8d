"""Games written as words, one for each event."""

from random import Random

from engine import Announcement, Event, GameHistory, Kept, Rolled, Scored, Started, Undone, apply
from engine.games.yahtzee.analysis.advice import Choice
from engine.games.yahtzee.rules import BOXES
from engine.games.yahtzee.state import State, Turn

HANDOUT, OFFICIAL = "yahtzee-handout", "yahtzee-official"


def event_of(word: str) -> Event:
    """Return an event: ``33661`` rolls, ``+66`` keeps, ``+`` keeps nothing, ``=sixes`` scores, ``!`` undoes."""
    match word[0], word[1:]:
        case "+", faces:
            return Kept(faces_of(faces))
        case "=", box:
            return Scored(box)
        case "!", "":
            return Undone()
    return Rolled(faces_of(word))


def faces_of(digits: str) -> tuple[int, ...]:
    """Return the faces of ``65``: a six and a five."""
    return tuple(map(int, digits))


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


FOR_NOTHING = {
    "ones": "23466",
    "twos": "13466",
    "threes": "12466",
    "fours": "12366",
    "fives": "12366",
    "sixes": "12344",
    "chance": "11112",
}
"""A throw that scores nothing in that box (six in chance); in the other lower boxes that is :data:`NOTHING_BELOW`."""

NOTHING_BELOW = "22466"


def scratched(*boxes: str) -> str:
    """Return the words of turns that score zero in these boxes."""
    return " ".join(f"{FOR_NOTHING.get(box, NOTHING_BELOW)} ={box}" for box in boxes)


def scratched_but(*boxes: str) -> str:
    """Return the words of turns that score zero in all other boxes."""
    return scratched(*(box for box in BOXES if box not in boxes))


def followed(state: State, best: Choice, chance: Random) -> State:
    """Return the state after that choice: a box filled, or dice kept and the others thrown."""
    if best.box:
        return apply(state, Scored(best.box))
    if best.keep:
        state = apply(state, Kept(best.keep))
    return apply(state, Rolled(tuple(chance.choices(range(1, 7), k=best.throw))))
