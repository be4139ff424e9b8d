"""Games played by the coach's advice have the mean of the table.

2,000 games with ``pytest -m long tests/engine/games/yahtzee/test_best_play.py``.
"""

import random
from statistics import fmean, stdev

import pytest

from engine import Started, fold
from engine.games.yahtzee.analysis.advice import advise
from engine.games.yahtzee.state import State
from tests.engine.games.yahtzee.playing import HANDOUT, OFFICIAL, followed

KNOWN = {OFFICIAL: 254.5877287, HANDOUT: 254.4862191}


def total_of_a_game(preset: str, chance: random.Random) -> int:
    """Return the total of one game played by the coach's advice."""
    state: State = fold([Started(preset, ("Ann",))])
    while state.turn:
        state = followed(state, advise(state, "points").best, chance)
    return state.totals["Ann"]


def averages_what_is_known(preset: str, games: int) -> None:
    chance = random.Random(5)
    totals = [total_of_a_game(preset, chance) for _ in range(games)]
    error = stdev(totals) / games**0.5
    print(f"\n{preset}: {fmean(totals):.2f} in {games} games, with a standard error of {error:.2f}")
    assert abs(fmean(totals) - KNOWN[preset]) < 3 * error
    assert 40 < stdev(totals) < 80


@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
def test_forty_games_average_what_is_known(preset: str) -> None:
    averages_what_is_known(preset, 40)


@pytest.mark.long
@pytest.mark.parametrize("preset", [HANDOUT, OFFICIAL])
def test_two_thousand_games_average_what_is_known(preset: str) -> None:
    averages_what_is_known(preset, 2000)
