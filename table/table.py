"""The table: takes in readings, presses and commands, runs the game, and publishes a snapshot of every moment."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine import (
    Announcement,
    BadRules,
    Corrected,
    Event,
    Joined,
    Left,
    Refused,
    Renamed,
    Rolled,
    Started,
    Stopped,
    Undone,
    fold,
)
from engine.i18n import full_sentence
from engine.i18n import gettext as _
from engine.match_call import MatchCall
from table import Mode, Snapshot, TrayView
from table.commands import (
    DONE,
    AmendShake,
    Command,
    CommandQueue,
    CommandResult,
    EndShake,
    Pause,
    Permit,
    PickOne,
    Play,
    Push,
    Reopen,
    SeenRevision,
    SetUpShake,
    Shake,
    StandByHand,
    Summon,
    ThrowByHand,
    TogglePause,
    Tune,
    TurnEncoder,
    UseCamera,
)
from table.dice import HoldMode
from table.errors import NotStored
from table.feedback import LAMPS, ON_COMING_TO, on_counting
from table.games import check_start, is_idle, messages, rulebook
from table.games.calls import call_after
from table.input.hand_play import HandPlay, entered_by_hand, stand_by_hand
from table.input.presses import AutoConfirm, EncoderPicker, command_of, events_of
from table.input.tracker import DiceTracker
from table.input.validation import Validation
from table.join_requests import JoinRequests
from table.panel import Panel, Press, Sound
from table.publisher import Bulletin, SnapshotPublisher, drawn_things, snapshot_of
from table.questions import RimQuestions
from table.session import ConfirmedEvent, EventStore, GameSession, KeptState, StateStore
from table.shake import PATIENCE, SHOWN, ShakeDesk
from table.snapshot import Call
from vision import Reading

__all__ = ["ConfirmedEvent", "Table", "TableSettings"]

STALE = CommandResult(False, "stale", _("The game has moved on: check and try again."))


ASIDE = (Corrected, Undone, Joined, Left, Renamed)
"""Events of all games beside the dice: a throw that lies there may still be counted, if the same player is on turn."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Hold mode, and the seconds at rest after which a throw is confirmed automatically (0: never).

    Without ``camera`` the game is played by hand.
    """

    hold: HoldMode = HoldMode.RAIL
    confirm_after: float = 0.0
    camera: bool = True


class Table:
    """One table with one game open. All but :attr:`commands` and :attr:`pairing` belongs to the thread that runs it.

    ``clock`` is that of pairing, permissions and requests to play, which go on while there are no frames. ``store``
    keeps what must outlive a restart beside the games.
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
        store: StateStore | None = None,
    ) -> None:
        self._store = store
        self._kept = store.load() if store else KeptState()
        self._session = GameSession(events, journal, self._kept.joining)
        self._kept_in = self._session.opened
        self._shake = ShakeDesk(journal, self._session, self._kept.shake, clock)
        self._panel = panel
        self._tracker = DiceTracker(settings.hold, tray)
        self._picker = EncoderPicker()
        self._auto_confirm = AutoConfirm(settings.confirm_after)
        self._said: tuple[Announcement, ...] = ()
        self._call: Call | None = None
        self._note: str | None = None
        self._hand = HandPlay(tray, camera=settings.camera, used=self._kept.camera)
        self._paused = False
        self._summoned: MatchCall | None = None
        self._questions = RimQuestions(clock)
        self._moment = 0.0
        self.commands = CommandQueue()
        self.pairing = self._questions.pairing
        self.join_requests = JoinRequests(clock)
        self.bulletin = Bulletin()
        self._validation = self._tracker.reconsider(self.state)
        first = Snapshot(boot, 0, Mode.WAITING, "", None, self.state, tray, (), len(self._session.events), ())
        self.board = SnapshotPublisher(first, self.commands, settings.hold)
        self._keep()
        self._show()

    @property
    def state(self) -> Any:
        return self._session.state

    @property
    def rolls(self) -> int:
        return self._session.rolls

    @property
    def opened(self) -> int:
        return self._session.opened

    @property
    def thrown(self) -> bool:
        """Whether the dice on the tray came there by a throw since the last confirmed roll."""
        return self._tracker.thrown

    @property
    def throw(self) -> object:
        """The throw that may be confirmed: the same object until dice are thrown again; None without one."""
        return self._tracker.throw

    def see(self, reading: Reading, moment: float = 0.0) -> tuple[ConfirmedEvent, ...]:
        """Take in what lies on the tray at that moment (s). Returns the events that it confirmed."""
        self._moment, self._hand.lost = moment, None
        if self._paused or not self._hand.uses_camera:
            return ()
        before = self._validation
        self._validation = self._tracker.see(self._session.state, reading, moment)
        self._hand.see(thrown=self._tracker.thrown)
        if self._shake.is_over and self._tracker.thrown:
            self._give_back()  # that throw is one of the game
        if self._validation != before:
            self._note = None
        if self._auto_confirm.is_due(self._validation.throw, moment):
            return self._try(Push("roll"), moment)
        self._show()
        return ()

    def camera_lost(self, why: str) -> None:
        """Show that there are no pictures, and why."""
        self._hand.lost = why
        self._show()

    def attend(self) -> tuple[ConfirmedEvent, ...]:
        """Carry out the commands that wait. Returns the events that they confirmed."""
        counted: list[ConfirmedEvent] = []

        def execute(command: Command, seen: SeenRevision | None) -> CommandResult:
            if seen and self.board.is_stale(command, seen):
                return STALE
            counted.extend(self._do(command, self._moment))
            return DONE

        self.commands.execute(execute)
        counted.extend(self._end_shake())
        if any((self._questions.pass_time(), self.join_requests.attend(), self.bulletin.attend())):
            self._show()
        return tuple(counted)

    def end(self) -> None:
        self._questions.withdraw()

    def answers(self, press: Press) -> bool:
        """Return whether that press is for pairing or for a permission that is asked for, and not for the game."""
        return self._questions.takes(press)

    def press(self, press: Press) -> tuple[ConfirmedEvent, ...]:
        """Do what a button pressed on the tray means. Returns the events that it confirmed.

        While pairing shows a request, or a permission is asked for, ROLL and STAND answer that and mean nothing to the
        game.
        """
        if self._questions.press(press):
            self._show()
        elif command := command_of(press):
            return self._try(command, press.time)
        return ()

    def _try(self, command: Command, moment: float) -> tuple[ConfirmedEvent, ...]:
        try:
            return self._do(command, moment)
        except (Refused, NotStored, BadRules) as error:
            self._note = error.why if isinstance(error, Refused) else full_sentence(str(error))
        self._panel.sound(Sound.REFUSED)
        self._show()
        return ()

    def _do(self, command: Command, moment: float) -> tuple[ConfirmedEvent, ...]:
        if self._shake.is_on and self._shake.base is not None:
            match command:
                case Push("roll" | "stand") | ThrowByHand() | StandByHand() if self._shake.is_over:
                    self._give_back()
                    return ()
                case Reopen() | Shake() | AmendShake() | Play(Started()):
                    if not self._shake.is_over:
                        raise Refused("shake_on", _("{player} is shaking: wait a moment.", player=self.state.player))
                    self._give_back()
        match command:
            case Push("take_back"):
                return self._confirm((Undone(),), moment)
            case Push() if self._paused:
                self._pause(False)
            case Push("roll") if call := self._waiting:
                counted = self._confirm((call.start,), moment)
                self._summoned = None
                self._show()
                return counted
            case Summon(call):
                self._summoned = None
                try:
                    if call:
                        check_start(call.start)
                    self._summoned = call
                finally:
                    self._show()
            case Push(button) if rulebook(self._session.state).steps(self._session.state):
                return self._do(TurnEncoder(1) if button == "roll" else PickOne(None), moment)
            case Push(button):
                state, current = self._session.state, self._hand.current(self._session.state, self._validation)
                joining = self._session.joining
                return self._confirm(events_of(button, current, state, self._hand.why_not, joining), moment)
            case Play(Rolled() as roll, sure):
                return self._confirm((replace(roll, told=True),), moment, sure=sure)
            case ThrowByHand(aside, dice):
                return self._confirm(entered_by_hand(self._session.state, aside, dice), moment)
            case StandByHand():
                return self._confirm(stand_by_hand(self._session.state), moment)
            case Play(event, sure):
                if isinstance(event, Started):
                    check_start(event)
                return self._confirm((event,), moment, sure=sure)
            case PickOne(name):
                return self._confirm((self._picker.event(self._session.state, name),), moment)
            case TurnEncoder(by):
                pick = self._picker.turn(self._session.state, by)
                self._note = None if self._picks_by_buttons else messages.to_pick(pick.words)
                self._show()
            case Pause(on):
                self._pause(on)
            case UseCamera(on):
                self._hand.use_camera(on)
                self._tracker.pause()  # what lies there then was not thrown in view
                self._auto_confirm.reset()
                self._keep()
                self._show()
            case TogglePause():
                self._pause(not self._paused)
            case Permit():
                self._questions.ask(command, has_buttons=self._panel.has_buttons)
                self._panel.sound(Sound.ASKED)
                self._show()
            case Tune(brightness, sounds):
                self._panel.tune(brightness, sounds)
            case Reopen(game):
                self._reopen(game)
            case Shake(player, day):
                self._check_between_turns()
                start = self._shake.start(player, day)
                fold([start])
                self._shake.base = self._shake.number
                return self._confirm((start,), moment)
            case EndShake() if self._shake.is_over or (self._shake.is_on and not self.state.turn.throws):
                self._give_back()
            case EndShake():
                raise Refused("no_shake", _("No shake waits for its first roll."))
            case SetUpShake(options):
                self._set_up_shake(options)
            case AmendShake(game, event):
                self._check_between_turns()
                self._amend(game, event, moment)
        return ()

    @property
    def _waiting(self) -> MatchCall | None:
        """The match that ROLL opens now, if the venue has called one."""
        call, log = self._summoned, self._session.events
        if call is None or self._shake.is_on or not is_idle(self.state, log) or log[0] == call.start:
            return None
        return call

    def _set_up_shake(self, options: Mapping[str, object] | None) -> None:
        before = self._shake.options
        self._shake.set_up(options)
        self._keep()
        if self._store and self._kept.shake != options:
            self._shake.set_up(before)
            raise NotStored(_("The disk can’t be written: free up space."))
        self._show()

    def _check_between_turns(self) -> None:
        book = rulebook(self.state)
        if self._tracker.thrown or (book.begun(self.state) and not book.is_over(self.state)):
            raise Refused("mid_turn", _("{player} is in the middle of a turn.", player=self.state.player))

    def _amend(self, game: int, event: Event, moment: float) -> None:
        """Add the event to an earlier shake, and return to the open game."""
        base = self._shake.number
        self._session.reopen(game, beside=True)
        try:
            if not self._shake.is_on:
                raise Refused("no_shake", _("Game {game} is no Shake of the Day.", game=game))
            self._session.enter((event,), moment, sure=True)
        finally:
            self._reopen(base)

    def _end_shake(self) -> tuple[ConfirmedEvent, ...]:
        """Give the tray back after a shake that is over, or that nobody goes on with."""
        if not self._shake.is_on or self._shake.base is None or self._tracker.thrown:
            return ()
        rests = self._shake.rests()
        if rests < (SHOWN if self._shake.is_over else PATIENCE):
            return ()
        if self._shake.is_over or not self.state.turn.throws:
            with suppress(NotStored):
                self._give_back()
            return ()
        return self._try(Play(Stopped()), self._moment)

    def _give_back(self) -> None:
        if self._shake.base is not None:
            try:
                self._reopen(self._shake.base)
            except NotStored:
                if self._shake.is_journal_in_trouble:
                    raise
                self._shake.base = None  # that game can't go on, so another begins

    @property
    def _picks_by_buttons(self) -> bool:
        state = self._session.state
        return self._panel.has_buttons and not self._paused and rulebook(state).steps(state)

    def _reopen(self, game: int) -> None:
        """Continue another game. The dice that lie there were not thrown in it, unless a shake was over before."""
        thrown = self._shake.is_over and self._tracker.thrown
        self._session.reopen(game)
        self._shake.renew()
        if not thrown:
            self._tracker.confirm()
        self._said, self._note = (), None
        self._hand.reset()
        self._keep()
        self._picker.reset()
        self._validation = self._tracker.reconsider(self._session.state)
        self._show()

    def _confirm(self, events: Sequence[Event], moment: float, *, sure: bool = False) -> tuple[ConfirmedEvent, ...]:
        misread, player = self._session.misread(events), self.state.player
        counted = self._session.enter(events, moment, sure=sure)
        if misread:
            self._tracker.correct(*misread)
        aside = (*ASIDE, *rulebook(self.state).beside)
        if self.state.player != player or not all(isinstance(event, aside) for event in events):
            self._tracker.confirm()
        if self._shake.is_on:
            self._shake.renew()
        self._said = tuple(one for each in counted for one in each.said)
        confirmed = [one.event for one in counted]
        book, same = rulebook(self.state), misread is not None
        self._call = call_after(self._call, confirmed, self._said, self.state, book, same=same)
        self._note = None
        self._hand.confirm(events, self._session.latest_roll, self._tracker.dice.values())
        self._keep()
        self._picker.reset()
        self._validation = self._tracker.reconsider(self._session.state)
        self._panel.sound(on_counting(self._said, rulebook(self.state).cheered))
        self._show()
        return counted

    def _keep(self) -> None:
        """Store what must outlive a restart, if it has changed. With a full disk that is tried again later."""
        camera = self._hand.uses_camera if self._hand.has_camera else self._kept.camera
        now, game = KeptState(camera, self._session.joining, self._shake.options), self._session.opened
        same_game = game == self._kept_in or not now.joining
        if self._store and (now != self._kept or not same_game) and self._store.save(now):
            self._kept, self._kept_in = now, game

    def _pause(self, on: bool) -> None:
        if on:
            self._tracker.pause()
        self._paused, self._note = on, None
        self._auto_confirm.reset()
        self._show()

    def _show(self) -> None:
        state, latest = self._session.state, self.board.latest
        shown, waiting = self._hand.shown(state, self._validation), self._waiting
        if self._paused:
            shown = Validation(Mode.PAUSED, messages.PAUSED if self._panel.has_buttons else messages.PAUSED_ALONE)
        elif waiting:
            shown = replace(shown, prompt=messages.to_begin(waiting.start.players), note=None)
        self._panel.show(self._questions.lamp or LAMPS[shown.mode])
        if shown.mode is not latest.mode and shown.mode in ON_COMING_TO:
            self._panel.sound(ON_COMING_TO[shown.mode])
        problem, things = (self._tracker.problem, self._tracker.things) if self._hand.camera == "on" else (None, ())
        is_next = shown.mode is Mode.OVER and not self._shake.is_on and not waiting
        again = messages.NEXT_GAME if is_next and self._panel.has_buttons else None
        take = messages.to_take(self._picker.turn(state, 0).words) if self._picks_by_buttons else None
        notes = self._questions.sentence, self._note, take, shown.note, problem, again
        note = next((one for one in notes if one and one != shown.prompt), None)
        self.join_requests.settle((*state.present, *self._session.joining))
        more = {"said": self._said, "call": self._call, "note": note, **self._questions.fields, **self._hand.fields}
        more["requests"] = self.join_requests.open
        more["posted"] = self.bulletin.posted
        more["called"] = waiting.start.players if waiting else ()
        more["things"] = drawn_things(things)
        more["shake"] = self._shake.posted
        dice = self._hand.dice(self._session.latest_roll, self._tracker.dice)
        throw = () if shown.mode is Mode.LOST else self._hand.current(state, self._validation).throw
        self.board.post(snapshot_of(latest, self._session, dice, shown, throw, entered=self._hand.is_on, **more))
