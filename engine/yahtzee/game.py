"""Yahtzee as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Mapping, Sequence

from engine.announcements import Announcement
from engine.events import Event, Joined, Left, Renamed, Rolled, Started
from engine.game import Place, Step, Titles
from engine.tray import Expectation
from engine.yahtzee import announcements, notation, play, tray
from engine.yahtzee.analysis.advice import advise
from engine.yahtzee.analysis.report import report, report_advice, report_review
from engine.yahtzee.analysis.review import review
from engine.yahtzee.events import Kept, Scored
from engine.yahtzee.options import OPTIONS, rules_of
from engine.yahtzee.presets import PRESETS, TITLES
from engine.yahtzee.rules import Rules
from engine.yahtzee.state import State

GAME = 1
"""The first number of every place: a game is decided as a whole, not round by round."""


class Yahtzee:
    """The rules of Yahtzee behind the protocol that all games share."""

    kind = "yahtzee"
    presets: Sequence[str] = tuple(PRESETS)
    titles: Titles = TITLES
    options: Sequence[str] = OPTIONS
    events: Mapping[str, type[Event]] = {"kept": Kept, "scored": Scored}
    commands: Mapping[str, type[Event]] = {"keep": Kept, "score": Scored}

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        """Return the rules of that name with these options."""
        return rules_of(preset, options)

    def begin(self, start: Started) -> State:
        """Return the state in which a game begins."""
        return play.begin(start)

    def next_game(self, state: State) -> Started:
        """Return the start of the next game, with the same rules and players, begun by the next player present."""
        here = state.present
        after = (*state.players[state.players.index(state.starter) + 1 :], *state.players)
        starter = next((name for name in after if name in here), None)
        return Started(state.rules.name, here, starter, state.options)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after one more event."""
        return play.apply(state, event)

    def legal_actions(self, state: State) -> tuple[str, ...]:
        """Return the names of the actions that are allowed next."""
        return play.legal_actions(state)

    def place(self, state: State, event: Event | None = None) -> Place | None:
        """Return the game, the number of the box in the turn (from one), and the seat of the current turn."""
        if isinstance(event, Joined | Left | Renamed):
            return None
        player = (event.player if isinstance(event, Rolled) else None) or state.player
        if player is None:
            return None
        return GAME, len(state.cards[player].boxes) + 1, state.players.index(player)

    def is_over(self, state: State, place: Place | None) -> bool:
        """Return whether that turn is finished: its box is filled, or the game is over."""
        if state.turn is None:
            return True
        if place is None or not 0 <= place[2] < len(state.players):
            return False
        return len(state.cards[state.players[place[2]]].boxes) >= place[1]

    def totals(self, state: State) -> dict[str, int]:
        """Return each player's points so far."""
        return state.totals

    def expected_tray(self, state: State) -> Expectation:
        """Return what must be kept, and how many dice must be thrown."""
        return tray.expected_tray(state)

    def why_not_held(self, state: State, face: int) -> str:
        """Return why a die of that face may not be kept now."""
        return tray.why_not_held(state, face)

    def announcements(self, before: State, after: State) -> tuple[Announcement, ...]:
        """Return the announcements of the step from one state to the next."""
        return announcements.announcements(before, after)

    def report(self, state: State) -> dict[str, object]:
        """Return the state in the form of the line protocol."""
        return report(state)

    def text(self, state: State) -> str:
        """Return the state as one line of text."""
        return notation.text(state)

    def parse(self, text: str) -> State:
        """Return the state written as that line."""
        return notation.parse(text)

    def advice(self, state: State, aim: str) -> dict[str, object]:
        """Return advice for the player on turn and that aim."""
        return report_advice(advise(state, aim))

    def review(self, steps: Sequence[Step]) -> dict[str, object]:
        """Return the cost of each decision, and the luck of each roll."""
        return report_review(review(steps))
