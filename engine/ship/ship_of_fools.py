"""Ship of Fools to 21: Ship, Captain, Crew whose scores add up; who leads after a full round with 21 or more has won.

Turn, tray, words and odds are those of :mod:`engine.ship`. Only the end is its own: the round in which somebody gets to
21 is played to its end, and if several lead with the same score then, they roll off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.events import Event
from engine.game import Game, Titles
from engine.ship.game import ShipCaptainCrew
from engine.ship.options import changed
from engine.ship.rules import Match, Rules
from engine.ship.state import State

NAME = "ship-of-fools"
GOAL = 21
TITLES: Titles = {
    "en": {NAME: ("Ship of Fools to 21", "The scores of all rounds add up; the first to reach 21 wins.")},
    "de": {NAME: ("Narrenschiff bis 21", "Die Punkte aller Runden zählen zusammen; wer zuerst 21 hat, gewinnt.")},
}
AS_LONG_AS_IT_TAKES = Match("total", None)


class ShipOfFools(ShipCaptainCrew):
    """The rules of Ship, Captain, Crew with an end of their own."""

    presets: Sequence[str] = (NAME,)
    titles: Titles = TITLES
    options: Sequence[str] = (
        *("dice", "rolls", "sequences", "progress", "auto_hold", "cargo_reroll", "cargo_unhold"),
        *("anchor_bonus", "next_starter", "labels"),
    )

    def rules(self, preset: str, options: Mapping[str, object]) -> Rules:
        """The rules of the game with these options."""
        return changed(Rules(preset, match=AS_LONG_AS_IT_TAKES), options, self.options)

    def apply(self, state: State, event: Event) -> State:
        """The state after one more event, which is the last one of the game where it ends the round that decides."""
        after = super().apply(state, event)
        rounds = len(after.rounds)
        if rounds == len(state.rounds) or max(self.totals(after).values()) < GOAL:
            return after
        last_round = replace(state.rules, match=replace(AS_LONG_AS_IT_TAKES, count=rounds))
        return replace(super().apply(replace(state, rules=last_round), event), rules=state.rules)


SHIP_OF_FOOLS: Game = ShipOfFools()
"""Ship of Fools to 21 as one of the games that are played here."""
