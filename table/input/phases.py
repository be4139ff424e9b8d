"""The phases between two confirmed rolls, and every transition between them. Pure: values in, values out.

``AwaitingThrow`` becomes ``Thrown`` when a throw was read that the rules allow, and is ``AwaitingThrow`` again once it
is confirmed or the dice are thrown again. Each function may be called any number of times: the same values give the
same answer.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import expected_tray
from table import Mode, TrayView
from table.dice import HoldMode, Layout, Watch, called, in_play, sort_out, turned, watch
from table.games import messages, rulebook
from table.input.validation import Validation, validate
from vision import Die, Reading, Rest

AT_REST = (Rest.SETTLED, Rest.EMPTY)
_UNSETTLED = {Rest.MOVING: Mode.MOVING, Rest.OBSTRUCTED: Mode.OBSTRUCTED}
NOTHING_SEEN = Watch()


@dataclass(frozen=True, slots=True)
class AwaitingThrow:
    """No throw that may be confirmed lies there.

    ``watch`` is what was seen since the last confirmed roll, ``thrown`` whether the dice came there by a throw at the
    last look. ``set_aside`` are the dice of the last correct hold, ``stayed`` the faces that stayed on the tray when
    dice were taken off it: the hold of the next throw, until that was read (``used``) and its dice are picked up.
    """

    watch: Watch = NOTHING_SEEN
    thrown: bool = False
    set_aside: tuple[Die, ...] = ()
    stayed: tuple[int, ...] | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw was read and is not confirmed. It stays valid until dice are thrown again, even if they are moved.

    ``validation`` is that of its first ``layout`` in the ``state`` of the game. ``again`` is what was seen since it was
    read, ``touched`` whether a hand was over the tray.
    """

    layout: Layout
    state: Any
    validation: Validation
    since: AwaitingThrow
    again: Watch
    touched: bool = False


ThrowPhase = AwaitingThrow | Thrown


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The settings that do not change during a game: how dice are held, and the tray."""

    hold: HoldMode
    tray: TrayView


def waiting_of(phase: ThrowPhase) -> AwaitingThrow:
    return phase.since if isinstance(phase, Thrown) else phase


def layout_of(phase: ThrowPhase, dice: Sequence[Die], hold: HoldMode) -> Layout:
    return sort_out(hold, dice, waiting_of(phase).watch.before)


def advance(phase: ThrowPhase, reading: Reading, hold: HoldMode) -> ThrowPhase:
    """Take in one more reading: whether dice were thrown, or thrown again. Readings change the phase only here."""
    match phase:
        case AwaitingThrow():
            seen, thrown = watch(phase.watch, reading, hold)
            return replace(phase, watch=seen, thrown=thrown)
        case Thrown():
            seen, thrown = watch(phase.since.watch, reading, hold)
            since = replace(phase.since, watch=seen, thrown=thrown)
            again, thrown_again = watch(phase.again, reading, hold)
            if reading.rest in AT_REST and (thrown_again or not thrown):
                return since
            touched = phase.touched or reading.rest in (Rest.OBSTRUCTED, Rest.COVERED)
            return replace(phase, since=since, again=again, touched=touched)


def confirmed(phase: ThrowPhase, dice: Sequence[Die], hold: HoldMode) -> ThrowPhase:
    """Begin to wait for the next throw. These dice, as they lie there, have been counted or do not count."""
    return AwaitingThrow(Watch(in_play(hold, dice)), set_aside=waiting_of(phase).set_aside)


def corrected(phase: ThrowPhase, dice: Sequence[Die], hold: HoldMode) -> ThrowPhase:
    """Set these dice, of which one was corrected to another face, as those of the last confirmed roll."""
    since = waiting_of(phase)
    before = since.watch.before and in_play(hold, dice)
    return _with_since(phase, replace(since, watch=replace(since.watch, before=before)))


def judge(phase: ThrowPhase, state: Any, dice: Sequence[Die], around: Surroundings) -> tuple[ThrowPhase, Validation]:
    """Return what the dice at rest mean in this state, and the phase that this leads to."""
    since, layout = waiting_of(phase), layout_of(phase, dice, around.hold)
    since = _with_hold(since, layout)
    layout = replace(layout, stayed=since.stayed, lifted=since.watch.emptied)
    phase = _with_since(phase, since)
    validation = validate(state, layout, around.tray, thrown=since.thrown)
    if validation.mode is Mode.OVER or rulebook(state).standstill(state):
        return phase, validation
    since, validation = _by_hand(since, state, validation, layout, around)
    phase = _with_since(phase, since)
    return _as_thrown(phase, state, validation, layout, around) if since.thrown else (phase, validation)


def judge_unsettled(
    phase: ThrowPhase, state: Any, rest: Rest, dice: Sequence[Die], around: Surroundings
) -> tuple[ThrowPhase, Validation]:
    """Do the same while something moves or is in the way: dice roll only where they were picked up before."""
    since = waiting_of(phase)
    if rest is Rest.COVERED and not rulebook(state).standstill(state):
        return phase, Validation(Mode.COVERED, messages.LIFT_THE_CUP)
    if rest is Rest.MOVING and since.watch.cleared:
        return phase, Validation(Mode.MOVING, messages.rolling(state.player or ""))
    layout = layout_of(phase, dice, around.hold)
    validation = validate(state, layout, around.tray, thrown=False)
    if validation.mode is Mode.ILLEGAL:
        since, validation = _by_hand(since, state, validation, layout, around)
    return _with_since(phase, since), replace(validation, mode=_UNSETTLED.get(rest, validation.mode))


def _with_hold(since: AwaitingThrow, layout: Layout) -> AwaitingThrow:
    """Take in which dice stayed on the tray when others were taken off it to hold them."""
    if since.thrown:
        return replace(since, used=True)
    if since.used and not layout.on_tray:
        return replace(since, stayed=None, used=False)
    return replace(since, stayed=layout.stayed) if layout.loose and layout.stayed is not None else since


def _with_since(phase: ThrowPhase, since: AwaitingThrow) -> ThrowPhase:
    return replace(phase, since=since) if isinstance(phase, Thrown) else since


def _by_hand(
    since: AwaitingThrow, state: Any, validation: Validation, layout: Layout, around: Surroundings
) -> tuple[AwaitingThrow, Validation]:
    """Report a held die that was turned by hand, if there is one."""
    book = rulebook(state)
    held = Counter(expected_tray(state).held)
    if layout.aside and Counter(die.value for die in layout.aside) == held:
        return replace(since, set_aside=layout.aside), validation
    before, now = since.set_aside, layout.aside
    fine = validation.mode in (Mode.SHOWN, Mode.WAITING)
    if around.hold is HoldMode.IN_PLACE:
        before, now = since.watch.before or (), layout.on_tray
        fine = validation.mode is Mode.SHOWN
    pair = turned(before, now) if not fine and book.begun(state) else None
    if pair is None or pair[0].value is None or pair[1].value is None:
        return since, validation
    which = called(pair[1], layout.on_tray, around.tray)
    said = messages.turned(state.player or "", which, pair[0].value, pair[1].value, or_thrown=False)
    return since, Validation(Mode.ILLEGAL, said)


def _as_thrown(
    phase: ThrowPhase, state: Any, validation: Validation, layout: Layout, around: Surroundings
) -> tuple[ThrowPhase, Validation]:
    """Compare a throw with its first reading, which stays valid when dice are moved. Reports a die turned by hand."""
    since = waiting_of(phase)
    if not isinstance(phase, Thrown):
        return (
            _thrown(since, state, validation, layout, around.hold) if validation.mode is Mode.SHOWN else phase
        ), validation
    if _faces(layout) == _faces(phase.layout):
        if phase.state is not state:  # something was undone or corrected before this throw
            phase = replace(phase, state=state, validation=validate(state, phase.layout, around.tray, thrown=True))
        return phase, phase.validation
    pair = turned(phase.layout.on_tray, layout.on_tray) if phase.touched else None
    if pair and pair[0].value and pair[1].value:
        which, player = called(pair[1], layout.on_tray, around.tray), state.player or ""
        said = messages.turned(player, which, pair[0].value, pair[1].value, or_thrown=True)
        return phase, Validation(Mode.ILLEGAL, said)
    if validation.mode is Mode.SHOWN and not phase.touched:
        return _thrown(since, state, validation, layout, around.hold), validation
    return phase, validation


def _thrown(since: AwaitingThrow, state: Any, validation: Validation, layout: Layout, hold: HoldMode) -> Thrown:
    return Thrown(layout, state, validation, since, Watch(in_play(hold, layout.on_tray)))


def _faces(layout: Layout) -> Counter[int | None]:
    return Counter(die.value for die in layout.on_tray)
