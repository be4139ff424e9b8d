"""Games written as words, one for each event."""

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
"""A throw that holds nothing, except with the sequence 1-2-3."""


def events_of(words: str) -> list[Event]:
    """Return the events: ``64221`` rolls, ``+54`` holds, ``~5`` releases, ``$3`` antes, ``.`` stops, ``-`` passes.

    ``!`` undoes the last confirmation.
    """
    return [event_of(word) for word in words.split()]


def event_of(word: str) -> Event:
    """Return the event of one word."""
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
    """Return the faces of ``65``: a six and a five."""
    return tuple(map(int, digits))


def game(
    words: str = "", preset: str = "dice-game-depot", players: str = "Ann Ben", starter: str = "", **options: object
) -> GameHistory:
    """Return a game after these words. The first player starts by default; with ``starter="?"`` a roll-off decides."""
    names = tuple(players.split())
    book = GameHistory(Started(preset, names, None if starter == "?" else starter or names[0], options))
    for event in events_of(words):
        book.write(event)
    return book


def state_of(
    words: str = "", preset: str = "dice-game-depot", players: str = "Ann Ben", starter: str = "", **options: object
) -> State:
    """Return the state of that game."""
    state: State = game(words, preset, players, starter, **options).state
    return state


def said(book: GameHistory, word: str) -> tuple[Announcement, ...]:
    """Write the event of that word; return its announcements."""
    before = book.state
    book.write(event_of(word))
    return book.game.announcements(before, book.state)


def words_of(announcements: tuple[Announcement, ...]) -> list[str]:
    """Return the words of announcements."""
    return [one.word for one in announcements]


def turn(cargo: int) -> str:
    """Return the words of a turn with that cargo; 0 is a turn without ship, captain and crew."""
    if not cargo:
        return f"{MISS} {MISS} {MISS}"
    return f"654{cargo - cargo // 2}{cargo // 2} ."
