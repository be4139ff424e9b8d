"""What a game must be to be played here, and which games there are, by the names of their rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.announcements import Announcement
from engine.errors import BadRules
from engine.events import Event, Started
from engine.names import nearest
from engine.tray import Expectation

Place = tuple[int, int, int]
"""A part of a game: the round, the leg of that round, and the seat whose turn it is (-1: everybody's)."""

Step = tuple[Any, Event]
"""A state, and the event that was done in it."""

Titles = Mapping[str, Mapping[str, tuple[str, str]]]
"""By language, as in ``en``, and by preset: what rules are called where a game is begun, and a line on them."""


class Game(Protocol):
    """One game's rules as functions over frozen states.

    A state is the game's own; whoever is not the game knows of it only that it compares.
    """

    kind: str
    """What it is played as: games of one kind have states of one type, so page and table treat them alike."""

    presets: Sequence[str]
    """The names of its rules."""

    titles: Titles
    """What each of them is called, in English at least."""

    options: Sequence[str]
    """The keys of what may be chosen in its rules."""

    events: Mapping[str, type[Event]]
    """The facts that only this game knows, by the names that a log has for them."""

    commands: Mapping[str, type[Event]]
    """What may be said to it in the line protocol besides what all games know."""

    def rules(self, preset: str, options: Mapping[str, object]) -> Any:
        """The rules of that name with these options; :class:`BadRules` says what is wrong with them."""

    def begin(self, start: Started) -> Any:
        """The state in which a game begins; :class:`BadRules` if nobody can play it."""

    def next_game(self, state: Any) -> Started:
        """The start of the game after this one, of those who are still there."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after one more event; :class:`~engine.Refused` if the rules do not allow it now."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """The names of what may be done next."""

    def place(self, state: Any, event: Event | None = None) -> Place | None:
        """Where play stands, or which part of the game the event belongs to.

        None once the game is over, and for those who join, leave, or are renamed.
        """

    def is_over(self, state: Any, place: Place | None) -> bool:
        """Whether that part of the game lies behind."""

    def totals(self, state: Any) -> dict[str, int]:
        """What decides the game, by player."""

    def expected_tray(self, state: Any) -> Expectation:
        """What the player on turn must have set aside, and how many dice must be thrown."""

    def why_not_held(self, state: Any, face: int) -> str:
        """Why a die of that face, beside those held, may not be set aside now: one sentence."""

    def announcements(self, before: Any, after: Any) -> tuple[Announcement, ...]:
        """What the step from one state to the next is called at the table."""

    def report(self, state: Any) -> dict[str, object]:
        """The state as the line protocol tells it."""

    def advice(self, state: Any, aim: str) -> dict[str, object]:
        """What the player on turn had best do for that aim, what it is worth, and what every other choice costs."""

    def review(self, steps: Sequence[Step], /) -> dict[str, object]:
        """What each decision of a game cost, and how lucky each roll was, as the line protocol tells it."""

    def text(self, state: Any) -> str:
        """The state as one line of text."""

    def parse(self, text: str) -> Any:
        """The state that such a line tells; :class:`~engine.BadLog` for any other line."""


_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known under the names of its rules."""
    _GAMES.update(dict.fromkeys(game.presets, game))


def game_of(preset: str) -> Game:
    """The game that is played by the rules of that name; :class:`BadRules` names the nearest one if there is none."""
    if preset in _GAMES:
        return _GAMES[preset]
    known = "; known are " + ", ".join(_GAMES)
    raise BadRules(f"there are no rules called “{preset[:60]}”{nearest(preset, tuple(_GAMES)) or known}")


def presets_of_all() -> tuple[str, ...]:
    """The names of all rules, those of one game together."""
    return tuple(_GAMES)


def title_of(preset: str, language: str) -> tuple[str, str]:
    """What those rules are called in that language, or else in English, and a line on them."""
    titles = game_of(preset).titles
    return titles.get(language, titles["en"])[preset]


def events_of_all() -> dict[str, type[Event]]:
    """The facts that some game knows beside those that all know."""
    return {name: kind for game in _GAMES.values() for name, kind in game.events.items()}
