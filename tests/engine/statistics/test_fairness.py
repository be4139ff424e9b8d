"""The verdict on fair dice and on loaded ones, also when it is checked after every throw."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from math import exp, factorial, log, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.fairness import LOADED, counted, evidence, found_out, verdict

LOADED_BAR = log(LOADED)


def all_counts(thrown: int) -> Iterator[tuple[int, ...]]:
    for walls in combinations_with_replacement(range(thrown + 1), 5):
        edges = (0, *walls, thrown)
        yield tuple(right - left for left, right in pairwise(edges))


@pytest.mark.parametrize("thrown", [0, 1, 2, 5, 9])
def test_no_bet_against_fair_dice_wins_in_the_mean(thrown: int) -> None:
    """Over all throws of fair dice the mean of the stake is constant, as Ville's bound requires."""
    mean = sum(
        factorial(thrown) / prod(map(factorial, counts)) / 6**thrown * exp(evidence(counts))
        for counts in all_counts(thrown)
    )
    assert mean == pytest.approx(1.0, rel=1e-9)


@given(st.lists(st.integers(0, 40), min_size=6, max_size=6))
def test_the_next_throw_changes_nothing_in_the_mean(counts: list[int]) -> None:
    """The same from any count on, so that the evidence may be checked after each throw."""
    after = [exp(evidence([*counts[:face], counts[face] + 1, *counts[face + 1 :]])) for face in range(6)]
    assert sum(after) / 6 == pytest.approx(exp(evidence(counts)), rel=1e-9)


def test_fair_dice_checked_all_the_time_are_rarely_called_loaded() -> None:
    """100 evenings of 600 dice, checked after every third: at most one on average; five have a chance of 1/270."""
    random, alarms = Random(1), 0
    for _ in range(100):
        counts = [0] * 6
        for thrown in range(600):
            counts[random.randrange(6)] += 1
            if thrown % 3 == 2 and evidence(counts) >= LOADED_BAR:
                alarms += 1
                break
    assert alarms < 5


@pytest.mark.parametrize(("thrown", "share"), [(150, 1 / 3), (200, 1 / 3), (60, 1 / 2), (500, 1 / 4)])
def test_loaded_dice_are_found_out_as_often_as_is_said(thrown: int, share: float) -> None:
    random = Random(2)
    weights = [share, *[(1 - share) / 5] * 5]
    caught = sum(
        evidence(counted([[1 + face for face in random.choices(range(6), weights, k=thrown)]])) >= LOADED_BAR
        for _ in range(1000)
    )
    assert caught / 1000 == pytest.approx(found_out(thrown, share, LOADED_BAR), abs=0.06)


@pytest.mark.parametrize(
    ("counts", "word"),
    [
        ((0, 0, 0, 0, 0, 0), "too_few"),
        ((0, 0, 0, 0, 0, 3), "too_few"),
        ((70, 66, 69, 71, 68, 68), "nothing"),
        ((60, 62, 58, 66, 64, 106), "doubtful"),
        ((50, 52, 48, 56, 54, 152), "loaded"),
        ((0, 0, 0, 0, 0, 20), "loaded"),
    ],
)
def test_a_verdict_is_a_word(counts: tuple[int, ...], word: str) -> None:
    assert verdict(counts).word == word


def test_a_verdict_says_how_sure_it_is() -> None:
    found = verdict((70, 66, 69, 71, 68, 68))
    assert found.thrown == 412
    assert found.mildest == "third"
    assert found.found_out["third"] > 0.99 > found.found_out["quarter"] > found.found_out["fifth"]
    assert found.as_uneven > 0.9


def test_the_strangest_face_may_come_too_often_or_too_seldom() -> None:
    assert verdict((10, 10, 10, 10, 10, 19)).strangest == 6
    assert verdict((13, 14, 1, 13, 12, 13)).strangest == 3


def test_the_more_evenings_are_looked_at_the_more_it_takes() -> None:
    bars = [exp(-verdict((1,) * 6, evening).bar) for evening in range(1, 2000)]
    assert bars == sorted(bars, reverse=True)
    assert 0.99 / LOADED < sum(bars) < 1 / LOADED
    counts = (50, 52, 48, 56, 54, 102)
    assert verdict(counts).word == "loaded"
    assert verdict(counts, one_of_many=8).word == "doubtful"
    assert verdict(counts, one_of_many=3000).word == "nothing"


def test_more_throws_find_out_more() -> None:
    chances = [found_out(thrown, 1 / 4, LOADED_BAR) for thrown in (0, 5, 50, 200, 500, 2000, 10**6)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert 0.999 < chances[-1] < 1.0


def test_rolls_are_counted_by_their_faces() -> None:
    assert counted([(6, 5, 4, 2, 2), (6,), ()]) == (0, 2, 0, 1, 1, 2)
