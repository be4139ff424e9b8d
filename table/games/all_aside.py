"""Threes and Midnight at the table: each throw sets at least one die aside, STAND the rest of them."""

from collections.abc import Mapping
from typing import Any

from engine import Event, expected_tray, game_of
from engine.i18n import Text, spelled
from engine.i18n import gettext as _
from engine.turns.state import Turn, TurnState
from table.dice.layout import HoldMode
from table.games import calls, messages
from table.games.rulebook import nothing_thrown
from table.games.turns import SettingAside, set_some_aside, then_roll
from table.snapshot import Effect


class AllAsideAtTheTable(SettingAside):
    """The rulebook of a game that ends a turn once all dice are set aside. ``event`` is that of setting aside."""

    effects: Mapping[str, Effect] = {"total": "bank", "not_qualified": "bust", "midnight": "bell"}

    def __init__(self, event: type[Event], cheered: frozenset[str] = frozenset({"won"})) -> None:
        self.event = event
        self.beside = (event,)
        self.cheered = cheered

    def stand(self, state: TurnState[Any]) -> tuple[Event, ...]:
        """Return the event of setting all other dice aside, which ends the turn."""
        if state.turn is None or not state.turn.throws:
            raise nothing_thrown()
        return self.checked(state, self.setting(state.turn.loose))

    def so_far(self, state: TurnState[Any], turn: Turn, hold: HoldMode, aside: Text | None) -> str:
        """Return how many dice are rolled, or that some must be set aside first."""
        if turn.fresh:
            return then_roll(turn.player, aside, expected_tray(state).throw)
        return set_some_aside(turn.player, hold)

    def thrown(self, _state: TurnState[Any], turn: Turn) -> str:
        """Return that a throw can be counted, and the result if it ends the turn."""
        return messages.press_to_count(turn.player, turn.lies)

    def roll_called(self, state: TurnState[Any], turn: Turn) -> Text:  # noqa: ARG002
        """Return the roll, and that a die must be held."""
        return calls.rolled(turn.player, turn.lies, _("Hold at least one."))

    def end_called(self, state: TurnState[Any], turn: Turn) -> Text:
        """Return the result of the turn. One of nothing is called as such where that is no score."""
        [points] = self.result(state, turn)
        if not points and not game_of(state.rules.name).lowest_wins:
            return _("{player}: no score.", player=calls.named(turn.player))
        return _("{player} has {number}.", player=calls.named(turn.player), number=spelled(points))
