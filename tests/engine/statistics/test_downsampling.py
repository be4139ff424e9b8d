"""The downsampling of long courses."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.summaries import COARSE, course, located, samples


@given(st.integers(0, 2000), st.integers(2, 200))
def test_samples_are_few_evenly_apart_and_have_both_ends(many: int, most: int) -> None:
    places = samples(many, most)
    assert len(places) <= most
    assert places == sorted(set(places))
    assert not many or (places[0], places[-1]) == (0, many - 1)
    assert many > most or places == list(range(many))
    assert len({after - before for before, after in pairwise(places[:-1])}) <= 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=20))
def test_every_value_is_found_in_its_block(counts: list[int]) -> None:
    values = [(block, offset) for block, many in enumerate(counts) for offset in range(many)]
    assert located(counts, range(len(values))) == values


@pytest.mark.parametrize("blocks", [1, 7, COARSE - 1, COARSE, 90])
def test_a_course_is_of_sums_so_far_and_ends_with_the_sum_of_all(blocks: int) -> None:
    values = [[(block + place, 1) for place in range(1 + block % 3)] for block in range(blocks)]
    summed = [(len(some), (sum(one for one, _ in some), len(some))) for some in values]
    flat = [one for some in values for one in some]
    so_far = list(accumulate(flat, lambda one, other: (one[0] + other[0], one[1] + other[1])))
    read: list[int] = []

    def rows_of(block: int) -> list[tuple[int, int]]:
        read.append(block)
        return values[block]

    found = course(summed, rows_of, 30)
    assert set(found) <= set(so_far)
    assert found == sorted(found)
    assert (len(found) <= 30, found[-1]) == (True, so_far[-1])
    assert len(read) == len(set(read)) <= 30
    assert not read or blocks < COARSE, "of many blocks no single value is read"


def test_of_nothing_there_is_no_course() -> None:
    assert course([], lambda _: [], 10) == []
