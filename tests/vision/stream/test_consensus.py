from dataclasses import replace

import pytest

from vision import Die, Reading, Rest
from vision.reading import same
from vision.stream.consensus import agreed, alike, contradicts


def die(value: int | None, x: float = 100.0, confidence: float = 0.9) -> Die:
    corners = ((x - 20, 80.0), (x + 20, 80.0), (x + 20, 120.0), (x - 20, 120.0))
    doubt = None if value else "glare"
    return Die(value, confidence if value else 0.0, (x, 100.0), corners, 0.0, doubt=doubt)


def look(*dice: Die) -> Reading:
    return Reading(Rest.SETTLED, dice)


def agreed_values(*looks: Reading) -> list[int | None]:
    return [d.value for d in agreed(looks, 3).dice]


def test_what_all_looks_say_holds_with_the_least_confidence() -> None:
    reading = agreed([look(die(5, confidence=c)) for c in (0.9, 0.7, 0.8)], 3)
    assert [(d.value, d.confidence) for d in reading.dice] == [(5, 0.7)]


@pytest.mark.parametrize(
    ("seen", "value"),
    [
        ((5, 5, 5), 5),
        ((5, 5, None), None),
        ((None, 5, 5), None),
        ((5, 6, 5), None),
        ((None, 5, 5, 5), 5),
        ((6, 5, 5, 5), None),
        ((6, None, 5, 5, 5), None),
    ],
)
def test_a_value_needs_three_looks_in_a_row_and_none_against_it(
    seen: tuple[int | None, ...], value: int | None
) -> None:
    assert agreed_values(*(look(die(v)) for v in seen)) == [value]


def test_a_die_without_a_value_says_why() -> None:
    apart = agreed([look(die(5)), look(die(6)), look(die(5))], 3).dice[0]
    seldom = agreed([look(die(5)), look(die(None)), look(die(5))], 3).dice[0]
    assert apart.doubt != seldom.doubt
    assert apart.doubt
    assert seldom.doubt


def test_a_die_that_only_the_newest_look_saw_has_no_value() -> None:
    assert agreed_values(look(die(5)), look(die(5)), look(die(5), die(3, 300.0))) == [5, None]


def test_a_die_that_the_newest_look_misses_is_kept_without_a_value() -> None:
    missed = agreed([look(die(5), die(3, 300.0)), look(die(5), die(3, 300.0)), look(die(5))], 3)
    assert [(d.value, d.doubt) for d in missed.dice] == [(5, None), (None, "not readable every time")]
    emptied = agreed([look(die(5)), look(die(5)), Reading(Rest.EMPTY)], 3)
    assert emptied.rest is Rest.SETTLED
    assert [d.value for d in emptied.dice] == [None]


def test_a_hand_in_the_newest_look_hides_everything() -> None:
    hand = Reading(Rest.OBSTRUCTED, (), ("hand",))
    assert agreed([look(die(5)), look(die(5)), hand], 3) == hand


def test_a_die_is_the_same_as_the_nearest_one_in_its_place() -> None:
    assert same(die(5), [die(6, 108.0), die(5, 103.0)]) == die(5, 103.0)
    assert same(die(5), [die(5, 140.0)]) is None


def test_readings_are_alike_when_the_same_dice_lie_in_the_same_places_and_two_values_there_contradict() -> None:
    one = look(die(5), die(2, 300.0))
    assert alike(one, look(die(2, 301.0), die(5, 99.0)))
    assert alike(one, look(die(None), die(2, 300.0)))
    assert not alike(one, look(die(5)))
    assert not alike(one, look(die(5), die(2, 330.0)))
    assert not alike(one, replace(one, rest=Rest.OBSTRUCTED))
    assert contradicts(look(die(5)), look(die(6)))
    assert not contradicts(look(die(5)), look(die(None)))
    assert not contradicts(look(die(5)), look(die(6, 300.0)))
