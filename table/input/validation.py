"""The validation of the tray: whether the dice at rest are a throw that counts, and if not, why."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import Event, Expectation, Refused, Rolled, expected_tray, game_of
from engine.i18n import full_sentence
from table import Mode, TrayView
from table.dice import HoldMode, Layout, called
from table.games import Rulebook, messages, rulebook
from table.games.rulebook import Faces
from vision import Die, Flag

NO_FACE = {Flag.STACKED: messages.stacked, Flag.COCKED: messages.cocked}
"""The positions in which a die shows no face that counts."""

HALF_SEEN = frozenset({Flag.BLURRED, Flag.HIDDEN})


@dataclass(frozen=True, slots=True)
class Validation:
    """The table's mode, its sentence, a reason where there is one, and the throw if it counts.

    ``throw`` are its events: dice set aside or taken up before it, and the roll itself.
    """

    mode: Mode
    prompt: str
    note: str | None = None
    throw: tuple[Event, ...] = ()


def validate(state: Any, lying: Layout, tray: TrayView, *, thrown: bool) -> Validation:
    book = rulebook(state)
    if still := book.standstill(state):
        return Validation(Mode.OVER if book.is_over(state) else Mode.WAITING, still)
    if not thrown:
        return _before_a_throw(book, state, lying)
    found = _of_a_throw(book, state, lying, tray) if lying.loose else _before_a_throw(book, state, lying)
    if found.mode is Mode.SHOWN or not (lying.lifted and lying.aside and lying.hold is HoldMode.IN_PLACE):
        return found
    every = _of_a_throw(book, state, replace(lying, aside=(), loose=lying.on_tray), tray)
    return every if every.mode is Mode.SHOWN else found


def by_hand(state: Any) -> Validation:
    """Return what is to be done in this state where no camera reads the dice."""
    book = rulebook(state)
    if still := book.standstill(state):
        return Validation(Mode.OVER if book.is_over(state) else Mode.WAITING, still)
    return Validation(Mode.WAITING, book.to_throw(state, HoldMode.IN_PLACE, (), tray_is_clear=True))


def played(state: Any, events: Sequence[Event]) -> Any:
    game = game_of(state.rules.name)
    for event in events:
        state = game.apply(state, event)
    return state


def _before_a_throw(book: Rulebook, state: Any, lying: Layout) -> Validation:
    """Return the next action.

    A wrong hold is reported at once on the rail; otherwise the dice are still to be taken up.
    """
    expected, begun, on_rail = expected_tray(state), book.begun(state), lying.hold is HoldMode.RAIL
    aside = _values(lying.aside)
    extra = sorted((Counter(aside) - Counter(expected.held + expected.may_hold)).elements(), reverse=True)
    missing = [face for face in expected.held if face not in aside]
    if on_rail and begun and extra and len(extra) == len(missing):
        return Validation(Mode.ILLEGAL, messages.another_face(state.player or "", missing, extra))
    if on_rail and begun and extra:
        return _held_wrongly(book, state, lying.hold, [], extra)
    if on_rail and begun:
        try:
            state = played(state, book.choose(state, aside, len(lying.loose)))
        except Refused as refused:
            return Validation(Mode.WAITING, book.to_throw(state, lying.hold, [], tray_is_clear=False), refused.why)
    clear = not lying.loose if begun else not lying.on_tray
    if lying.hold is HoldMode.OFF_TRAY:
        missing = [face for face in expected.held if face in _values(lying.loose)]
    if lying.hold is HoldMode.IN_PLACE:
        missing = list(expected.held)
    return Validation(Mode.WAITING, book.to_throw(state, lying.hold, missing, tray_is_clear=clear))


def _of_a_throw(book: Rulebook, state: Any, lying: Layout, tray: TrayView) -> Validation:
    player = state.player or ""
    if fault := _unreadable(player, lying, tray):
        return fault
    rolled = _values(lying.loose)
    aside = _values(lying.aside)
    if lying.hold is HoldMode.OFF_TRAY:
        known = _taken_off(book, state, lying, len(rolled))
        if isinstance(known, Validation):
            return known
        aside = known
    try:
        chosen = book.choose(state, aside, len(rolled))
    except Refused as refused:
        return _refused(player, refused)
    after = played(state, chosen)
    expected = expected_tray(after)
    if Counter(aside) != Counter(expected.held):
        missing = sorted((Counter(expected.held) - Counter(aside)).elements(), reverse=True)
        extra = sorted((Counter(aside) - Counter(expected.held)).elements(), reverse=True)
        return _held_wrongly(book, state, lying.hold, missing, extra)
    if not expected.throw:
        try:
            played(after, [Rolled(rolled)])
        except Refused as refused:
            return _refused(player, refused)
    astray = len(lying.outside) - (len(aside) if lying.hold is HoldMode.OFF_TRAY else 0)
    if len(rolled) < expected.throw and astray > 0:
        return Validation(Mode.ASTRAY, messages.outside(player, expected.throw, astray))
    if len(rolled) != expected.throw:
        return Validation(Mode.WRONG_NUMBER, messages.wrong_number(player, expected.throw, len(rolled)))
    throw = (*chosen, Rolled(rolled))
    try:
        counted = played(state, throw)
    except Refused as refused:
        return _refused(player, refused)
    return Validation(Mode.SHOWN, book.shown(state, counted), throw=throw)


def _refused(player: str, refused: Refused) -> Validation:
    return Validation(Mode.ILLEGAL, messages.throw_again_or_stand(player), refused.why)


def _unreadable(player: str, lying: Layout, tray: TrayView) -> Validation | None:
    dice = lying.on_tray
    for flag, sentence in NO_FACE.items():
        if which := [called(die, dice, tray) for die in dice if flag in die.flags]:
            return Validation(Mode.ASTRAY, sentence(player, which))
    doubtful = [die for die in dice if die.value is None or die.flags & HALF_SEEN]
    if not doubtful:
        return None
    why = next((die.doubt for die in doubtful if die.doubt), None)
    which = [called(die, dice, tray) for die in doubtful]
    return Validation(Mode.UNSURE, messages.unreadable(player, which), why and full_sentence(why))


def _taken_off(book: Rulebook, state: Any, lying: Layout, thrown: int) -> Faces | Validation:
    """Return the faces off the tray, where held dice are taken off it: as seen to leave, if that is unambiguous."""
    expected = expected_tray(state)
    if not book.begun(state):
        return ()
    if thrown == expected.throw:
        return expected.held
    gone = book.dice(state) - thrown
    ways = book.kept(state, gone)
    likely = _as_seen(ways, book.faces(state), expected, gone, lying)
    if len(likely) == 1:
        return likely[0]
    if ways and expected.may_hold:
        player = state.player or ""
        return Validation(Mode.UNSURE, messages.which_were_kept(player, gone - len(expected.held)))
    return expected.held


def _as_seen(ways: Sequence[Faces], faces: Faces, expected: Expectation, gone: int, lying: Layout) -> Sequence[Faces]:
    """Return those of the possible holds that agree best with what was off the tray before, and seen to leave it."""
    lay = Counter(lying.lay or ())
    off = Counter(faces) - lay
    if not lying.lay or lay - Counter(faces):
        return ways
    if lying.stayed is None:
        return [way for way in ways if Counter(way) == off] or ways
    taken, held = lay - Counter(lying.stayed), Counter(expected.held)
    for agrees in (
        [way for way in ways if taken <= Counter(way) - held and Counter(way) <= off + taken],
        [way for way in ways if taken <= Counter(way) - held],
        [way for way in ways if Counter(way) <= off + taken],
    ):
        if agrees:
            return agrees
    return ways if (off + taken).total() > gone else ()


def _held_wrongly(book: Rulebook, state: Any, hold: HoldMode, missing: list[int], extra: list[int]) -> Validation:
    player = state.player or ""
    if missing and len(missing) == len(extra):
        return Validation(Mode.ILLEGAL, messages.another_face(player, missing, extra))
    if missing:
        return Validation(Mode.ILLEGAL, messages.not_set_aside(player, hold, missing))
    if not book.begun(state):
        return Validation(Mode.ILLEGAL, messages.nothing_may_be_held(player, hold, expected_tray(state).throw))
    return Validation(Mode.ILLEGAL, messages.take_back(player, hold, extra), book.why_not_held(state, extra[0]))


def _values(dice: Sequence[Die]) -> Faces:
    return tuple(sorted((die.value for die in dice if die.value is not None), reverse=True))
