"""The table: takes in readings, presses and commands, runs the game, and publishes a snapshot of every moment."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine import (
    Announcement,
    Anted,
    BadRules,
    Bet,
    Corrected,
    Event,
    Held,
    Joined,
    Left,
    Refused,
    Released,
    Renamed,
    Rolled,
    State,
    Undone,
)
from engine.names import sentence
from table import Mode, Snapshot, TrayView
from table.command_queue import CommandQueue
from table.commands import (
    CommandResult,
    Order,
    Pause,
    Permit,
    PickOne,
    Play,
    Push,
    Reopen,
    SeenRevision,
    TogglePause,
    Tune,
    TurnEncoder,
)
from table.dice.layout import HoldMode
from table.errors import NotStored
from table.feedback import ASKING, LAMPS, ON_COMING_TO, on_counting, on_pairing
from table.games import messages, rulebook
from table.games.rulebook import Pick
from table.inputs import AutoConfirm, EncoderPicker, command_of, events_of
from table.pairing.window import PairingWindow
from table.panel.panel import Panel, Press, Sound
from table.panel.permission import PressQuestions
from table.presenter import snapshot_of
from table.publisher import SnapshotPublisher
from table.session import ConfirmedEvent, EventStore, GameSession
from table.tracker import DiceTracker
from table.validation import Validation
from vision import Reading

__all__ = ["ConfirmedEvent", "Table", "TableSettings"]

STALE = CommandResult(False, "stale", "The table has gone on meanwhile: look again.")

ASIDE = (Corrected, Undone, Joined, Left, Renamed, Anted, Bet, Held, Released)
"""Events beside the dice: a throw that lies there may still be counted, if the same player is on turn."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Hold mode, and the seconds at rest after which a throw is confirmed automatically (0: never)."""

    hold: HoldMode = HoldMode.RAIL
    confirm_after: float = 0.0


class Table:
    """One table with one game open. All but :attr:`orders` and :attr:`pairing` belongs to the thread that runs it.

    ``clock`` is that of pairing and of permissions, which go on while there are no frames.
    """

    def __init__(
        self,
        events: Sequence[Event],
        journal: EventStore,
        panel: Panel,
        tray: TrayView,
        boot: str,
        settings: TableSettings = TableSettings(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = GameSession(events, journal)
        self._panel = panel
        self._tracker = DiceTracker(settings.hold, tray)
        self._picker = EncoderPicker()
        self._auto_confirm = AutoConfirm(settings.confirm_after)
        self._said: tuple[Announcement, ...] = ()
        self._note: str | None = None
        self._lost: str | None = None
        self._paused = False
        self._permission = PressQuestions(clock)
        self._moment = 0.0
        self.orders = CommandQueue()
        self.pairing = PairingWindow(clock)
        state = self._session.state
        self._validation = self._tracker.reconsider(state)
        first = Snapshot(boot, 0, Mode.WAITING, "", None, state, tray, (), self._session.number, ())
        self.board = SnapshotPublisher(first, self.orders)
        self._show()

    @property
    def state(self) -> State:
        """The state of the game."""
        state: State = self._session.state
        return state

    @property
    def rolls(self) -> int:
        """The number of rolls that the game has had."""
        return self._session.rolls

    @property
    def opened(self) -> int:
        """The number of games that this table has opened, with the current one."""
        return self._session.opened

    def see(self, reading: Reading, moment: float = 0.0) -> tuple[ConfirmedEvent, ...]:
        """Take in what lies on the tray at that moment (s). Returns the events that it confirmed."""
        self._moment, self._lost = moment, None
        if self._paused:
            return ()
        before = self._validation
        self._validation = self._tracker.see(self._session.state, reading, moment)
        if self._validation != before:
            self._note = None
        if self._auto_confirm.is_due(self._validation.throw, moment):
            return self._try(Push("roll"), moment)
        self._show()
        return ()

    def camera_lost(self, why: str) -> None:
        """Show that there are no pictures, and why."""
        self._lost = why
        self._show()

    def attend(self) -> tuple[ConfirmedEvent, ...]:
        """Carry out the commands that wait. Returns the events that they confirmed."""
        counted: list[ConfirmedEvent] = []

        def carry_out(command: Order, seen: SeenRevision | None) -> CommandResult:
            if seen and self.board.is_stale(command, seen):
                return STALE
            try:
                counted.extend(self._do(command, self._moment))
            except Refused as refused:
                return CommandResult(False, refused.code, refused.why)
            except BadRules as error:
                return CommandResult(False, "bad_rules", sentence(str(error)))
            except NotStored as error:
                return CommandResult(False, "not_kept", str(error))
            return CommandResult(True)

        self.orders.carry_out(carry_out)
        if self.pairing.attend():
            self._show()
        if self._permission.pass_time():
            self._show()
        return tuple(counted)

    def end(self) -> None:
        """Withdraw the current question, if there is one."""
        self._permission.withdraw()

    def answers(self, press: Press) -> bool:
        """Return whether that press is for pairing or for a permission that is asked for, and not for the game."""
        return self.pairing.takes(press) or self._permission.is_answered_by(press)

    def press(self, press: Press) -> tuple[ConfirmedEvent, ...]:
        """Do what a button pressed on the tray means. Returns the events that it confirmed.

        While pairing shows a request, or a permission is asked for, ROLL and STAND answer that and mean nothing to the
        game.
        """
        if self.pairing.press(press):
            if self.pairing.is_open:
                self._permission.withdraw()
            self._show()
            return ()
        if self._permission.is_answered_by(press):
            self._permission.answer(press)
            self._show()
            return ()
        command = command_of(press)
        return self._try(command, press.time) if command else ()

    def _try(self, command: Order, moment: float) -> tuple[ConfirmedEvent, ...]:
        """Carry out the command. If it is refused, show why and return nothing."""
        try:
            return self._do(command, moment)
        except Refused as refused:
            why = refused.why
        except NotStored as error:
            why = str(error)
        self._note = why
        self._panel.sound(Sound.REFUSED)
        self._show()
        return ()

    def _do(self, command: Order, moment: float) -> tuple[ConfirmedEvent, ...]:
        match command:
            case Push("take_back"):
                return self._confirm((Undone(),), moment)
            case Push() if self._paused:
                self._pause(False)
            case Push(button):
                events = events_of(button, self._validation, self._session.state, self._lost)
                return self._confirm(events, moment)
            case Play(event, sure):
                event = replace(event, told=True) if isinstance(event, Rolled) else event
                return self._confirm((event,), moment, sure=sure)
            case PickOne(name):
                return self._confirm((self._picker.event(self._picks(), name),), moment)
            case TurnEncoder(by):
                self._note = messages.to_pick(self._picker.turn(self._picks(), by).words)
                self._show()
            case Pause(on):
                self._pause(on)
            case TogglePause():
                self._pause(not self._paused)
            case Permit():
                self._permission.ask(command, has_buttons=self._panel.has_buttons, is_free=not self.pairing.is_open)
                self._panel.sound(Sound.ASKED)
                self._show()
            case Tune(brightness, sounds):
                self._panel.tune(brightness, sounds)
            case Reopen(game):
                self._reopen(game)
        return ()

    def _reopen(self, game: int) -> None:
        """Continue another game. The dice that lie there were not thrown in it."""
        self._session.reopen(game)
        self._tracker.confirm()
        self._said, self._note = (), None
        self._picker.reset()
        self._validation = self._tracker.reconsider(self._session.state)
        self._show()

    def _confirm(self, events: Sequence[Event], moment: float, *, sure: bool = False) -> tuple[ConfirmedEvent, ...]:
        """Enter the events in the session, and show on page, lamp and buzzer that they count."""
        misread, player = self._misread(events), self._player()
        counted = self._session.enter(events, moment, sure=sure)
        if misread:
            self._tracker.correct(*misread)
        if self._player() != player or not all(isinstance(event, ASIDE) for event in events):
            self._tracker.confirm()
        self._said = tuple(one for each in counted for one in each.said)
        self._note = None
        self._picker.reset()
        self._validation = self._tracker.reconsider(self._session.state)
        self._panel.sound(on_counting(self._said))
        self._show()
        return counted

    def _player(self) -> str:
        return rulebook(self._session.state).player(self._session.state)

    def _picks(self) -> Sequence[Pick]:
        return rulebook(self._session.state).choices(self._session.state)

    def _misread(self, events: Sequence[Event]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return what a roll of this turn was read as, and what it showed, if one of the events corrects one."""
        for event in events:
            if isinstance(event, Corrected) and self._session.reaches_back(event) is None:
                return self._session.roll_of(event.roll), event.dice
        return None

    def _pause(self, on: bool) -> None:
        if on:
            self._tracker.pause()
        self._paused, self._note = on, None
        self._auto_confirm.reset()
        self._show()

    def _shown(self) -> Validation:
        """Return what is shown: the validation, unless there is nothing to validate."""
        if self._paused:
            return Validation(Mode.PAUSED, messages.PAUSED)
        if self._lost is not None:
            return Validation(Mode.LOST, messages.CAMERA_LOST, self._lost)
        return self._validation

    def _show(self) -> None:
        shown, latest = self._shown(), self.board.latest
        pairing, signal, asking = self.pairing.is_open, self.pairing.signal, self._permission.deed
        self._panel.show(on_pairing(signal) if pairing else ASKING if asking else LAMPS[shown.mode])
        if shown.mode is not latest.mode and shown.mode in ON_COMING_TO:
            self._panel.sound(ON_COMING_TO[shown.mode])
        more = {"said": self._said, "pairing": pairing, "signal": signal, "asking": asking}
        more["note"] = self._second_sentence(shown)
        self.board.post(snapshot_of(latest, self._session, self._tracker.dice, shown, self._validation.throw, **more))

    def _second_sentence(self, shown: Validation) -> str | None:
        """Return the second sentence: on pairing, a question, a refusal, a reason, or the picture's problem.

        It never repeats the first sentence.
        """
        pairing = messages.pairing(self.pairing.signal) if self.pairing.is_open else None
        asking = messages.asking(self._permission.deed) if self._permission.deed else None
        notes = (pairing, asking, self._note, shown.note, self._tracker.problem)
        return next((note for note in notes if note and note != shown.prompt), None)
