"""Games of turns written as words, one for each event."""

from typing import Any

from engine import Announcement, Event, GameHistory, Rolled, Started, Stopped, Undone, game_of


def event_of(preset: str, word: str) -> Event:
    """Return an event: ``33661`` rolls, ``+55`` sets aside or keeps, ``+`` keeps nothing, ``.`` stops, ``!`` undoes."""
    match word[0], word[1:]:
        case ".", "":
            return Stopped()
        case "!", "":
            return Undone()
        case "+", faces:
            (own,) = game_of(preset).events.values()
            made: Event = own(faces_of(faces))  # type: ignore[call-arg]
            return made
    return Rolled(faces_of(word))


def faces_of(digits: str) -> tuple[int, ...]:
    return tuple(map(int, digits))


def game(preset: str, words: str = "", players: str = "Ann Ben", starter: str = "", **options: object) -> GameHistory:
    """Return a game after these words. The first player starts by default."""
    book = GameHistory(Started(preset, tuple(players.split()), starter or None, options))
    for word in words.split():
        book.write(event_of(preset, word))
    return book


def said(book: GameHistory, word: str) -> tuple[Announcement, ...]:
    before = book.state
    book.write(event_of(before.rules.name, word))
    return book.game.announcements(before, book.state)


def spoken(announcements: tuple[Announcement, ...]) -> str:
    return ", ".join(
        " ".join(str(part) for part in (one.word, one.player, one.number) if part is not None) for one in announcements
    )


def report_of(book: GameHistory) -> dict[str, Any]:
    return book.game.report(book.state)
