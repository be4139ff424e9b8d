"""What evenings cost: a page's work stays the same as games come and grow, memory and files as evenings do."""

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import _lru_cache_wrapper
from operator import floordiv
from pathlib import Path
from typing import Any

import pytest

from engine import Event, GameHistory, Rolled, Started, Stopped
from engine.turns.turn_plan import keeps, plan
from tests.simulation.disk.simulated import PowerCut
from tests.simulation.evening import Evening
from tests.simulation.history import chosen, tried
from tests.simulation.house import Kind
from tests.web.api.contract import judge

PATHS = (
    "/", "/tv", "/evening", "/log", "/players", "/play", "/figures", "/log/games", "/board", "/helm/bar",
)  # fmt: skip
MANY = int(os.environ.get("EVENINGS", "1000"))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with closing(Evening(tmp_path, Kind())) as evening:
        yield evening


def calls(evening: Evening, path: str) -> int:
    """Return how many Python functions are called for that page, shown a second time."""
    many = 0

    def count(_frame: object, event: str, _more: object) -> None:
        nonlocal many
        many += event == "call"

    evening.helm.client.get(path)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        evening.phones[0].client.get(path)
    finally:
        sys.setprofile(before)
    return many


def work(evening: Evening) -> dict[str, int]:
    """Return the work of each page, in hundreds of calls: some depend on the clock."""
    return {path: round(calls(evening, path), -2) for path in PATHS}


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def finished() -> list[Event]:
    book = GameHistory(Started("pig", ("Ann", "Bob"), "Ann", {"goal": 25}))
    while book.state.player:
        book.write(Rolled((6 if book.state.player == "Ann" else 5,)))
        book.write(Stopped())
    return book.events


def test_no_page_costs_more_after_more_games_and_rolls(evening: Evening) -> None:
    def play(games: int) -> None:
        for _ in range(games):
            evening.house.journal.append(finished(), 1.0)
        evening.told = evening.house.kept()
        evening.house.close(has_power=True)  # what the journal has now was never shown
        evening.begin_again(evening.safe)
        for _ in range(5):
            evening.clock.now += 70
            evening.house.rest()
        evening.send(evening.helm, ("/api/games", {"preset": "pig", "players": ["Ann", "Bob"], "options": {}}))

    def roll(times: int) -> None:
        for _ in range(times):
            evening.send(evening.helm, ("/api/moves", {"do": "throw", "aside": [], "dice": [1]}))

    play(60)
    roll(10)
    few = work(evening)
    play(60)
    roll(10)
    assert work(evening) == few
    roll(40)
    assert work(evening) == few


def test_power_cuts_at_all_calls_of_a_restart_leave_no_open_files_behind(evening: Evening) -> None:
    def roll() -> None:
        evening.house.rest()
        evening.send(evening.helm, ("/api/moves", {"do": "throw", "aside": [], "dice": [1]}))

    evening.send(evening.helm, ("/api/games", {"preset": "pig", "players": ["Ann", "Bob"], "options": {}}))
    evening.restart()
    roll()
    before = open_files()
    for calls in range(1, 60):
        evening.disk.calls_left = calls
        try:
            roll()
            evening.start_again()
        except PowerCut:
            evening.disk.is_off = True
        evening.restart()
    roll()
    gc.collect()
    assert open_files() == before


def bounded_caches() -> list[Any]:
    """Return the caches with a bound. They fill for hundreds of evenings."""
    found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return [one for one in found if one.cache_parameters()["maxsize"]]


@pytest.mark.long
def test_a_thousand_evenings_leave_no_objects_and_no_open_files_behind() -> None:
    gc.unfreeze()
    importlib.import_module("numpy.ma")  # which NumPy loads when it is first needed
    for dice in range(1, 9):  # what is made once for each number of dice
        plan(dice, 2, [0] * len(keeps(dice).rolls), floordiv)
    left, caches = [], bounded_caches()
    for seed in range(MANY):
        assert tried(*chosen(seed, 20)) is None, seed
        if seed % (MANY // 10) == 0:
            for cache in (*caches, *bounded_caches(), judge):
                cache.cache_clear()
            gc.collect()
            left.append((len(gc.get_objects()), open_files()))
    print(left)
    half = left[len(left) // 2 :]
    assert {files for _objects, files in half} == {half[0][1]}, left
    assert half[-1][0] < 1.02 * half[0][0], left
