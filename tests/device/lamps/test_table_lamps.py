"""The lamps of a running table, with a real watcher over a drawn tray."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from device.cameras.camera import Frame
from device.errors import BadTrial
from device.lamps.capture import BROKEN, SILENT, TOO_SLOW
from device.lamps.lamps import RecordedLamps
from device.lamps.table_lamps import LATE, PAUSE, TableLamps
from device.notices import Notices
from device.runtime.loop import PACE
from tests.device.lamps.lit import LitCamera
from tests.vision.drawn import DrawnDie
from tests.vision.lamps.lit import TRAY, lit
from vision import LampMaps, LampPictures, LampSide, Reader, Reading, Rest, Watcher

THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]
MOVED = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 215, 120, 50)]
DICE, OTHERS, EMPTY = lit(THROW), lit(MOVED), lit()
MAPS = LampMaps.from_pictures(EMPTY, TRAY)
SEEDS = np.random.default_rng(5).integers(0, 3, (8, *DICE.base.shape), np.uint8)


@dataclass
class Played:
    """A table's frames without the table: the readings with their times, and what the observers got."""

    lamps: TableLamps
    watcher: Watcher
    camera: LitCamera
    seen: list[tuple[float, Reading]] = field(default_factory=list)
    observed: list[Frame] = field(default_factory=list)
    taken: list[LampPictures] = field(default_factory=list)

    def until(self, end: Callable[["Played", Frame], bool], most: int = 400) -> "Played":
        for number, frame in enumerate(self.camera.frames()):
            assert frame
            assert number < most, "it has no end"
            noisy = np.clip(frame.image.astype(np.int16) + SEEDS[number % 8] - 1, 0, 255).astype(np.uint8)
            shot = Frame(noisy, frame.time, frame.number, frame.settings)
            read = self.lamps.next_frame(shot, self.watcher)
            if read is not None:
                reading = self.watcher.see(read.image, read.time)
                if not self.lamps.see(read, reading, self.watcher):
                    reading = self.watcher.see(read.image, read.time)
                self.seen.append((read.time, reading))
                self.observed.append(read)
            if end(self, shot):
                return self
        raise AssertionError

    @property
    def settled(self) -> bool:
        return bool(self.seen) and self.seen[-1][1].rest is Rest.SETTLED

    @property
    def values(self) -> list[int | None]:
        return [die.value for die in sorted(self.seen[-1][1].dice, key=lambda die: die.center)]


def played(
    pictures: Callable[[float], LampPictures] = lambda _: DICE,
    maps: LampMaps | None = MAPS,
    notices: Notices | None = None,
    seconds: float = 0.25,
    **camera: Any,
) -> Played:
    lamps = RecordedLamps(tuple(LampSide))
    table = TableLamps(lamps, maps, notices, seconds)
    found = Played(table, Watcher(Reader(TRAY), PACE, lamps=maps), LitCamera(lamps, pictures, **camera))
    table.taken = lambda pictures, _time: found.taken.append(pictures)
    return found


def test_dice_at_rest_are_reported_after_their_lamp_pictures_within_a_quarter_of_a_second() -> None:
    plain = played(maps=None).until(lambda it, _: it.settled)
    lamps = played().until(lambda it, _: it.settled)
    assert lamps.values == plain.values == [5, 2]
    assert set(lamps.taken[0].lamps) == set(LampSide)
    assert 0.1 < lamps.seen[-1][0] - plain.seen[-1][0] <= 0.25


def test_no_frame_under_a_bright_lamp_is_read_or_observed() -> None:
    seen = played().until(lambda it, frame: it.settled and frame.time > it.seen[0][0] + 2)
    base = DICE.base.astype(float).mean()
    assert len(seen.taken) == 1
    assert max(abs(frame.image.mean() - base) for frame in seen.observed) < 1.0
    assert len(seen.observed) > 40


def test_dice_that_were_moved_between_the_pictures_are_taken_again() -> None:
    first: list[float] = []

    def pictures(moment: float) -> LampPictures:
        return DICE if not first or moment < first[0] else OTHERS

    it = played(pictures)
    it.until(lambda it, _: it.lamps.in_use)
    first.append(it.seen[-1][0] + 0.1)
    it.until(lambda it, _: it.settled)
    assert it.values == [5, 2]
    assert len(it.taken) == 1
    assert np.abs(it.taken[0].base.astype(int) - OTHERS.base).max() < 12


def test_a_camera_that_is_too_slow_goes_on_without_and_says_so() -> None:
    notices = Notices()
    it = played(notices=notices, rate=10.0)
    plain = played(maps=None, rate=10.0).until(lambda it, _: it.settled)
    it.until(lambda it, _: it.settled)
    assert it.values == [5, 2]
    assert it.taken == []
    assert it.seen[-1][0] - plain.seen[-1][0] <= 0.01  # nothing is begun that would take too long
    assert list(notices.all) == []
    for _ in range(LATE - 1):
        again(it)
    assert list(notices.all) == [TOO_SLOW]
    began = it.seen[-1][0]
    again(it)
    assert it.camera.began > began  # nothing is taken in the pause, so nothing is waited for
    assert not it.lamps.in_use


def again(it: Played) -> None:
    """A hand clears the tray, and the dice come to rest again."""
    it.watcher = Watcher(Reader(TRAY), PACE, lamps=MAPS)
    it.camera.began = it.seen[-1][0] + 1.0
    it.seen.clear()
    it.until(lambda it, _: it.settled)


def test_a_lamp_that_breaks_is_said_and_done_without() -> None:
    notices = Notices()
    it = played(notices=notices)
    it.camera.broken = frozenset({LampSide.FAR})
    it.until(lambda it, _: it.settled)
    assert it.values == [5, 2]
    assert list(notices.all) == []
    for _ in range(SILENT - 1):
        again(it)
    assert list(notices.all) == [BROKEN[LampSide.FAR]]
    it.camera.broken = frozenset()
    again(it)
    assert list(notices.all) == []


def test_lamps_of_which_too_few_work_cost_no_time() -> None:
    it = played()
    it.camera.broken = frozenset({LampSide.LEFT, LampSide.FAR})
    plain = played(maps=None).until(lambda it, _: it.settled)
    wait = plain.seen[-1][0] - plain.camera.began
    it.until(lambda it, _: it.settled)
    for _ in range(SILENT + 1):
        again(it)
    assert it.seen[-1][0] - it.camera.began == pytest.approx(wait, abs=0.05)
    it.camera.broken = frozenset()
    it.camera.began += PAUSE
    it.seen[-1] = (it.seen[-1][0] + PAUSE, it.seen[-1][1])
    again(it)
    assert len(it.taken) > 0


def test_maps_are_taken_when_the_tray_is_empty() -> None:
    it = played(lambda _: EMPTY, maps=None)
    asked = it.lamps.calibrate()
    assert it.lamps.in_use
    it.until(lambda _, __: asked.done())
    maps = asked.result()
    assert maps.working() == frozenset(LampSide)
    assert all(np.allclose(maps.lamps[side], MAPS.lamps[side], atol=0.01) for side in LampSide)
    assert not it.lamps.in_use


def test_maps_are_not_taken_while_dice_lie_there_and_can_be_cancelled() -> None:
    it = played(maps=None)
    asked = it.lamps.calibrate()
    it.until(lambda it, _: len(it.seen) > 60)
    assert not asked.done()
    assert asked.cancel()
    it.camera.pictures = lambda _: EMPTY
    it.until(lambda it, _: it.seen[-1][1].rest is Rest.EMPTY)
    assert not it.lamps.in_use


def test_something_that_moves_over_the_empty_tray_is_no_map() -> None:
    it = played(lambda _: EMPTY, maps=None)
    asked = it.lamps.calibrate()
    it.until(lambda it, _: it.lamps.lamps.switches.end > 0)
    it.camera.pictures = lambda _: DICE
    it.camera.began = it.seen[-1][0]
    it.until(lambda _, __: asked.done())
    with pytest.raises(BadTrial, match="Something moved over the tray"):
        asked.result()


def test_a_lost_camera_leaves_base_level_and_no_question_open() -> None:
    it = played(lambda _: EMPTY, maps=None)
    asked = it.lamps.calibrate()
    it.until(lambda it, _: it.lamps._capture.under_way)
    it.lamps.give_up()
    assert not it.lamps.in_use
    assert isinstance(asked.exception(), BadTrial)


def test_a_table_without_lamps_takes_each_frame_as_it_comes() -> None:
    lamps, watcher = TableLamps(), Watcher(Reader(TRAY))
    frame = Frame(DICE.base, 1.0, 0)
    assert lamps.next_frame(frame, watcher) is frame
    assert not lamps.in_use
