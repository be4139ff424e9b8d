from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, Picture, draw_tray, grainy, overhead_tray
from vision import EmptyTray, Pace, Problem, Reader, Reading, Rest, Tray, Watcher
from vision.reader import TrayLook
from vision.scene.foreground import SOMETHING
from vision.stream.motion import small_grey

TRAY = overhead_tray()
THROW = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50), DrawnDie(1, 240, 60, 70)]
HELD = [DrawnDie(5, 25, 60, 20), *THROW[1:]]


def values(reading: Reading) -> list[int | None]:
    return [die.value for die in sorted(reading.dice, key=lambda die: die.center)]


def with_hand(picture: Picture) -> Picture:
    copy = picture.copy()
    arm = TRAY.to_px([(150, 260), (150, 90), (210, 90), (230, 260)]).astype(np.int32)
    cv2.fillConvexPoly(copy, arm, (120, 150, 205), cv2.LINE_AA)
    return copy


class CountingReader(Reader):
    """A reader that counts its looks, and those for which it searched the whole picture."""

    def __init__(self, tray: Tray | None = None) -> None:
        super().__init__(tray)
        self.looks = self.whole_looks = 0
        self.powers: list[float] = []

    def look(self, image: Picture, before: TrayLook | None = None, power: float = 1.0) -> TrayLook:
        look = super().look(image, before, power)
        self.powers.append(power)
        self.looks += 1
        self.whole_looks += before is None or look.seen is not before.seen
        return look


def watched(
    watcher: Watcher, pictures: Iterable[Picture], start: float = 0.0, step: float = 0.1
) -> list[tuple[float, Reading]]:
    """What a watcher says of pictures ``step`` seconds apart."""
    return [(start + n * step, watcher.see(grainy(picture, n), start + n * step)) for n, picture in enumerate(pictures)]


EMPTY_TRAY = draw_tray()
AT_REST = draw_tray(THROW)
AFTER_HOLDING = draw_tray(HELD)


def rolling(steps: int = 5) -> Sequence[Picture]:
    return [draw_tray([DrawnDie(3, 60 + 20 * n, 60 + 8 * n, 25 * n)]) for n in range(steps)]


@pytest.mark.parametrize("step", [1 / 30, 0.2])
def test_dice_have_values_within_six_tenths_of_a_second_of_rest(step: float) -> None:
    watcher = Watcher(Reader(TRAY))
    moving = rolling()
    seen = watched(watcher, [*moving, *[AT_REST] * round(1.2 / step)], step=step)
    came_to_rest = len(moving) * step
    assert [reading for _, reading in seen[: len(moving)]] == [Reading(Rest.MOVING)] * len(moving)
    for at, reading in seen:
        if at - came_to_rest < 0.38:
            assert reading.rest is not Rest.SETTLED, at
        if at - came_to_rest > 0.6 + step / 2:
            assert values(reading) == [5, 2, 1], at


def test_while_nothing_changes_the_same_reading_comes_back_unread_and_the_whole_is_checked_a_second_later() -> None:
    reader = CountingReader(TRAY)
    watcher = Watcher(reader)
    seen = watched(watcher, [AT_REST] * 20)
    settled = [reading for _, reading in seen if reading.rest is Rest.SETTLED]
    assert len(settled) >= 10
    assert all(reading is settled[0] for reading in settled)
    assert (reader.looks, reader.whole_looks) == (3, 1)
    assert len(set(reader.powers)) == 3
    watched(watcher, [AT_REST] * 40, start=2.0)
    assert (reader.looks, reader.whole_looks) == (4, 2)


def test_an_empty_tray_is_empty_then_holds_a_throw_and_a_die_turned_in_its_place_is_noticed() -> None:
    watcher = Watcher(Reader(TRAY))
    assert watched(watcher, [EMPTY_TRAY] * 8)[-1][1].rest is Rest.EMPTY
    assert values(watched(watcher, [*rolling(2), *[AT_REST] * 8], start=1.0)[-1][1]) == [5, 2, 1]
    tipped = draw_tray([DrawnDie(3, 100, 60, 20), *THROW[1:]])
    small = cv2.resize(small_grey(tipped), (160, 90)).astype(np.uint8)  # as the camera itself makes it
    after = [watcher.see(tipped, 2.0 + 0.1 * n, small) for n in range(9)]
    assert after[0].rest is Rest.MOVING
    assert values(after[-1]) == [3, 2, 1]


def test_a_hand_takes_the_values_away_and_the_held_die_is_read_in_its_new_place() -> None:
    watcher = Watcher(Reader(TRAY))
    watched(watcher, [AT_REST] * 9)
    reaching = watched(watcher, [with_hand(AT_REST)] * 12, start=1.0)
    assert {reading.rest for _, reading in reaching} == {Rest.OBSTRUCTED}
    after = watched(watcher, [AFTER_HOLDING] * 9, start=3.0)[-1][1]
    assert values(after) == [5, 2, 1]
    assert [str(die.zone) for die in sorted(after.dice, key=lambda die: die.center)] == ["rail", "rolling", "rolling"]


def test_the_tray_is_found_by_its_markers_and_followed_when_it_is_moved() -> None:
    watcher = Watcher(Reader())
    assert watcher.tray is None
    watched(watcher, [AT_REST] * 9)
    first = watcher.tray
    assert first is not None
    moved = np.roll(AT_REST, (30, -40), axis=(0, 1))
    after = watched(watcher, [moved] * 40, start=1.0)[-1][1]
    assert watcher.tray is not None
    shift = np.array(watcher.tray.corners_px) - np.array(first.corners_px)
    assert shift == pytest.approx(np.array([(-40, 30)] * 4), abs=1.5)
    assert values(after) == [5, 2, 1]


def test_a_tray_without_markers_is_read_all_the_same() -> None:
    picture = np.ascontiguousarray(draw_tray(THROW, markers=())[150:550, 300:1000])
    assert values(watched(Watcher(Reader()), [picture] * 9)[-1][1]) == [5, 2, 1]


def with_print(picture: Picture, x: float = 150.0, y: float = 150.0) -> Picture:
    copy = picture.copy()
    [(u, v)] = TRAY.to_px([(x, y)]).round().astype(int)
    cv2.circle(copy, (u, v), 24, (60, 170, 220), -1, cv2.LINE_AA)
    return copy


def test_a_print_on_the_felt_is_learned_with_the_empty_tray_once_dice_were_thrown_over_it() -> None:
    watcher = Watcher(Reader(TRAY))
    empty, lying = [with_print(EMPTY_TRAY)] * 8, [with_print(AT_REST)] * 8
    before = watched(watcher, empty)[-1][1]
    assert (before.rest, before.problems, len(before.things)) == (Rest.EMPTY, (SOMETHING,), 1)
    watched(watcher, [*rolling(2), *empty], start=1.0)
    assert watcher.reference is None
    assert watched(watcher, lying, start=3.0)[-1][1].problems == (SOMETHING,)
    watched(watcher, empty, start=5.0)
    assert watcher.reference is not None
    after = watched(watcher, lying, start=7.0)[-1][1]
    assert (after.problems, after.things) == ((), ())


def test_a_thing_that_a_throw_has_moved_is_not_learned_with_the_empty_tray() -> None:
    watcher = Watcher(Reader(TRAY))
    watched(watcher, [with_print(EMPTY_TRAY)] * 8)
    watched(watcher, [with_print(AT_REST, 60.0)] * 8, start=1.0)
    seen = watched(watcher, [with_print(EMPTY_TRAY, 60.0)] * 8, start=3.0)
    assert (watcher.reference, seen[-1][1].problems) == (None, (SOMETHING,))


def test_the_empty_tray_is_learned_and_learned_again_as_the_light_drifts() -> None:
    lessons: list[EmptyTray] = []
    watcher = Watcher(Reader(TRAY), Pace(lesson=10.0), learned=lessons.append)
    assert watcher.reference is None
    watched(watcher, [AT_REST] * 9)
    assert lessons == []
    watched(watcher, [EMPTY_TRAY] * 12, start=1.0)
    assert len(lessons) == 1
    assert watcher.reference is lessons[0]
    dusk = np.clip(EMPTY_TRAY * 0.85, 0, 255).astype(np.uint8)
    watched(watcher, [dusk] * 20, start=3.0, step=1.0)
    assert len(lessons) >= 2
    darker = lessons[0].colours.astype(int) - lessons[-1].colours
    assert np.median(darker[lessons[0].floor > 0]) > 3


def test_a_reference_that_was_kept_shows_a_stranger_or_a_hand_from_the_start() -> None:
    black = (40, 38, 42)
    lump = draw_tray([*THROW, DrawnDie(1, 60, 150, 10, body=black, pips=black)])
    reference = EmptyTray.of(EMPTY_TRAY, TRAY)
    told = watched(Watcher(Reader(TRAY), reference=reference), [lump] * 9)[-1][1]
    assert SOMETHING in told.problems or None in values(told)
    hand = watched(Watcher(Reader(TRAY), reference=reference), [with_hand(AT_REST)] * 9)
    assert {reading.rest for _, reading in hand[1:]} == {Rest.OBSTRUCTED}
    plain = watched(Watcher(Reader(TRAY), reference=reference), [AT_REST] * 9)[-1][1]
    assert plain.problems == ()
    assert values(plain) == [5, 2, 1]


def test_what_looks_like_a_die_on_the_empty_tray_is_none_beside_a_throw_either() -> None:
    printed = DrawnDie(4, 240, 150, 35)
    reference = EmptyTray.of(draw_tray([printed]), TRAY)
    assert len(Reader(TRAY).read(draw_tray([*THROW, printed])).dice) == 4
    seen = watched(Watcher(Reader(TRAY), reference=reference), [draw_tray([*THROW, printed])] * 20)
    settled = [reading for _, reading in seen if reading.rest is Rest.SETTLED]
    assert {tuple(values(reading)) for reading in settled} == {(5, 2, 1)}


def test_a_reference_of_a_tray_that_was_moved_since_is_not_used() -> None:
    elsewhere = Tray.from_corners([(x + 9, y) for x, y in TRAY.corners_px], TRAY.frame)
    watcher = Watcher(Reader(TRAY), reference=EmptyTray.of(EMPTY_TRAY, elsewhere))
    assert watcher.reference is None
    assert values(watched(watcher, [AT_REST] * 9)[-1][1]) == [5, 2, 1]


@pytest.mark.parametrize("light", [0.1, 1.25])
def test_a_lamp_that_is_switched_while_dice_lie_there_changes_no_value(light: float) -> None:
    watcher = Watcher(Reader(TRAY))
    watched(watcher, [AT_REST] * 9)
    lit = np.clip(AT_REST * light, 0, 255).astype(np.uint8)
    after = [reading for _, reading in watched(watcher, [lit] * 14, start=1.0)]
    assert values(after[-1]) == [5, 2, 1]
    assert all(values(reading) in ([], [5, 2, 1]) for reading in after)


@pytest.mark.parametrize("known", [TRAY, None], ids=["a known tray", "no tray"])
def test_a_tray_in_the_dark_is_not_empty(known: Tray | None) -> None:
    night = np.clip(AT_REST * 0.01, 0, 255).astype(np.uint8)
    seen = [reading for _, reading in watched(Watcher(Reader(known)), [night] * 9)]
    assert {reading.rest for reading in seen} <= {Rest.MOVING, Rest.OBSTRUCTED}
    assert seen[-1].named == {Problem.TOO_DARK}


def test_a_tray_that_was_bumped_is_followed_and_its_dice_lie_where_they_lay() -> None:
    watcher = Watcher(Reader())
    before = watched(watcher, [AT_REST] * 12)[-1][1]
    after = watched(watcher, [np.roll(AT_REST, (0, 7), axis=(0, 1))] * 9, start=2.0)[-1][1]
    assert values(after) == [5, 2, 1]
    assert after.named == frozenset()
    for old, new in zip(before.dice, after.dice, strict=True):
        assert new.center_mm == pytest.approx(old.center_mm, abs=1.0)


def test_a_die_that_reads_differently_each_time_gets_no_value() -> None:
    pictures = AT_REST, draw_tray([DrawnDie(4, 100, 60, 20), *THROW[1:]])
    watcher = Watcher(Reader(TRAY))
    readings = [watcher.see(pictures[n // 2 % 2], 0.1 * n, small_grey(AT_REST)) for n in range(20)]
    for reading in readings:
        if reading.rest is Rest.SETTLED:
            assert values(reading)[0] is None


@pytest.mark.parametrize(
    ("seen", "looks"),
    [([DrawnDie(4, 100, 60, 20), *THROW[1:]], 1), (THROW[1:], 3)],
    ids=["another value", "a die less"],
)
def test_a_value_that_a_later_look_contradicts_goes_at_once_and_a_die_that_is_missed_at_the_third(
    seen: list[DrawnDie], looks: int
) -> None:
    """The small picture stays the same, so that only the looks tell."""
    reader, small, picture = CountingReader(TRAY), small_grey(AT_REST), draw_tray(seen)
    watcher = Watcher(reader, Pace(again_sure=1.0))
    assert values([watcher.see(AT_REST, 0.1 * n, small) for n in range(12)][-1]) == [5, 2, 1]
    before = reader.looks
    later = [(watcher.see(picture, 1.2 + 0.05 * n, small), reader.looks - before) for n in range(60)]
    assert next(count for reading, count in later if reading.rest is not Rest.SETTLED) == looks
    assert all(values(reading) == [5, 2, 1] for reading, count in later if count < looks)


def test_pictures_of_another_size_begin_a_new_watch() -> None:
    watcher = Watcher(Reader())
    watched(watcher, [AT_REST] * 9)
    small = overhead_tray(frame=(640, 360))
    seen = watched(watcher, [draw_tray(THROW, small)] * 9, start=1.0)
    assert seen[0][1].rest is Rest.MOVING
    assert values(seen[-1][1]) == [5, 2, 1]
