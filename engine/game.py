"""The protocol that every game implements, a base class, and the registry of games by the names of their rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from engine.errors import BadRules
from engine.events import SHARED, Event, Joined, Left, Renamed, Rolled, Started
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.names import nearest
from engine.reports.figures import MOST_FEATS, Part
from engine.reports.moments import Found, MomentText, SeenStep
from engine.reports.odds_report import Figure, OddsAsked, OddsReport
from engine.reports.purse import Purses
from engine.reports.win_chances import WinChances
from engine.values import Announcement, AnyState, Expectation, GameOutcome

Place = tuple[int, int, int]
"""A part of a game: the round, the leg of that round, and the seat on turn (-1: all seats)."""

Step = tuple[Any, Event]
"""A state, and the event applied to it."""

RecordedAs = Literal["pass", "pick", "aside"]
"""What an event is in a recording: a roll passed, a pick among names, or dice set aside."""

Titles = Mapping[str, tuple[Text, Text]]
"""By preset: the title of the rules where a game is begun, and a short description."""


class Game(Protocol):
    """One game's rules as functions over frozen states.

    The type of a state is private to the game. Other code may only compare states.
    """

    kind: str
    """The kind of game. Games of one kind share one type of state, and page and table treat them alike."""

    title: Text
    """What the game is called in a sentence."""

    also: Text | None = None
    """What else the game is called: names with “, ” between them."""

    presets: Sequence[str]
    """The names of its rules."""

    written: str = ""
    """The text of an owner's game, which the start of each of its games carries; empty for a game of the house."""

    titles: Titles
    """Their titles and descriptions."""

    options: Sequence[str]
    """The keys of the options of its rules."""

    is_beside: bool = False
    """Whether it is played beside the games, and never offered as one."""

    lowest_wins: bool = False
    """Whether the lowest of the totals wins."""

    feats: Sequence[str] = ()
    """What is counted of each player besides scores, by name, :data:`~engine.reports.figures.MOST_FEATS` at most."""

    moment_texts: Mapping[str, MomentText] = {}
    """The moments of this game by their keys, which begin with its kind: ``kind.moment``."""

    events: Mapping[str, type[Event]]
    """The events of this game only, by their names in a log, which begin with its kind: ``kind.event``."""

    commands: Mapping[str, type[Event]]
    """The commands of this game only in the line protocol."""

    terms: Mapping[str, Text]
    """The words of its announcements, as sentences have them."""

    examples: Mapping[str, str]
    """An example of each of its commands in the line protocol."""

    aims: Sequence[str]
    """The aims that it has advice for."""

    picks: Sequence[str] = ()
    """The names among which a player picks, such as the boxes of a card."""

    recorded: Mapping[type[Event], RecordedAs] = {}
    """What its events are in a recording. Those that are not here follow from the next throw."""

    def rules(self, preset: str, options: Mapping[str, object]) -> Any:
        """Return the rules of that name with these options. Raises :class:`BadRules` for invalid ones."""

    def begin(self, start: Started) -> Any:
        """Return the state in which a game begins. Raises :class:`BadRules` for rules that cannot be played."""

    def apply(self, state: Any, event: Event, /) -> Any:
        """Return the state after one more event. Raises :class:`~engine.Refused` if the rules do not allow it now."""

    def legal_actions(self, state: Any) -> tuple[str, ...]:
        """Return the names of the actions that are allowed next."""

    def expected_tray(self, state: Any) -> Expectation:
        """Return what the player on turn must have set aside, and how many dice must be thrown."""

    def why_not_held(self, state: Any, face: int) -> str:
        """Return why a die of that face, beside those held, may not be set aside now, as one sentence."""

    def announcements(self, before: Any, after: Any) -> tuple[Announcement, ...]:
        """Return the announcements of the step from one state to the next."""

    def report(self, state: Any) -> dict[str, object]:
        """Return the state in the form of the line protocol."""

    def event_in_words(self, event: Event, player: str) -> str | None:
        """Return an event of this game only as a sentence without a full stop; None for every other event."""

    def outcome(self, state: Any) -> GameOutcome:
        """Return how a game stands, or how it ended; between two rounds as it stood at the end of the last."""

    def odds_report(self, rules: Any, asked: OddsAsked) -> OddsReport:
        """Return the odds of these rules. Raises :class:`~engine.Refused` for what is asked and not available."""

    def start_of(self, log: Sequence[Event]) -> Started:
        """Return the start of a stored game, with the rules by which it was played if a preset has changed since."""
        start = log[0]
        assert isinstance(start, Started)
        return start

    def as_taken(self, _state: Any, _event: Event) -> Event | None:
        """Return the event as former versions took it, of one that is refused now; None if they refused it too."""
        return None

    def next_game(self, state: Any) -> Started:
        """Return the start of the next game, with the players who are still present."""

    def most_head_start(self, _rules: Any) -> int:
        """Return the most points that a player may begin with; 0 where the points of the game don't add up."""
        return 0

    def place(self, state: Any, event: Event | None = None) -> Place | None:
        """Return the current place in the game, or the place that the event belongs to.

        None once the game is over, and for events in which a player joins, leaves or is renamed.
        """

    def is_over(self, state: Any, place: Place | None) -> bool:
        """Return whether that part of the game is finished."""

    def totals(self, state: Any) -> dict[str, int]:
        """Return the values that decide the game, by player."""

    def merits(self, state: Any) -> dict[str, tuple[int, ...]]:
        """Return the values by which the players rank once the game is over, the larger the better."""
        sign = -1 if self.lowest_wins else 1
        return {name: (sign * total,) for name, total in self.totals(state).items()}

    def figures(self, steps: Sequence[Step], state: Any, *, look_back: bool) -> tuple[Part, ...]:
        """Return each player's part in the game of these steps, which lead to that state, in the order of the seats.

        ``look_back`` includes the coach's review, which takes up to some seconds.
        """

    def moments_of(self, _step: SeenStep, _past: Sequence[SeenStep], /) -> Iterator[Found]:
        """Yield the moments of one step; ``past`` are the steps before it."""
        yield from ()

    def win_chances(self, _state: Any, /) -> WinChances | None:
        """Return each player's chance to win while the game goes on, None where nothing honest can be said."""
        return None

    def moved(self, _state: Any) -> Purses:
        """Return the chips and drinks that the game has moved, as if it ended now; empty for a game without any."""
        return {}

    def advice(self, state: Any, aim: str) -> dict[str, object]:
        """Return the best choice of the player on turn for that aim, its value, and the cost of every other choice."""

    def review(self, steps: Sequence[Step], /) -> dict[str, object]:
        """Return the cost of each decision of a game and the luck of each roll, in the form of the line protocol."""

    def odds(self, rules: Any) -> Mapping[str, Figure]:
        """Return the exact figures of these rules by name: chances, and means of a score."""


def thrower_of(state: Any, event: Event | None) -> str | None:
    """Return the player whose turn the event belongs to, or else the player on turn; None as in :meth:`Game.place`."""
    if isinstance(event, Joined | Left | Renamed):
        return None
    player: str | None = (event.player if isinstance(event, Rolled) else None) or state.player
    return player


_GAMES: dict[str, Game] = {}
_EVENTS: dict[str, type[Event]] = {}
KEPT = 256
_offered: tuple[str, ...] = ()
"""The rules of the owner's games that are offered. Of the others, which may be on, the latest ``KEPT`` stay known."""


def register(game: Game) -> None:
    """Register a game under the names of its rules, and its events under theirs.

    Raises :class:`ValueError` for a name that is taken, of rules or of an event, and for too many feats, and changes
    nothing then.
    """
    if taken := next((preset for preset in game.presets if preset in _GAMES), None):
        raise ValueError(f"two games have rules called {taken!r}: give the rules of one another name")
    if len(game.feats) > MOST_FEATS:
        raise ValueError(f"{game.kind} counts {len(game.feats)} feats: {MOST_FEATS} are the most")
    for name, event in game.events.items():
        if {**SHARED, **_EVENTS}.get(name, event) is not event:
            raise ValueError(f"two events are called {name!r}: call this one {game.kind + '.' + name!r}")
    _GAMES.update(dict.fromkeys(game.presets, game))
    _EVENTS.update(game.events)


def unregister(game: Game) -> None:
    """Take away a game that was registered. Its events and rules are unknown from now on."""
    for preset in game.presets:
        _GAMES.pop(preset, None)
    for name in game.events:
        if not any(name in other.events for other in _GAMES.values()):
            _EVENTS.pop(name, None)


def offer(presets: Sequence[str]) -> None:
    """Offer these rules of owner's games, and no others of theirs, besides those of the house's games."""
    global _offered
    _offered = tuple(presets)
    for game in [one for one in games_of_all() if one.written and not set(one.presets) & set(presets)][:-KEPT]:
        unregister(game)


def game_of(preset: str) -> Game:
    """Return the game with rules of that name.

    Raises :class:`BadRules`, which suggests the nearest name, if there is none.
    """
    if preset in _GAMES:
        return _GAMES[preset]
    raise no_such_rules(preset, tuple(_GAMES))


def no_such_rules(preset: str, known: Sequence[str]) -> BadRules:
    """Return the error for rules that are not among the known ones. It suggests the nearest name, or all of them."""
    games = [game for game in games_of_all() if game.presets[0] in known]
    also = {name: game.presets[0] for game in games for name in f"{game.title}, {game.also or game.kind}".split(", ")}
    listed = _("; choose from {known}", known=", ".join(known))
    return BadRules(
        _(
            "there are no rules called “{preset}”{nearest}",
            preset=preset[:60],
            nearest=nearest(preset, {**dict(zip(known, known, strict=True)), **also}) or listed,
        )
    )


def games_of_all(*, beside: bool = False) -> tuple[Game, ...]:
    """Return the games that are offered, and if wanted those that are played beside them."""
    return tuple(game for game in dict.fromkeys(_GAMES.values()) if beside or not game.is_beside)


def owner_of(event: type[Event]) -> Game | None:
    """Return the first game that has events of that type, None for the events that all games share."""
    return next((game for game in _GAMES.values() if event in game.events.values()), None)


def kinds_of_all() -> tuple[str, ...]:
    return tuple(dict.fromkeys(game.kind for game in games_of_all()))


def game_of_kind(kind: str) -> Game:
    """Return the first registered game of that kind. Raises :class:`LookupError` if there is none."""
    for game in _GAMES.values():
        if game.kind == kind:
            return game
    raise LookupError(f"there is no game of the kind {kind!r:.60}")


def presets_of_all() -> tuple[str, ...]:
    return tuple(preset for preset, game in _GAMES.items() if not game.is_beside)


def presets_offered() -> tuple[str, ...]:
    return tuple(preset for preset in presets_of_all() if not _GAMES[preset].written or preset in _offered)


T = TypeVar("T")


class ByKind(Mapping[str, T]):
    """What there is for each kind of registered game: that of ``coded``, or what is made of a game of ``kind``."""

    def __init__(self, coded: Mapping[str, T], kind: type[Any], make: Callable[[Any], T]) -> None:
        self.coded = dict(coded)
        self._kind, self._make = kind, make

    def __getitem__(self, key: str) -> T:
        if key in self.coded:
            return self.coded[key]
        game = game_of_kind(key)
        if not isinstance(game, self._kind):
            raise LookupError(key)
        made: dict[object, T] = vars(game).setdefault("made", {})  # goes with the game if that is taken away
        if self._make not in made:
            made[self._make] = self._make(game)
        return made[self._make]

    def __contains__(self, key: object) -> bool:
        return key in self.coded or any(game.kind == key and isinstance(game, self._kind) for game in _GAMES.values())

    def __iter__(self) -> Iterator[str]:
        return (kind for kind in kinds_of_all() if kind in self)

    def __len__(self) -> int:
        return len(tuple(iter(self)))


def title_of(preset: str) -> tuple[Text, Text]:
    return game_of(preset).titles[preset]


def events_of_all() -> Mapping[str, type[Event]]:
    return _EVENTS


# Questions to the game whose rules a state names


S = TypeVar("S", bound=AnyState)


def rules_of(preset: str, options: Mapping[str, object]) -> Any:
    return game_of(preset).rules(preset, options)


def apply(state: S, event: Event) -> S:
    """Return the state after one more event. Raises :class:`~engine.Refused` if the rules do not allow it now."""
    after: S = game_of(state.rules.name).apply(state, event)
    return after


def legal_actions(state: AnyState) -> tuple[str, ...]:
    return game_of(state.rules.name).legal_actions(state)


def outcome(state: AnyState) -> GameOutcome:
    return game_of(state.rules.name).outcome(state)


def expected_tray(state: AnyState) -> Expectation:
    return game_of(state.rules.name).expected_tray(state)


def why_not_held(state: AnyState, face: int) -> str:
    return game_of(state.rules.name).why_not_held(state, face)


def announcements(before: S, after: S) -> tuple[Announcement, ...]:
    return game_of(after.rules.name).announcements(before, after)


def totals(state: AnyState) -> dict[str, int]:
    return game_of(state.rules.name).totals(state)


def next_game(state: AnyState) -> Started:
    return game_of(state.rules.name).next_game(state)
