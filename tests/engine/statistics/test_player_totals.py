"""The totals of one player's games, and the order of the leaderboard."""

from dataclasses import replace

import pytest

from engine.reports.figures import Hindsight, Part
from engine.statistics.player_totals import NO_GAMES, PlayerTotals, tally_of, values_of
from engine.statistics.summaries import standings

WON = Part("Mia", 9, won=True, scores=(9,), hindsight=Hindsight(5.0, 0.5, 2, 0.1))
LOST = Part("Jonas", 0, scores=(0,), hindsight=Hindsight(-4.0, 0.0, 0))
SHARED = replace(WON, won=False, shared=True, scores=(12,), hindsight=None)
MIA = (WON, replace(WON, won=False, scores=(12, 4), hindsight=Hindsight(1.0, 1.5, 2, None)), SHARED)
CARDS = (
    Part("Mia", 250, won=True, whole=True, feats=(1, 2)),
    Part("Mia", 150, whole=True, feats=(0, 1)),
    Part("Mia", 30, won=True),
)


def tally(*parts: Part) -> PlayerTotals:
    return PlayerTotals(*map(sum, zip(*map(values_of, [NO_GAMES, *map(tally_of, parts)]), strict=True)))


def test_the_scores_of_turns_are_added_up() -> None:
    mia = tally(*MIA)
    assert (mia.games, mia.wins, mia.shared, mia.turns) == (3, 1, 1, 4)
    assert (mia.scored_share, mia.mean_score) == (1.0, 37 / 4)
    jonas = tally(LOST)
    assert (jonas.scored_share, jonas.mean_score) == (0.0, None)


def test_luck_is_of_a_game_and_costs_are_of_a_decision() -> None:
    mia = tally(*MIA)
    assert (mia.luck_in_a_game, mia.cost_of_a_decision) == (3.0, 0.5)
    assert (mia.luck_in_all, mia.cost_in_all, mia.reviewed) == (6.0, 2.0, 2)
    assert mia.to_win_of_a_decision == pytest.approx(0.05), "only where the coach knows"
    nothing = tally(SHARED)
    assert (nothing.luck_in_a_game, nothing.cost_of_a_decision, nothing.to_win_of_a_decision) == (None, None, None)


def test_only_whole_games_count_for_the_mean_total() -> None:
    mia = tally(*CARDS)
    assert (mia.games, mia.wins, mia.feats, mia.wholes) == (3, 2, (1, 3, 0, 0), 2)
    assert mia.mean_total == 200


def test_places_follow_the_order_of_the_board_and_only_equals_share_one() -> None:
    lines = {
        "Zoë": tally(LOST),
        "Mia": tally(*MIA),
        "Jonas": tally(WON, SHARED),
        "Lin": tally(WON),
        "Ole": tally(WON),
    }
    found = standings([(name, one, None) for name, one in lines.items()])
    assert [(line.place, line.name) for line in found] == [
        (1, "Jonas"),
        (2, "Mia"),
        (3, "Lin"),
        (3, "Ole"),
        (5, "Zoë"),
    ]
    assert standings([]) == ()
