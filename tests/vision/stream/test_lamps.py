"""When the watcher wants lamp pictures, and what it does until they come."""

import numpy as np

from tests.vision.drawn import DrawnDie, grainy
from tests.vision.lamps.lit import TRAY, lit, maps
from vision import LampMaps, LampPictures, LampSide, Reader, Reading, Rest, Watcher
from vision.lamps.model import model_of

THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]
PICTURES = lit(THROW)
MAPS = maps()
EMPTY = lit().base


def watch(
    watcher: Watcher, begin: float, end: float, picture: np.ndarray = PICTURES.base
) -> list[tuple[float, Reading]]:
    steps = np.arange(round(begin * 20), round(end * 20)) / 20
    return [(t, watcher.see(grainy(picture, n), float(t))) for n, t in enumerate(steps)]


Seen = list[tuple[float, Reading]]


def first_settled(seen: Seen) -> float:
    return next(at for at, reading in seen if reading.rest is Rest.SETTLED)


def values(reading: Reading) -> list[int | None]:
    return [die.value for die in sorted(reading.dice, key=lambda die: die.center)]


def wanting(lamps: LampMaps = MAPS) -> tuple[Watcher, float]:
    """A watcher that waits for lamp pictures, and the time."""
    watcher = Watcher(Reader(TRAY), lamps=lamps)
    for n in range(40):
        assert watcher.see(grainy(PICTURES.base, n), n / 20).rest is Rest.MOVING
        if watcher.wants_lamps:
            return watcher, n / 20
    raise AssertionError("no lamp pictures are wanted")


def test_dice_are_reported_by_the_next_picture_after_the_lamp_pictures() -> None:
    watcher, now = wanting()
    assert watcher.see_lamps(PICTURES)
    assert not watcher.wants_lamps
    reading = watcher.see(PICTURES.base, now + 0.15)
    assert values(reading) == [5, 2]


def test_without_lamp_pictures_dice_are_reported_a_quarter_of_a_second_later_but_for_broken_lamps_at_once() -> None:
    plain = first_settled(watch(Watcher(Reader(TRAY)), 0, 2))
    watcher = Watcher(Reader(TRAY), lamps=MAPS)
    late = first_settled(watch(watcher, 0, 2))
    assert 0.2 <= late - plain <= 0.3
    assert not watcher.wants_lamps
    assert not watcher.see_lamps(PICTURES)
    assert first_settled(watch(Watcher(Reader(TRAY), lamps=maps(tuple(LampSide))), 0, 2)) == plain
    broken = tuple(side for side in LampSide if side is not LampSide.LEFT)
    assert first_settled(watch(Watcher(Reader(TRAY), lamps=maps(broken)), 0, 2)) > 0


def test_a_model_of_the_lamps_is_made_with_the_watcher_and_not_at_the_first_throw() -> None:
    watcher, at = wanting(LampMaps.from_arrays(MAPS.to_arrays()))
    made = model_of.cache_info().misses
    assert watcher.see_lamps(PICTURES)
    assert watcher.see(grainy(PICTURES.base, 99), at + 0.05).rest is Rest.SETTLED
    assert model_of.cache_info().misses == made


def test_an_empty_tray_wants_no_lamp_pictures() -> None:
    watcher = Watcher(Reader(TRAY), lamps=MAPS)
    for n in range(16):
        watcher.see(grainy(EMPTY, n), n / 20)
        assert not watcher.wants_lamps


def test_pictures_between_which_something_moved_are_taken_again() -> None:
    watcher, now = wanting()
    other = lit([THROW[0], DrawnDie(2, 190, 120, 50)])
    mixed = LampPictures(PICTURES.base, {**PICTURES.lamps, LampSide.FAR: other.lamps[LampSide.FAR]})
    assert not watcher.see_lamps(mixed)
    assert watcher.wants_lamps
    assert watcher.see_lamps(PICTURES)
    assert watcher.see(PICTURES.base, now + 0.2).rest is Rest.SETTLED


def test_dice_that_move_after_the_lamp_pictures_want_others() -> None:
    watcher, now = wanting()
    assert watcher.see_lamps(PICTURES)
    moved = lit([THROW[0], DrawnDie(4, 200, 60, 50)]).base
    assert watcher.see(moved, now + 0.15).rest is Rest.MOVING
    for n, t in enumerate(np.arange(now + 0.2, now + 2, 0.05)):
        watcher.see(grainy(moved, n), float(t))
        if watcher.wants_lamps:
            return
    raise AssertionError("no other lamp pictures are wanted")


def test_a_die_that_leans_has_no_value_then_and_in_later_looks() -> None:
    leaning = lit(THROW, slopes={1: (0.16, 0.0)})
    watcher, now = wanting()
    assert watcher.see_lamps(leaning)
    for n, t in enumerate(np.arange(now + 0.15, now + 1.5, 0.15)):
        assert values(watcher.see(grainy(PICTURES.base, n), float(t))) == [5, None]
