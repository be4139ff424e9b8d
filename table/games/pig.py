"""Pig at the table: all dice are thrown each time, STAND banks the turn."""

from collections.abc import Mapping

from engine.i18n import Text, full_sentence, spelled
from engine.i18n import gettext as _
from engine.pig.game import PigState
from engine.turns.state import Turn
from table.dice.layout import HoldMode
from table.games import calls, messages
from table.games.turns import TurnsAtTheTable
from table.snapshot import Effect


class PigAtTheTable(TurnsAtTheTable):
    """The rulebook of Pig."""

    effects: Mapping[str, Effect] = {"bust": "bust", "banked": "bank"}

    def so_far(self, state: PigState, turn: Turn, hold: HoldMode, aside: Text | None) -> str:  # noqa: ARG002
        """Return the points of the turn, and what may be done."""
        return _("{player} has {points}: roll again or press STAND", player=turn.player, points=turn.points)

    def thrown(self, state: PigState, turn: Turn) -> str:  # noqa: ARG002
        """Return the points of the turn with this throw, or that it is lost."""
        dice = messages.row(turn.loose)
        if turn.bust:
            return _("{player}: {dice} – turn lost. Press ROLL", player=turn.player, dice=dice)
        return _(
            "{player}: {dice} – {points} this turn. ROLL counts it, STAND banks it",
            player=turn.player,
            dice=dice,
            points=turn.points,
        )

    def roll_called(self, state: PigState, turn: Turn) -> Text:  # noqa: ARG002
        """Return the roll, and the points of the turn."""
        return calls.rolled(
            turn.player, turn.loose, full_sentence(_("{number} this turn", number=spelled(turn.points)))
        )

    def end_called(self, state: PigState, turn: Turn) -> Text:  # noqa: ARG002
        """Return the points that were banked or lost."""
        player, points = calls.named(turn.player), spelled(turn.points)
        if turn.bust:
            return _("{player} rolls a one and loses {number}.", player=player, number=points)
        return _("{player} banks {number}.", player=player, number=points)
