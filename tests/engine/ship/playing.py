"""Games in short: what happens at the table as words, and what comes of it."""

from engine import (
    Announcement,
    Anted,
    Event,
    GameHistory,
    Held,
    Passed,
    Released,
    Rolled,
    Started,
    State,
    Stopped,
    Undone,
)

MISS = "22233"
"""A throw of five dice that holds nothing, by any sequence but 1-2-3."""


def events_of(words: str) -> list[Event]:
    """``64221`` is thrown, ``+54`` set aside, ``~5`` taken up again, ``$3`` the ante; ``.`` stands, ``-`` passes.

    ``!`` takes back what was confirmed last.
    """
    return [event_of(word) for word in words.split()]


def event_of(word: str) -> Event:
    """One of those words as an event."""
    match word[0], word[1:]:
        case ".", "":
            return Stopped()
        case "-", "":
            return Passed()
        case "!", "":
            return Undone()
        case "+", faces:
            return Held(faces_of(faces))
        case "~", faces:
            return Released(faces_of(faces))
        case "$", chips:
            return Anted(int(chips))
    return Rolled(faces_of(word))


def faces_of(digits: str) -> tuple[int, ...]:
    """``65`` as a six and a five."""
    return tuple(map(int, digits))


def game(
    words: str = "", preset: str = "dice-game-depot", players: str = "Ann Ben", starter: str = "", **options: object
) -> GameHistory:
    """A game so far; the first player starts unless somebody else does. ``starter="?"`` lets the dice decide."""
    names = tuple(players.split())
    book = GameHistory(Started(preset, names, None if starter == "?" else starter or names[0], options))
    for event in events_of(words):
        book.write(event)
    return book


def state_of(
    words: str = "", preset: str = "dice-game-depot", players: str = "Ann Ben", starter: str = "", **options: object
) -> State:
    """Where that game stands."""
    state: State = game(words, preset, players, starter, **options).state
    return state


def said(book: GameHistory, word: str) -> tuple[Announcement, ...]:
    """What that makes people say at the table."""
    before = book.state
    book.write(event_of(word))
    return book.game.announcements(before, book.state)


def words_of(announcements: tuple[Announcement, ...]) -> list[str]:
    """The words alone."""
    return [one.word for one in announcements]


def turn(cargo: int) -> str:
    """A turn of two cargo dice that ends with so many points; 0 misses with three throws."""
    if not cargo:
        return f"{MISS} {MISS} {MISS}"
    return f"654{cargo - cargo // 2}{cargo // 2} ."
