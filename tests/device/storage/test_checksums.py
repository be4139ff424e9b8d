"""The checksums of rows: one of each row, and one chained to the row before."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from device.storage.checksums import OWN, START, Link, checksum, is_sound

VALUES = st.tuples(st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), st.text(), st.none())


def chained(count: int) -> list[Link]:
    links: list[Link] = []
    before = START
    for place in range(1, count + 1):
        values = (1, place, float(place), f"event {place}")
        before = checksum(before, place, values)
        links.append(Link(place, values, before))
    return links


def test_a_row_that_is_what_was_written_is_sound_with_or_without_the_one_before() -> None:
    first, second = chained(2)
    assert is_sound(first, START)
    assert is_sound(second, first.checksum)
    assert is_sound(second)


def test_a_changed_row_is_not_sound() -> None:
    first, second = chained(2)
    for changed in (replace(second, values=(1, 2, 2.0, "event 3")), replace(second, place=3)):
        assert not is_sound(changed, first.checksum)
        assert not is_sound(changed)


def test_a_row_is_sound_whichever_of_its_checksums_is_damaged() -> None:
    first, second = chained(2)
    own = replace(second, checksum=bytes(OWN) + second.checksum[OWN:])
    chain = replace(second, checksum=second.checksum[:OWN] + bytes(16))
    assert is_sound(own, first.checksum)
    assert is_sound(chain, first.checksum)
    assert not is_sound(replace(second, checksum=bytes(24)), first.checksum)


def test_a_row_taken_out_or_exchanged_breaks_the_chain() -> None:
    first, second, third = chained(3)
    assert checksum(first.checksum, 3, third.values) != third.checksum
    assert checksum(second.checksum, 3, third.values) == third.checksum


@given(VALUES, VALUES)
def test_other_values_have_another_checksum(some: tuple[object, ...], others: tuple[object, ...]) -> None:
    one, other = (checksum(START, 1, values) for values in (some, others))  # type: ignore[arg-type]
    assert (one == other) == (repr(some) == repr(others))


def test_types_count() -> None:
    sums = {
        checksum(START, 1, values) for values in ((1,), (1.0,), ("1",), (None,), (), ("",), (1, 1), ("a", "b"), ("ab",))
    }
    assert len(sums) == 9
