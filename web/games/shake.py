"""What the pages show of Shake of the Day: what was won is money."""

from typing import Any

from engine import expected_tray
from engine.games.shake import Shake, money
from engine.i18n import Text, number
from engine.i18n import gettext as _
from web.display_names import isolated
from web.games.page import EnteredDice, HowToPlay
from web.games.turns import TurnPage


class ShakePage(TurnPage):
    def __init__(self) -> None:
        super().__init__(Shake())

    def headline(self, state: Any) -> Text:
        [player], won = state.players, state.totals[state.players[0]]
        if won:
            return _("{player} wins {amount}!", player=isolated(player), amount=money(won, state.rules.currency))
        return _("{player} wins nothing today", player=isolated(player))

    def total(self, total: int) -> Text:
        return number(total / 100, 2)

    def how(self, rules: Any) -> HowToPlay:
        return HowToPlay(tuple(self._face.how(rules)), ())

    def entered(self, state: Any) -> EnteredDice:
        return super().entered(state) if state.rules.keep else EnteredDice(throw=expected_tray(state).throw)
