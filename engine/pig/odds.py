"""The exact figures of Pig."""

from collections.abc import Mapping

from engine.pig.coach import is_solved
from engine.pig.race import race
from engine.pig.rules import Rules
from engine.pig.turn_values import hold_at, of_throw
from engine.reports.odds_report import Figure


def odds(rules: Rules) -> Mapping[str, Figure]:
    """Return the highest mean of a first turn and the points to stand at for it.

    Where the game of two players is solved, also the first player's chance to win, to the precision of a float, and the
    points to stand at in the first turn to win.
    """
    found: dict[str, Figure] = {"expected_turn": of_throw(rules.dice, 0, 0), "hold_at": hold_at(rules.dice)}
    if is_solved(rules):
        solved = race(rules.goal)
        found |= {"first_player_wins": solved.chance(0, 0), "hold_at_to_win": solved.hold_at(0, 0)}
    return found
