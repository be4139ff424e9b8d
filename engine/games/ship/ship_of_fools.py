"""Ship of Fools to 21: a game of Ship, Captain, Crew with added scores, won by the leader with 21 or more.

The leader is determined after a full round. Turn, tray, terms and odds are those of :mod:`engine.games.ship`. Only the
end differs: the round in which a player reaches 21 is finished, and if several lead with the same score then, they
roll off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.events import Event
from engine.game import Game, Titles
from engine.games.ship.game import ShipCaptainCrew
from engine.games.ship.options import changed
from engine.games.ship.play.rounds import best_present
from engine.games.ship.rules import Match, Rules
from engine.games.ship.state import State
from engine.i18n import gettext as _

NAME = "ship-of-fools"
GOAL = 21
TITLES: Titles = {
    NAME: (
        _("Ship of Fools to 21"),
        _("Scores add up. In the round in which a player reaches 21, the most points win."),
    )
}
AS_LONG_AS_IT_TAKES = Match("total", None)


class ShipOfFools(ShipCaptainCrew):
    """The rules of Ship, Captain, Crew with another end of the game."""

    also = None
    presets: Sequence[str] = (NAME,)
    titles: Titles = TITLES
    options: Sequence[str] = (
        *("dice", "rolls", "sequences", "progress", "auto_hold", "cargo_reroll", "cargo_unhold"),
        *("anchor_bonus", "next_starter", "labels"),
    )

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        return changed(Rules(preset, match=AS_LONG_AS_IT_TAKES), options, self.options)

    def most_head_start(self, _rules: Rules) -> int:
        return GOAL - 1

    def apply(self, state: State, event: Event) -> State:
        """Return the state after one more event. The event that ends the deciding round ends the game."""
        after: State = super().apply(state, event)
        rounds = len(after.rounds)
        if rounds == len(state.rounds) or best_present(after) < GOAL:
            return after
        last_round = replace(state.rules, match=replace(AS_LONG_AS_IT_TAKES, count=rounds))
        ended: State = super().apply(replace(state, rules=last_round), event)
        return replace(ended, rules=state.rules)

    def with_last_round(self, state: State) -> State:
        """Return the state with the number of rounds set once a player has 21 points."""
        if state.turn is None or max(self.totals(state).values()) < GOAL:
            return state
        return replace(state, rules=replace(state.rules, match=replace(AS_LONG_AS_IT_TAKES, count=state.round)))


SHIP_OF_FOOLS: Game = ShipOfFools()
"""Ship of Fools to 21 as a registered game."""
