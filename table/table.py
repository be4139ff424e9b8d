"""The table: takes in readings, presses and orders, keeps the game, and says at every moment what it makes of them."""

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
from table.commands import CommandResult, Order, Pause, Permit, Play, Push, Reopen, SeenRevision, Tune
from table.dice.layout import HoldMode
from table.errors import NotStored
from table.feedback import ASKING, LAMPS, ON_COMING_TO, on_counting, on_pairing
from table.games import messages, rulebook
from table.pairing.window import PairingWindow
from table.panel import Button, Panel, Press, Sound
from table.permission import PressQuestions
from table.presenter import drawn, parts_of
from table.publisher import SnapshotPublisher
from table.session import ConfirmedEvent, EventStore, GameSession
from table.tracker import DiceTracker
from table.validation import Validation, played
from vision import Reading

__all__ = ["ConfirmedEvent", "Table", "TableSettings"]

STALE = CommandResult(False, "stale", "The table has gone on meanwhile: look again.")

ASIDE = (Corrected, Undone, Joined, Left, Renamed, Anted, Bet, Held, Released)
"""What happens beside the dice: a throw that lies there may still be counted, if the same player is on turn."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How this table is used: how dice are held, and whether a throw counts by itself.

    It does after ``confirm_after`` seconds at rest; never where that is 0.
    """

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
        habits: TableSettings = TableSettings(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._book = GameSession(events, journal)
        self._panel = panel
        self._habits = habits
        self._tracker = DiceTracker(habits.hold, tray)
        self._said: tuple[Announcement, ...] = ()
        self._note: str | None = None
        self._lost: str | None = None
        self._paused = False
        self._pick = 0
        self._heard: list[Callable[[Reading, float], None]] = []
        self._permission = PressQuestions(clock)
        self._moment = 0.0
        self._shown_since: tuple[tuple[Event, ...], float] | None = None
        self.orders = CommandQueue()
        self.pairing = PairingWindow(clock)
        self._judgement = self._tracker.reconsider(self._book.state)
        state = self._book.state
        self.board = SnapshotPublisher(
            Snapshot(boot, 0, Mode.WAITING, "", None, state, tray, (), self._book.number, ()), self.orders
        )
        self._show()

    @property
    def state(self) -> State:
        """Where the game stands."""
        state: State = self._book.state
        return state

    def see(self, reading: Reading, moment: float = 0.0) -> tuple[ConfirmedEvent, ...]:
        """Take in what lies on the tray at that moment: what was confirmed by it."""
        self._moment, self._lost = moment, None
        for heard in self._heard:
            heard(reading, moment)
        if self._paused:
            return ()
        before = self._judgement
        self._judgement = self._tracker.see(self._book.state, reading, moment)
        if self._judgement != before:
            self._note = None
        if self._rested_long_enough(moment):
            return self._try(Press(Button.ROLL, moment))
        self._show()
        return ()

    @property
    def rolls(self) -> int:
        """How many rolls the game has had."""
        return self._book.rolls

    def listen(self, heard: Callable[[Reading, float], None]) -> None:
        """From now on ``heard`` is told of each reading and its moment, beside whoever is already."""
        self._heard.append(heard)

    def camera_lost(self, why: str) -> None:
        """There are no pictures; ``why`` is said beside it."""
        self._lost = why
        self._show()

    def attend(self) -> tuple[ConfirmedEvent, ...]:
        """Do what is to be done between frames, which is what pages ask for: what was confirmed by it."""
        counted: list[ConfirmedEvent] = []

        def carry_out(order: Order, seen: SeenRevision | None) -> CommandResult:
            if seen and self.board.is_stale(order, seen):
                return STALE
            try:
                counted.extend(self._obey(order))
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
        """Nothing is attended to any more: whoever waits for a permission gets none."""
        self._permission.withdraw()

    def answers(self, press: Press) -> bool:
        """Return whether that press is for pairing or for a permission that is asked for, and not for the game."""
        return self.pairing.takes(press) or self._permission.is_answered_by(press)

    def press(self, press: Press) -> tuple[ConfirmedEvent, ...]:
        """Do what a button pressed on the tray means. Returns the events it confirmed.

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
        return self._try(press)

    def _try(self, press: Press) -> tuple[ConfirmedEvent, ...]:
        """Do what a button means to the game; nothing if it is refused (the board then says why)."""
        try:
            return self._pressed(press)
        except Refused as refused:
            why = refused.why
        except NotStored as error:
            why = str(error)
        self._note = why
        self._panel.sound(Sound.REFUSED)
        self._show()
        return ()

    def _obey(self, order: Order) -> tuple[ConfirmedEvent, ...]:
        match order:
            case Push(button):
                return self._pressed(Press(Button(button), self._moment))
            case Pause(on):
                self._pause(on)
                return ()
            case Permit():
                self._permission.ask(order, has_buttons=self._panel.has_buttons, is_free=not self.pairing.is_open)
                self._panel.sound(Sound.ASKED)
                self._show()
                return ()
            case Tune(brightness, sounds):
                self._panel.tune(brightness, sounds)
                return ()
            case Reopen(game):
                self._reopen(game)
                return ()
            case Play(event, sure):
                event = replace(event, told=True) if isinstance(event, Rolled) else event
                return self._confirm((event,), self._moment, sure=sure)

    def _reopen(self, game: int) -> None:
        """Go on with another game; what lies there was not thrown in it."""
        self._book.reopen(game)
        self._tracker.confirm()
        self._said, self._note, self._pick = (), None, 0
        self._judgement = self._tracker.reconsider(self._book.state)
        self._show()

    def _pressed(self, press: Press) -> tuple[ConfirmedEvent, ...]:
        match press.button:
            case Button.PAUSE:
                self._pause(not self._paused)
                return ()
            case Button.ROLL | Button.STAND if self._paused:
                self._pause(False)
                return ()
            case Button.TAKE_BACK:
                return self._confirm((Undone(),), press.time)
            case Button.NEXT | Button.PREVIOUS:
                self._turn(1 if press.button is Button.NEXT else -1)
                return ()
            case Button.PICK:
                return self._confirm((self._picked(press.choice),), press.time)
        return self._confirm(self._events_of(press.button), press.time)

    def _confirm(self, events: Sequence[Event], moment: float, *, sure: bool = False) -> tuple[ConfirmedEvent, ...]:
        """Enter the events in the ledger, and say on page, lamp and buzzer that they count."""
        was = self._misread(events)
        player = self._player()
        counted = self._book.enter(events, moment, sure=sure)
        if was:
            self._tracker.correct(*was)
        if self._player() != player or not all(isinstance(event, ASIDE) for event in events):
            self._tracker.confirm()
        self._said = tuple(one for each in counted for one in each.said)
        self._note, self._pick = None, 0
        self._judgement = self._tracker.reconsider(self._book.state)
        self._panel.sound(on_counting(self._said))
        self._show()
        return counted

    def _player(self) -> str:
        state = self._book.state
        return rulebook(state).player(state)

    def _misread(self, events: Sequence[Event]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """What a roll of the turn that is on was read as, and what it showed, where a correction says so."""
        for event in events:
            if isinstance(event, Corrected) and self._book.reaches_back(event) is None:
                return self._book.roll_of(event.roll), event.dice
        return None

    def _events_of(self, button: Button) -> tuple[Event, ...]:
        """What the button means now, as events that the rules allow; :class:`Refused` says why there are none."""
        judgement, state = self._judgement, self._book.state
        book = rulebook(state)
        if book.is_over(state):
            return (book.next_game(state),)
        if self._lost is not None:
            raise Refused("camera_lost", self._lost)
        if judgement.mode in (Mode.MOVING, Mode.OBSTRUCTED):
            raise Refused("not_at_rest", messages.NOT_AT_REST)
        if judgement.mode in (Mode.UNSURE, Mode.ASTRAY, Mode.ILLEGAL, Mode.WRONG_NUMBER):
            raise Refused("not_a_throw", judgement.note or judgement.prompt)
        if not judgement.throw:
            if button is Button.STAND:
                return book.stand(state)
            raise Refused("nothing_thrown", messages.NOTHING_THROWN)
        if button is Button.ROLL:
            return judgement.throw
        return (*judgement.throw, *book.stand_after(played(state, judgement.throw)))

    def _rested_long_enough(self, moment: float) -> bool:
        """Whether the same throw has been shown for as long as it takes to count by itself."""
        if not self._judgement.throw or not self._habits.confirm_after:
            self._shown_since = None
            return False
        if self._shown_since is None or self._shown_since[0] != self._judgement.throw:
            self._shown_since = (self._judgement.throw, moment)
        return moment - self._shown_since[1] >= self._habits.confirm_after

    def _pause(self, on: bool) -> None:
        if on:
            self._tracker.pause()
        self._paused, self._note, self._shown_since = on, None, None
        self._show()

    def _turn(self, by: int) -> None:
        """The encoder was turned: the next of what may be picked."""
        choices = rulebook(self._book.state).choices(self._book.state)
        if not choices:
            raise Refused("nothing_to_pick", messages.NOTHING_TO_PICK)
        self._pick = (self._pick + by) % len(choices)
        self._note = messages.to_pick(choices[self._pick].words)
        self._show()

    def _picked(self, name: str | None) -> Event:
        """What is picked: the choice of that name, or the one that the encoder shows."""
        choices = rulebook(self._book.state).choices(self._book.state)
        if not choices:
            raise Refused("nothing_to_pick", messages.NOTHING_TO_PICK)
        if name is None:
            return choices[self._pick].event
        event = next((choice.event for choice in choices if choice.name == name), None)
        if event is None:
            raise Refused("not_to_be_picked", messages.not_to_be_picked(name))
        return event

    def _now(self) -> Validation:
        """What is shown: the judgement, unless there is nothing to judge by."""
        if self._paused:
            return Validation(Mode.PAUSED, messages.PAUSED)
        if self._lost is not None:
            return Validation(Mode.LOST, messages.CAMERA_LOST, self._lost)
        return self._judgement

    def _show(self) -> None:
        now, latest = self._now(), self.board.latest
        state, dice = self._book.state, self._tracker.dice
        pairing, signal, asking = self.pairing.is_open, self.pairing.signal, self._permission.deed
        after = played(state, self._judgement.throw) if self._judgement.throw else None
        self._panel.show(on_pairing(signal) if pairing else ASKING if asking else LAMPS[now.mode])
        if now.mode is not latest.mode and now.mode in ON_COMING_TO:
            self._panel.sound(ON_COMING_TO[now.mode])
        self.board.post(
            replace(
                latest,
                mode=now.mode,
                prompt=now.prompt,
                note=self._second_sentence(now),
                state=state,
                dice=drawn(dice, parts_of(state, getattr(after or state, "last", None), dice)),
                event=self._book.number,
                said=self._said,
                pairing=pairing,
                signal=signal,
                log=self._book.events,
                after=after,
                asking=asking,
            )
        )

    def _second_sentence(self, now: Validation) -> str | None:
        """What pairing waits for, what is asked for, a refusal, the reason of what is shown, or the picture's problem.

        Never the first sentence again.
        """
        pairing = messages.pairing(self.pairing.signal) if self.pairing.is_open else None
        asking = messages.asking(self._permission.deed) if self._permission.deed else None
        notes = (pairing, asking, self._note, now.note, self._tracker.problem)
        return next((note for note in notes if note and note != now.prompt), None)
