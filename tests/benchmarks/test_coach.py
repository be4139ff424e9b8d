"""How soon the coach of Yahtzee has its table and its advice, and the chances to win come in every game."""

import random
import time
import tracemalloc
from statistics import median

import pytest

from engine import GameHistory, Started, fold
from engine.games.yahtzee.analysis.advice import _chance, advise, whole
from engine.games.yahtzee.analysis.position import Position, points_plan, table_of
from engine.games.yahtzee.rules import PRESETS
from engine.games.yahtzee.state import State
from tests.engine.games.yahtzee.playing import BIT, BOXES, OFFICIAL, followed
from tests.engine.test_win_chances import PRESETS as PLAYED
from tests.engine.test_win_chances import event_of

pytestmark = pytest.mark.benchmark


def milliseconds(began: float) -> float:
    """Since then, in processor time: what else the machine does is not counted."""
    return 1000 * (time.process_time() - began)


def test_a_table_is_loaded_in_150_milliseconds_and_10_megabytes() -> None:
    rules, took = PRESETS[OFFICIAL], []
    for _ in range(5):
        table_of.cache_clear()
        began = time.process_time()
        table_of(rules)
        took.append(milliseconds(began))
    table_of.cache_clear()
    tracemalloc.start()
    table_of(rules)
    kept, peak = (part / 1e6 for part in tracemalloc.get_traced_memory())
    tracemalloc.stop()
    print(f"\n{sorted(took)[2]:.0f} ms, with {peak:.1f} MB at the most, {kept:.1f} MB of it kept")
    assert min(took) < 150
    assert peak < 10


def test_advice_comes_in_25_milliseconds() -> None:
    chance, took = random.Random(9), []
    state: State = fold([Started(OFFICIAL, ("Ann",))])
    advise(state, "points")
    while state.turn:
        points_plan.cache_clear()
        began = time.process_time()
        best = advise(state, "points").best
        took.append(milliseconds(began))
        state = followed(state, best, chance)
    usual = sorted(took)[len(took) // 2]
    print(f"\n{usual:.1f} ms, {max(took):.1f} at the most")
    assert max(took) < 25


def test_the_chance_to_reach_a_score_with_three_boxes_open_comes_in_half_a_second() -> None:
    took = {}
    for boxes in (("chance", "three_of_a_kind", "four_of_a_kind"), ("sixes", "fives", "chance"), BOXES[8:11]):
        position = Position(sum(BIT[box] for box in BOXES if box not in boxes), True, 40)
        began = time.process_time()
        assert 0 < _chance(PRESETS[OFFICIAL], position, 55, 0) < whole(PRESETS[OFFICIAL], position)
        took[" ".join(boxes)] = milliseconds(began)
    print("\n" + "\n".join(f"{boxes}: {ms:.0f} ms" for boxes, ms in took.items()))
    assert max(took.values()) < 500


@pytest.mark.parametrize("preset", PLAYED)
def test_the_chances_to_win_of_twenty_players_come_in_50_milliseconds(preset: str) -> None:
    """What is solved once for a whole run of the program is not measured."""
    names = tuple("ABCDEFGHIJKLMNOPQRST")
    book, chance, took = GameHistory(Started(preset, names, names[0])), random.Random(7), list[float]()
    while len(took) < 12 and book.state.player is not None:
        book.write(event_of(preset, book.state, chance))
        book.game.win_chances(book.state)
        began = time.process_time()
        found = book.game.win_chances(book.state)
        took.append(milliseconds(began))
        assert found is None or sum(found.of.values()) == pytest.approx(1)
    print(f"\n{preset} {median(took):.1f} ms")
    assert median(took) < 50
