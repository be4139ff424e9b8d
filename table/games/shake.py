"""The rulebook of Shake of the Day: that of a game of turns, with what was won told as money."""

from typing import Any

from engine.games.shake import Kept, Shake, money
from engine.i18n import Text
from engine.i18n import gettext as _
from table.games.turns import TurnsAtTheTable


class ShakeAtTheTable(TurnsAtTheTable):
    def __init__(self) -> None:
        super().__init__(Shake())
        self.beside = (Kept,)

    def ended(self, state: Any) -> Text:
        [player], rules = state.players, state.rules
        if won := state.totals[player]:
            return _("{player} wins {amount}!", player=player, amount=money(won, rules.currency))
        return _("{player}: nothing won today", player=player)
