"""Ship, Captain, Crew as an implementation of :class:`~engine.game.Game`."""

from collections.abc import Mapping, Sequence

from engine.announcements import Announcement
from engine.errors import Refused
from engine.events import Event, Joined, Left, Renamed, Rolled, Started
from engine.game import Place, Step, Titles
from engine.ship import announcements, notation, tray
from engine.ship.analysis.advice import advise
from engine.ship.analysis.report import report, report_advice
from engine.ship.events import Anted, Bet, Held, Passed, Released, Stopped
from engine.ship.options import OPTIONS, rules_of
from engine.ship.play import moves, rounds
from engine.ship.presets import PRESETS, TITLES
from engine.ship.rules import Rules
from engine.ship.state import Phase, State
from engine.tray import Expectation

EVERYBODY = -1


class ShipCaptainCrew:
    """The rules of Ship, Captain, Crew behind the protocol that all games share."""

    kind = "ship_captain_crew"
    presets: Sequence[str] = tuple(PRESETS)
    titles: Titles = TITLES
    options: Sequence[str] = OPTIONS
    events: Mapping[str, type[Event]] = {
        "held": Held,
        "released": Released,
        "stopped": Stopped,
        "passed": Passed,
        "anted": Anted,
        "bet": Bet,
    }
    commands: Mapping[str, type[Event]] = {
        "hold": Held,
        "release": Released,
        "stop": Stopped,
        "pass": Passed,
        "ante": Anted,
        "bet": Bet,
    }

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        """Return the rules of that name with these options."""
        return rules_of(preset, options)

    def begin(self, start: Started) -> State:
        """Return the state in which a game begins."""
        return moves.begin(start)

    def next_game(self, state: State) -> Started:
        """Return the start of the next game, with the players who are still present."""
        return rounds.next_game(state)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after one more event."""
        return moves.apply(state, event)

    def legal_actions(self, state: State) -> tuple[str, ...]:
        """Return the names of the actions that are allowed next."""
        return moves.legal_actions(state)

    def place(self, state: State, event: Event | None = None) -> Place | None:
        """Return the round, the leg and the seat of the current turn, or of the turn that a throw belongs to.

        The roll-off for the start is round 0, and its attempts are the legs.
        """
        if isinstance(event, Joined | Left | Renamed):
            return None
        player = (event.player if isinstance(event, Rolled) else None) or state.player
        if player is None:
            return None
        seat = state.players.index(player)
        match state.phase:
            case Phase.STARTER:
                return 0, state.start.attempt if state.start else 0, seat
            case Phase.ANTE:
                return state.round, EVERYBODY, EVERYBODY
        return state.round, state.rolloffs, seat

    def is_over(self, state: State, place: Place | None) -> bool:
        """Return whether that turn is finished: in an earlier round or leg, or ended."""
        if state.phase is Phase.OVER:
            return True
        now = self.place(state)
        if place is None or now is None:
            return False
        if place[:2] != now[:2]:
            return place[:2] < now[:2]
        sits = 0 <= place[2] < len(state.players)
        turn = state.leg.of(state.players[place[2]]) if state.leg and sits else None
        return state.leg is not None and turn is not None and state.leg.turns[turn].over

    def totals(self, state: State) -> dict[str, int]:
        """Return the values that decide the game: hands won, or points."""
        return rounds.totals(state)

    def expected_tray(self, state: State) -> Expectation:
        """Return what must be set aside, and how many dice must be thrown."""
        return tray.expected_tray(state)

    def why_not_held(self, state: State, face: int) -> str:
        """Return why a die of that face may not be set aside now."""
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

    def review(self, _steps: Sequence[Step]) -> dict[str, object]:
        """Raise :class:`Refused`: reviews are not offered for this game."""
        raise Refused("no_review", "Of Ship, Captain, Crew there is advice, and no review.")
