"""The totals of one player's games, and the order of the leaderboard."""

from dataclasses import replace

import pytest

from engine.statistics.player_totals import NO_GAMES, PlayerTotals, tally_of
from engine.statistics.record import Hindsight, Part
from engine.statistics.summaries import standings

WON = Part("Mia", 9, won=True, cargoes=(9,), hindsight=Hindsight(5.0, 0.5, 2, 0.1))
LOST = Part("Jonas", 0, cargoes=(0,), hindsight=Hindsight(-4.0, 0.0, 0))
SHARED = replace(WON, won=False, shared=True, cargoes=(12,), hindsight=None)
MIA = (WON, replace(WON, won=False, cargoes=(12, 4), hindsight=Hindsight(1.0, 1.5, 2, None)), SHARED)
CARDS = (
    Part("Mia", 250, won=True, filled=True, bonus=True, yahtzees=2),
    Part("Mia", 150, filled=True, yahtzees=1),
    Part("Mia", 30, won=True),
)


def tally(*parts: Part) -> PlayerTotals:
    return sum(map(tally_of, parts), NO_GAMES)


def test_games_of_ship_captain_crew_are_added_up() -> None:
    mia = tally(*MIA)
    assert (mia.games, mia.wins, mia.shared, mia.turns) == (3, 1, 1, 4)
    assert (mia.qualified_share, mia.mean_cargo) == (1.0, 37 / 4)
    jonas = tally(LOST)
    assert (jonas.qualified_share, jonas.mean_cargo) == (0.0, None)


def test_luck_is_of_a_game_and_costs_are_of_a_decision() -> None:
    mia = tally(*MIA)
    assert (mia.luck_in_a_game, mia.cost_of_a_decision) == (3.0, 0.5)
    assert (mia.luck_in_all, mia.cost_in_all, mia.reviewed) == (6.0, 2.0, 2)
    assert mia.to_win_of_a_decision == pytest.approx(0.05), "only where the coach knows"
    nothing = tally(SHARED)
    assert (nothing.luck_in_a_game, nothing.cost_of_a_decision, nothing.to_win_of_a_decision) == (None, None, None)


def test_of_yahtzee_only_full_cards_count() -> None:
    mia = tally(*CARDS)
    assert (mia.games, mia.wins, mia.yahtzees, mia.cards) == (3, 2, 3, 2)
    assert (mia.mean_total, mia.bonus_share) == (200, 0.5)


def test_what_was_added_can_be_taken_away() -> None:
    assert tally(*MIA, *CARDS) - tally(*MIA) == tally(*CARDS)
    assert tally(*MIA) - tally(*MIA) == NO_GAMES


@pytest.mark.parametrize(
    ("part", "best"),
    [(MIA[1], 12), (LOST, None), (replace(LOST, cargoes=()), None), (CARDS[0], 250), (CARDS[2], None)],
)
def test_the_best_is_a_cargo_or_a_full_card(part: Part, best: int | None) -> None:
    assert part.best == best


def test_places_follow_the_order_of_the_board_and_only_equals_share_one() -> None:
    """As the board says below: wins, then shared wins, then the fewest games."""
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
