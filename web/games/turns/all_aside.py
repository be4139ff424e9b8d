"""What the pages of games share in which a turn ends once all dice are set aside: Threes and Midnight."""

from typing import Any, Literal

from engine.turns.state import Turn, TurnState
from web.catalogue import Words
from web.games.turns.page import TurnSlot, TurnsOnThePage


class AllAsideOnThePage(TurnsOnThePage):
    """Displays a game of one turn each, in which all dice are set aside."""

    def score(self, state: TurnState[Any], name: str, words: Words) -> tuple[str, Literal["scored", "failed", "open"]]:
        """Return a player's result, or that there is none yet."""
        if name not in state.scores:
            return str(words.NOT_YET), "open"
        return str(state.scores[name][0]), "scored"

    def leaders(self, state: TurnState[Any]) -> frozenset[str]:
        """Return the players with the best result so far; none before the first."""
        if not state.scores:
            return frozenset()
        best = (min if self.lowest else max)(state.scores.values())
        return frozenset(name for name, result in state.scores.items() if result == best)

    lowest = False
    """Whether the lowest result leads."""

    def aside_slot(self, turn: Turn, figure: str, words: Words) -> TurnSlot:
        """Return the dice that are set aside, with a figure."""
        aside = turn.aside + turn.fresh
        return TurnSlot("aside", words.SET_ASIDE, aside, "held" if aside else "open", figure, term="aside")

    def rest_slot(self, turn: Turn, dice: int, words: Words) -> TurnSlot:
        """Return the dice that lie there, or how many are rolled."""
        if turn.loose:
            return TurnSlot("thrown", words.ROLLED, turn.loose)
        return TurnSlot("thrown", words.TO_ROLL, state="open", blanks=dice - len(turn.aside + turn.fresh))
