"""Dice of a throw that stay out of the next one: set aside for the turn, or kept and thrown again after it."""

from collections import Counter
from typing import Any, Literal

from engine.errors import Refused
from engine.events import Event
from engine.i18n import Text, ngettext
from engine.i18n import gettext as _
from engine.turns.game import TurnGame
from engine.turns.state import Turn, TurnState
from engine.values import check_faces, replace

State = TurnState[Any]


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


class KeepingGame(TurnGame):
    """A game of turns with one move, which says what stays: the event that is recorded as dice set aside."""

    stays: Literal["kept", "nothing"] = "kept"

    def __init__(self, *file: Any) -> None:
        super().__init__(*file)
        self.moves = dict.fromkeys(self.recorded, self.chosen)

    def dice_of(self, rules: Any) -> int:
        raise NotImplementedError

    def keeps(self, _rules: Any) -> bool:
        """Return whether any dice may stay."""
        return True

    def must_roll(self, state: State, turn: Turn) -> int:
        return self.dice_of(state.rules) - len(turn.fresh)

    def why_no_roll(self, _state: State, turn: Turn) -> Refused:
        return Refused("nothing_to_throw", _("{player} keeps all dice: stand, or keep fewer.", player=turn.player))

    def stopped(self, _state: State, turn: Turn) -> Turn:
        if not turn.throws:
            raise Refused("nothing_thrown", _("Roll first."))
        return replace(turn, over=True)

    def chosen(self, state: State, turn: Turn, event: Any) -> Turn:
        """Return the turn in which these dice stay at the next throw, instead of those chosen before."""
        if event.dice and not self.keeps(state.rules):
            raise Refused("nothing_kept", self.why_not_aside(state, turn, event.dice[0]))
        check_lie(turn, turn.lies, event.dice)
        return replace(turn, fresh=event.dice, loose=without(turn.lies, event.dice))

    def may_set_aside(self, state: State, turn: Turn) -> tuple[int, ...]:
        return turn.loose if self.keeps(state.rules) else ()

    def may_move(self, state: State, turn: Turn) -> bool:
        return self.keeps(state.rules) and turn.throws > 0

    def why_not_aside(self, state: State, turn: Turn, face: int) -> str:
        if not self.keeps(state.rules):
            return super().why_not_aside(state, turn, face)
        return _("There’s no {face} on the tray.", face=face)

    def event_in_words(self, event: Event, player: str) -> Text | None:
        if type(event) not in self.recorded:
            return None
        dice = " ".join(map(str, getattr(event, "dice", ())))
        return _("{player} keeps {dice}", player=player, dice=dice or _("nothing"))


def between_throws(turn: Turn, then: Text | None, *, holds: bool) -> Text:
    """Return the sentence between two throws; ``then`` as for :meth:`~engine.turns.face.Face.goes_on`."""
    if then is not None:
        return _("{then} or STAND", then=then)
    if holds:
        return _("{player}: hold and roll, or STAND", player=turn.player)
    return _("{player}: roll again or STAND", player=turn.player)
