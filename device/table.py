"""The table: takes in readings and presses, keeps the game, and says at every moment what it makes of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from device import sentences
from device.board import Board
from device.errors import BadJournal
from device.following import follow
from device.journal import Journal
from device.judgement import Judgement, judge, played
from device.panels.panel import Button, Panel, Press
from device.throw import ThrowWatch
from engine import (
    Announcement,
    Event,
    Passed,
    Phase,
    Refused,
    Started,
    State,
    Stopped,
    Turn,
    announcements,
    apply,
    fold,
    legal_actions,
    next_game,
)
from vision import Die, Reading, Rest, Zone
from web import LyingDie, Mode, Snapshot, TrayView
from web.table import Part

DIE_SIZE = 16.0
"""Millimetres: how large a die is drawn whose size is not known."""

ONE_SET = 0.25
"""The share by which dice of one set may seem to differ in size."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An event that has been confirmed: when, on the clock of the frames, whose it was, and what it is called."""

    moment: float
    event: Event
    player: str | None
    said: tuple[Announcement, ...]


class Table:
    """One table with one game open.

    An action is tried on the state, the event it gives is written to the journal, and only then it is shown.
    """

    def __init__(self, events: Sequence[Event], journal: Journal, panel: Panel, tray: TrayView, boot: str) -> None:
        self._journal = journal
        self._panel = panel
        self._number = len(events)
        self._state: State = fold(events)
        self._said: tuple[Announcement, ...] = ()
        self._throw = ThrowWatch()
        self._dice: dict[str, Die] = {}
        self._known: dict[str, Die] = {}
        self._judgement = judge(self._state, (), thrown=False)
        self._note: str | None = None
        first = Snapshot(boot, 0, Mode.WAITING, "", None, self._state, tray, (), len(events), ())
        self.board = Board(first)
        self._show()

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._state

    def see(self, reading: Reading, moment: float = 0.0) -> tuple[Counted, ...]:  # noqa: ARG002
        """Take in what lies on the tray at that moment: what was confirmed by it."""
        thrown = self._throw.thrown(reading)
        turn = self._state.turn
        before = self._judgement
        if turn is None or reading.rest in (Rest.SETTLED, Rest.EMPTY):
            self._judgement = judge(self._state, reading.dice, thrown=thrown)
        else:
            self._judgement = self._unsettled(turn, reading.rest)
        if reading.rest in (Rest.SETTLED, Rest.EMPTY):
            self._dice = follow(self._known, reading.dice)
            self._known |= self._dice
        if self._judgement != before:
            self._note = reading.problems[0] if reading.problems else None
        self._show()
        return ()

    def attend(self) -> tuple[Counted, ...]:
        """Do what is to be done between frames: what was confirmed by it."""
        return ()

    def _unsettled(self, turn: Turn, rest: Rest) -> Judgement:
        """While something moves or is in the way: only dice that were picked up before are said to roll."""
        if rest is Rest.MOVING and self._throw.ready:
            return Judgement(Mode.MOVING, sentences.rolling(turn))
        waiting = judge(self._state, tuple(self._dice.values()), thrown=False)
        return replace(waiting, mode=Mode.MOVING if rest is Rest.MOVING else Mode.OBSTRUCTED)

    def camera_lost(self, why: str) -> None:
        """There are no pictures; ``why`` is said beside it."""
        self._judgement = Judgement(Mode.LOST, sentences.CAMERA_LOST, why)
        self._show()

    def press(self, press: Press) -> tuple[Counted, ...]:
        """A button was pressed: what was confirmed by it, nothing if it was refused (the board then says why)."""
        try:
            events = self._events_of(press.button)
            self._journal.append(events, press.time)
        except Refused as refused:
            return self._refuse(refused.why)
        except BadJournal as error:
            return self._refuse(str(error))
        counted = tuple(self._take(event, press.time) for event in events)
        self._said = tuple(one for each in counted for one in each.said)
        self._throw.counted(tuple(self._dice.values()))
        self._note = None
        self._judgement = judge(self._state, tuple(self._dice.values()), thrown=False)
        self._show()
        return counted

    def _events_of(self, button: Button) -> tuple[Event, ...]:
        """What the button means now, as events that the rules allow; :class:`Refused` says why there are none."""
        judgement, state = self._judgement, self._state
        if state.phase is Phase.OVER:
            return (next_game(state),)
        if judgement.mode in (Mode.MOVING, Mode.OBSTRUCTED):
            raise Refused("not_at_rest", sentences.NOT_AT_REST)
        if judgement.mode in (Mode.UNSURE, Mode.ILLEGAL, Mode.LOST):
            raise Refused("not_a_throw", judgement.note or judgement.prompt)
        if not judgement.throw:
            if button is Button.STAND:
                stands: Event = Passed() if "pass" in legal_actions(state) else Stopped()
                apply(state, stands)
                return (stands,)
            raise Refused("nothing_thrown", sentences.NOTHING_THROWN)
        after = played(state, judgement.throw)
        if button is Button.ROLL or after.last is None or after.last.over:
            return judgement.throw
        apply(after, Stopped())
        return (*judgement.throw, Stopped())

    def _take(self, event: Event, moment: float) -> Counted:
        """Take in a confirmed event; the start of a game leaves the one before behind."""
        before = None if isinstance(event, Started) else self._state
        self._state = apply(before, event) if before else fold([event])
        self._number = self._number + 1 if before else 1
        player = before.player if before else None
        return Counted(moment, event, player, announcements(before, self._state) if before else ())

    def _refuse(self, why: str) -> tuple[Counted, ...]:
        self._note = why
        self._show()
        return ()

    def _show(self) -> None:
        judgement = self._judgement
        turn = self._turn_of_the_dice()
        parts = parts_of(turn, self._sequence_of(turn), self._dice)
        self._panel.show(judgement.mode.lamp)
        self.board.post(
            replace(
                self.board.latest,
                mode=judgement.mode,
                prompt=judgement.prompt,
                note=self._note or judgement.note,
                state=self._state,
                dice=lying(self._dice, parts),
                event=self._number,
                said=self._said,
            )
        )

    def _sequence_of(self, turn: Turn | None) -> Sequence[int]:
        """The faces of ship, captain and crew, as they were begun where there are two ways."""
        rules = self._state.rules
        return next((one for one in rules.sequences if turn and turn.held and turn.held[0] in one), rules.sequence)

    def _turn_of_the_dice(self) -> Turn | None:
        """The turn that the dice on the tray belong to: the one they would make, or the latest one that counted."""
        if self._judgement.throw:
            return played(self._state, self._judgement.throw).last
        return self._state.last


def parts_of(turn: Turn | None, sequence: Sequence[int], dice: Mapping[str, Die]) -> dict[str, Part]:
    """Which of the dice is ship, captain, crew or cargo; dice on the rail come before others of the same face."""
    if turn is None:
        return {}
    names: tuple[Part, Part, Part] = ("ship", "captain", "crew")
    parts: dict[str, Part] = {}
    for name, face in zip(names, sequence, strict=True):
        candidates = [key for key, die in dice.items() if die.value == face and key not in parts]
        candidates.sort(key=lambda key: (dice[key].zone is not Zone.RAIL, key))
        if face in turn.held and candidates:
            parts[candidates[0]] = name
    if turn.qualified:
        parts |= {key: "cargo" for key, die in dice.items() if key not in parts and die.zone is Zone.ROLLING}
    return parts


def lying(dice: Mapping[str, Die], parts: Mapping[str, Part]) -> tuple[LyingDie, ...]:
    """The dice as a page draws them. Dice that measure nearly the same are of one set, and drawn of one size."""
    sizes = [die.size_mm for die in dice.values() if die.size_mm]
    usual = median(sizes) if sizes else DIE_SIZE
    one_set = all(abs(size - usual) <= ONE_SET * usual for size in sizes)
    return tuple(
        LyingDie(
            key=key,
            value=die.value,
            center=die.center_mm or die.center,
            yaw=die.yaw,
            size=usual if one_set else die.size_mm or usual,
            on_rail=die.zone is Zone.RAIL,
            body=die.body,
            pips=die.pips,
            part=parts.get(key),
            doubt=die.doubt,
        )
        for key, die in sorted(dice.items())
    )
