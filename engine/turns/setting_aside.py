"""Dice set aside from a throw: they stay out of the next one."""

from collections import Counter

from engine.errors import Refused
from engine.i18n import gettext as _
from engine.i18n import ngettext
from engine.turns.state import Turn
from engine.values import check_faces, replace


def thrown(turn: Turn, dice: tuple[int, ...]) -> Turn:
    return replace(turn, throws=turn.throws + 1, aside=turn.aside + turn.fresh, fresh=(), loose=dice)


def set_aside(turn: Turn, dice: tuple[int, ...]) -> Turn:
    """Return the turn with these dice of the latest throw set aside. Raises :class:`Refused` if they are not there."""
    check_lie(turn, turn.loose, dice)
    if not dice:
        raise Refused("no_dice", _("Choose the dice to set aside."))
    return replace(turn, fresh=turn.fresh + dice, loose=without(turn.loose, dice))


def check_lie(turn: Turn, lies: tuple[int, ...], dice: tuple[int, ...]) -> None:
    """Check that these dice are among those that lie there. Raises :class:`Refused` otherwise."""
    check_faces(dice)
    if not turn.throws:
        raise Refused("nothing_thrown", _("Roll first."))
    check_among(lies, dice)


def check_among(lies: tuple[int, ...], dice: tuple[int, ...]) -> None:
    """Check that so many dice of each face lie there. Raises :class:`Refused` otherwise."""
    for face, many in Counter(dice).items():
        count = lies.count(face)
        if not count:
            raise Refused("not_there", _("There’s no {face} on the tray.", face=face))
        if many > count:
            raise Refused(
                "not_there",
                ngettext(
                    "Only {count} of the dice shows a {face}.",
                    "Only {count} of the dice show a {face}.",
                    count,
                    face=face,
                ),
            )


def without(dice: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    left = list(dice)
    for die in taken:
        left.remove(die)
    return tuple(left)
