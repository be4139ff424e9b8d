"""Games in which any dice of a throw stay at the next one, and may be thrown again after it."""

from typing import Any, Literal

from engine.errors import Refused
from engine.events import Event
from engine.i18n import Text
from engine.i18n import gettext as _
from engine.turns.game import TurnGame
from engine.turns.setting_aside import check_lie, without
from engine.turns.state import Turn, TurnState
from engine.values import replace

State = TurnState[Any]


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
