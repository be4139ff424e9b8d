"""Judging the tray: whether what lies there at rest is a throw that counts, and if not, why."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from device import sentences
from engine import Event, Held, Phase, Released, Rolled, State, Turn, apply, expected_tray, why_not_held
from vision import Die, Zone
from web import Mode


@dataclass(frozen=True, slots=True)
class Judgement:
    """The table's mode, its sentence, a reason where there is one, and the throw if it is one that counts.

    ``throw`` are its events: cargo set aside or taken up before it, and the roll itself.
    """

    mode: Mode
    prompt: str
    note: str | None = None
    throw: tuple[Event, ...] = ()


def judge(state: State, dice: Sequence[Die], *, thrown: bool) -> Judgement:
    """What the dice at rest mean in this state; ``thrown`` tells whether they came there by a throw."""
    if state.phase is Phase.ANTE:
        return Judgement(Mode.WAITING, sentences.no_ante(state))
    if state.turn is None:
        return Judgement(Mode.OVER, sentences.over(state), sentences.NEXT_GAME)
    if thrown:
        return _of_a_throw(state, state.turn, dice)
    return _before_a_throw(state, state.turn, dice)


def _before_a_throw(state: State, turn: Turn, dice: Sequence[Die]) -> Judgement:
    rail = _values(dice, Zone.RAIL)
    may_lie = Counter(expected_tray(state).held + expected_tray(state).may_hold)
    extra = sorted((Counter(rail) - may_lie).elements(), reverse=True)
    missing = [face for face in turn.held if face not in rail]
    if turn.rolls and extra:
        return _wrong_rail(state, turn, missing=[], extra=extra)
    clear = all(die.zone is Zone.RAIL for die in dice) if turn.rolls else not dice
    return Judgement(Mode.WAITING, sentences.to_throw(state, turn, missing, tray_is_clear=clear))


def _of_a_throw(state: State, turn: Turn, dice: Sequence[Die]) -> Judgement:
    on_tray = [die for die in dice if die.zone is not Zone.OUTSIDE]
    doubtful = [die for die in on_tray if die.value is None]
    if doubtful:
        why = next((die.doubt for die in doubtful if die.doubt), None)
        return Judgement(Mode.UNSURE, sentences.unreadable(turn, len(doubtful)), why and f"{why[0].upper()}{why[1:]}.")
    rail, rolled = _values(dice, Zone.RAIL), _values(dice, Zone.ROLLING)
    chosen = _cargo_chosen(state, turn, rail)
    state = played(state, chosen)
    expected = expected_tray(state)
    if Counter(rail) != Counter(expected.held):
        missing = sorted((Counter(expected.held) - Counter(rail)).elements(), reverse=True)
        return _wrong_rail(state, turn, missing, sorted((Counter(rail) - Counter(expected.held)).elements()))
    if len(rolled) != expected.throw:
        outside = len(dice) - len(on_tray)
        return Judgement(Mode.ILLEGAL, sentences.wrong_number(turn, expected.throw, len(rolled), outside))
    preview = apply(state, Rolled(rolled)).last
    assert preview is not None
    return Judgement(Mode.SHOWN, sentences.shown(turn, preview), throw=(*chosen, Rolled(rolled)))


def played(state: State, events: Sequence[Event]) -> State:
    """The state after these events."""
    for event in events:
        state = apply(state, event)
    return state


def _cargo_chosen(state: State, turn: Turn, rail: Sequence[int]) -> tuple[Event, ...]:
    """To lay a cargo die on the rail is to keep it, to take it off is to throw it again (003, Shifting Cargo)."""
    wished = Counter(rail) - Counter(turn.held)
    if not turn.qualified or state.rules.cargo_reroll == "all" or wished - Counter(turn.cargo):
        return ()
    taken_up = tuple((Counter(turn.kept) - wished).elements())
    set_aside = tuple((wished - Counter(turn.kept)).elements())
    if wished.total() == len(turn.cargo) or (taken_up and not state.rules.cargo_unhold):
        return ()
    return (*([Released(taken_up)] if taken_up else []), *([Held(set_aside)] if set_aside else []))


def _wrong_rail(state: State, turn: Turn, missing: list[int], extra: list[int]) -> Judgement:
    if missing and len(missing) == len(extra):
        return Judgement(Mode.ILLEGAL, sentences.turned(turn, missing, extra))
    if missing:
        return Judgement(Mode.ILLEGAL, sentences.not_set_aside(turn, missing))
    if not turn.rolls:
        return Judgement(Mode.ILLEGAL, sentences.rail_must_be_empty(turn, state.must_roll))
    return Judgement(Mode.ILLEGAL, sentences.take_back(turn, extra), why_not_held(state, extra[0]))


def _values(dice: Sequence[Die], zone: Zone) -> tuple[int, ...]:
    """The values read in that zone, highest first."""
    return tuple(sorted((die.value for die in dice if die.zone is zone and die.value is not None), reverse=True))
