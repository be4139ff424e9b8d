"""Correction of a misread or unreadable die, and what each other face would change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Corrected, Refused, Rolled, expected_tray, history_of
from engine.i18n import gettext as _
from table.input.hand_play import entered_by_hand
from table.input.validation import played
from table.snapshot import LyingDie, Mode, Snapshot
from web.api.rolls import change_in_words, preview_of
from web.display_names import isolated
from web.helm.actions import Action, ApiCall, move

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class FaceTap:
    """A face that the die may show, and what it would change. ``next`` is the address for the next doubtful die."""

    face: int
    tap: Action
    next: str | None = None


@dataclass(frozen=True, slots=True)
class Mending:
    """A die, its picture if there may be one, and the faces to choose from; or why there are none.

    The faces that the camera found most likely come first, if ``known``. ``told`` says that a hand entered it.
    """

    heading: str
    read: int | None
    picture: str
    faces: tuple[FaceTap, ...] = ()
    why_not: str = ""
    known: bool = False
    told: bool = False


def others(read: int | None, likeliest: Sequence[int]) -> list[int]:
    """Return all faces but the one that was read, in the order of likelihood if that is known."""
    return [face for face in likeliest or FACES if face != read]


def mend_roll(snapshot: Snapshot, number: int, place: int, likeliest: Sequence[int], picture: str = "") -> Mending:
    """Return the correction of a die of a counted roll. :class:`~engine.Refused` if there is no such roll."""
    book = history_of(snapshot.log)
    dice, thrower = book.roll_of(number), book.thrower(number)
    if not 0 <= place < len(dice):
        raise Refused("no_such_die", _("That roll had {dice} dice.", dice=len(dice)))
    faces = tuple(_corrected(snapshot, number, dice, place, face) for face in others(dice[place], likeliest))
    heading = _("{player}’s roll", player=isolated(thrower))
    where = picture or f"/helm/pictures/{number}/{place}"
    told = [event.told for event in snapshot.log if isinstance(event, Rolled)][number - 1]
    return Mending(heading, dice[place], where, faces, known=bool(likeliest), told=told)


def mend_as(snapshot: Snapshot, number: int, place: int, face: int) -> Action | None:
    """Return the tap that corrects a die of a counted roll to that face, None where the rules do not let it."""
    try:
        return _corrected(snapshot, number, history_of(snapshot.log).roll_of(number), place, face).tap
    except Refused:
        return None


def mend_lying(snapshot: Snapshot, key: str, told: Mapping[str, int]) -> Mending:
    """Return the correction of a die on the tray; ``told`` are the faces of others already entered."""
    die = next((one for one in snapshot.dice if one.key == key), None)
    if die is None:
        return Mending(_("That die has moved"), None, "", why_not=_("Close this and tap the right one."))
    picture = f"/helm/pictures/{key}"
    if snapshot.after is not None or snapshot.mode is Mode.UNSURE:
        faces = tuple(_lying(snapshot, die, told))
        why_not = "" if faces else _("Wrong number of dice. Roll again.")
        return Mending(_("A die on the tray"), die.value, picture, faces, why_not, bool(die.likeliest))
    found = _counted(snapshot, die)
    if found is None:
        return Mending(
            _("A die on the tray"),
            die.value,
            picture,
            why_not=_("This die isn’t part of a counted roll of this turn. Fix has the earlier ones."),
        )
    return mend_roll(snapshot, *found, die.likeliest, picture)


def _corrected(snapshot: Snapshot, number: int, dice: tuple[int, ...], place: int, face: int) -> FaceTap:
    right = (*dice[:place], face, *dice[place + 1 :])
    found: Any = preview_of(snapshot, Corrected(number, right))
    changes = tuple(change_in_words(change, isolated, snapshot.state) for change in found["changes"])
    order: ApiCall = "/api/corrections", {"roll": number, "dice": list(right), "sure": found["asks"] is not None}
    return FaceTap(face, Action(str(face), (order,), changes or (_("no change to the score"),)))


def _counted(snapshot: Snapshot, die: LyingDie) -> tuple[int, int] | None:
    """Return the roll that a die on the tray was counted in, and its place: the latest such roll of the turn.

    A die on the rail is from an earlier throw, so there the first roll with its face is used.
    """
    if die.value is None or not snapshot.log:
        return None
    book = history_of(snapshot.log)
    rolls = [entry for entry in book.played if entry.roll is not None]
    turn = [entry for entry in rolls if entry.place == rolls[-1].place] if rolls else []
    for entry in turn if die.on_rail else reversed(turn):
        assert isinstance(entry.event, Rolled)
        if entry.roll is not None and die.value in entry.event.dice:
            return entry.roll, entry.event.dice.index(die.value)
    return None


def _lying(snapshot: Snapshot, die: LyingDie, told: Mapping[str, int]) -> Iterator[FaceTap]:
    """Yield the faces of a die of an uncounted throw: each enters the throw by hand, with that face."""
    known = {one.key: told.get(one.key, one.value) for one in snapshot.dice}
    doubtful = [key for key, value in known.items() if value is None and key != die.key]
    for face in others(die.value, die.likeliest):
        as_told = known | {die.key: face}
        if doubtful:
            said = ",".join(f"{key}:{value}" for key, value in (dict(told) | {die.key: face}).items())
            yield FaceTap(
                face, Action(str(face), (), (_("next uncertain die"),)), f"/helm/die/{doubtful[0]}?told={said}"
            )
        elif (orders := throw_told(snapshot, as_told)) is not None:
            yield FaceTap(
                face, Action(str(face), (orders[0],), (_("counts as {dice}", dice=" ".join(map(str, orders[1]))),))
            )


def throw_told(snapshot: Snapshot, faces: Mapping[str, int | None]) -> tuple[ApiCall, tuple[int, ...]] | None:
    """Return the call that counts a throw with these faces, and the faces thrown; None if it is not possible now."""
    aside, thrown = _sorted(snapshot, faces)
    try:
        played(snapshot.state, entered_by_hand(snapshot.state, aside, thrown))
    except Refused:
        return None
    return move("throw", aside=list(aside), dice=list(thrown)), thrown


def _sorted(snapshot: Snapshot, faces: Mapping[str, int | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the faces set aside and those thrown; without a rail, held dice count as set aside."""
    if snapshot.tray.rail:
        rail = {die.key for die in snapshot.dice if die.on_rail}
        return (
            tuple(value for key, value in faces.items() if key in rail and value is not None),
            tuple(value for key, value in faces.items() if key not in rail and value is not None),
        )
    held, thrown = Counter(expected_tray(snapshot.state).held), []
    aside = tuple(held.elements())
    for value in faces.values():
        if value is not None and held[value]:
            held[value] -= 1
        elif value is not None:
            thrown.append(value)
    return aside, tuple(thrown)
