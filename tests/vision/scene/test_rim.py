"""Hands, sleeves and what is none over the rim of drawn trays; and a tray without markers that was pushed."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.drawn import BLUE_FELT, GREEN_FELT, IVORY, RED, Colour, DrawnDie, Picture, draw_tray, overhead_tray
from tests.vision.spoilt import dimmed, in_shadow, tinted
from vision import EmptyTray, Problem, Reader, Reading, Rest, Watcher
from vision.geometry.view import view_of
from vision.scene.rim import reaches_over, rim_shift, with_shift

TRAY = overhead_tray()
WOOD: Colour = (120, 84, 50)
DICE = [DrawnDie(5, 210, 120, 30), DrawnDie(2, 90, 60, 50, body=RED, pips=IVORY)]
COLOURS: dict[str, Colour] = {
    "pale": (226, 176, 148),
    "brown": (110, 72, 50),
    "a black glove": (22, 22, 24),
    "a white glove": (232, 232, 228),
    "the felt's": GREEN_FELT,
    "the rim's": WOOD,
}


def with_rim(picture: Picture, paint: Colour = WOOD) -> Picture:
    """The tray with a rim 12 mm wide, and the dark gap beside the felt."""
    copy = picture.copy()
    for way, width, colour in ((6.5, 12.0, paint), (0.4, 1.2, (14, 12, 10))):
        outline = np.round(TRAY.to_px(TRAY.size.outline(way)) * 8).astype(np.int32)
        cv2.polylines(copy, [outline], True, colour[::-1], round(width / TRAY.mm_per_px), cv2.LINE_AA, 3)
    return copy


EMPTY, LYING = with_rim(draw_tray()), with_rim(draw_tray(DICE))


def with_hand(picture: Picture, colour: Colour, turn: int = 0, wide: float = 62.0, deep: float = 70.0) -> Picture:
    """A hand that comes in over the side ``turn`` (0 top, 1 right, …), with fingers, a soft outline and a shadow."""
    size = TRAY.size
    palm = [(-wide / 2, -40), (wide / 2, -40), (wide / 2 * 1.1, deep), (-wide / 2 * 1.1, deep)]
    shapes = [palm] + [[(x, deep), (x + wide / 5, deep), (x + wide / 6, deep + 40), (x + 2, deep + 40)] for x in
                       np.linspace(-wide / 2, wide / 2 * 0.6, 4)]  # fmt: skip
    mask = np.zeros(picture.shape[:2], np.uint8)
    starts = {0: (140.0, 0.0), 1: (size.width, 90.0), 2: (160.0, size.height), 3: (0.0, 110.0)}
    ahead = {0: (0, 1), 1: (-1, 0), 2: (0, -1), 3: (1, 0)}[turn]
    for shape in shapes:
        places = [(starts[turn][0] + y * ahead[0] - x * ahead[1], starts[turn][1] + y * ahead[1] + x * ahead[0])
                  for x, y in shape]  # fmt: skip
        cv2.fillPoly(mask, [np.round(TRAY.to_px(places, 25) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    rounded = np.clip(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5) / 20, 0, 1)
    body = np.array(colour[::-1]) * (0.65 + 0.35 * cv2.GaussianBlur(rounded, (0, 0), 2))[..., None]
    shadow = 1 - 0.35 * cv2.GaussianBlur(np.roll(mask, (14, 10), (0, 1)), (0, 0), 8)[..., None] / 255
    share = cv2.GaussianBlur(mask, (0, 0), 1)[..., None] / 255
    return np.asarray(np.clip(picture * shadow * (1 - share) + body * share, 0, 255), dtype=np.uint8)


def reached(picture: Picture) -> bool:
    return reaches_over(view_of(picture, TRAY), TRAY)


@pytest.mark.parametrize(("number", "colour"), list(enumerate(COLOURS.values())), ids=list(COLOURS))
def test_a_hand_of_any_colour_is_seen_over_any_side(number: int, colour: Colour) -> None:
    assert reached(with_hand(LYING, colour, number % 4))
    assert reached(with_hand(LYING, colour, (number + 1 + number // 4) % 4))


@pytest.mark.parametrize("spoil", [lambda p: dimmed(p, 0.1), lambda p: tinted(p, 0.12, 0.3, 0.9)], ids=["dim", "red"])
def test_a_hand_is_seen_in_bad_light(spoil: Callable[[Picture], Picture]) -> None:
    assert reached(spoil(with_hand(LYING, COLOURS["brown"])))
    assert not reached(spoil(LYING))


def test_a_tray_with_or_without_dice_has_no_hand_over_it() -> None:
    assert not reached(EMPTY)
    assert not reached(LYING)


@pytest.mark.parametrize("body", [WOOD, GREEN_FELT, IVORY], ids=["of the rim's colour", "of the felt's", "ivory"])
def test_a_row_of_dice_along_the_rim_is_no_hand(body: Colour) -> None:
    row = [DrawnDie(value, 80 + 16.4 * value, 8.2, body=body) for value in range(1, 7)]
    assert not reached(with_rim(draw_tray(row)))


@pytest.mark.parametrize("cut", [(0.0, 1.0, 30.0), (1.0, 0.0, 110.0), (0.8, 0.6, 90.0)])
def test_a_shadow_over_the_edge_is_no_hand(cut: tuple[float, float, float]) -> None:
    assert not reached(in_shadow(LYING, TRAY, cut, 0.3, soft=4.0))


def test_what_is_narrower_than_two_fingers_is_no_hand() -> None:
    assert not reached(with_hand(EMPTY, COLOURS["brown"], wide=16.0))


def test_a_side_on_which_no_edge_is_to_be_seen_is_no_hand() -> None:
    alike = EMPTY.copy()
    strip = TRAY.to_px([(20, -24), (280, -24), (280, 8), (20, 8)])
    cv2.fillConvexPoly(alike, np.round(strip).astype(np.int32), GREEN_FELT[::-1])
    assert not reached(alike)


def test_a_tray_whose_edge_is_hardly_visible_tells_nothing() -> None:
    faint = np.full_like(EMPTY, BLUE_FELT[::-1])
    assert not reached(faint)
    assert not reached(with_hand(faint, COLOURS["pale"]))


@pytest.mark.parametrize("colour", [COLOURS["a black glove"], COLOURS["the felt's"]], ids=["black", "the felt's"])
def test_no_die_has_a_value_while_a_hand_is_over_the_tray(colour: Colour) -> None:
    reading = Reader(TRAY).read(with_hand(LYING, colour, 2))
    assert (reading.rest, reading.dice) == (Rest.OBSTRUCTED, ())
    assert reading.problems == ("Something’s reaching over the tray: move it away.",)


TWO_DICE = [DrawnDie(5, 100, 60, 20), DrawnDie(2, 180, 120, 50)]


def with_wooden_rim(picture: Picture) -> Picture:
    copy = picture.copy()
    for way, paint in ((14, (40, 70, 110)), (1, (24, 44, 70))):
        outline = TRAY.to_px([(-way, -way), (300 + way, -way), (300 + way, 200 + way), (-way, 200 + way)])
        cv2.polylines(copy, [np.round(outline).astype(np.int32)], True, paint, 6, cv2.LINE_AA)
    return copy


BARE, THROWN = with_wooden_rim(draw_tray(markers=())), with_wooden_rim(draw_tray(TWO_DICE, markers=()))
REFERENCE = EmptyTray.of(BARE, TRAY)


def pushed(picture: Picture, right: int, down: int) -> Picture:
    return np.roll(picture, (down, right), axis=(0, 1))


@pytest.mark.parametrize("by", [(0, 0), (3, 0), (-12, 9)])
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_a_shift_is_measured_whatever_lies_on_the_floor_and_in_any_light(by: tuple[int, int], light: float) -> None:
    far = rim_shift(REFERENCE, dimmed(pushed(THROWN, *by), light))
    assert far == pytest.approx(np.hypot(*by) * TRAY.mm_per_px, abs=0.3)


def test_a_shift_that_is_too_large_is_never_taken_for_none() -> None:
    far = rim_shift(REFERENCE, pushed(THROWN, 40, 0))
    assert far is None or far > 2


def test_a_rim_that_is_not_seen_tells_nothing() -> None:
    assert rim_shift(REFERENCE, np.full_like(BARE, 90)) is None
    assert rim_shift(REFERENCE, np.zeros((480, 640, 3), np.uint8)) is None


@pytest.mark.parametrize(
    ("far", "told", "rest"), [(0.8, False, Rest.SETTLED), (2.0, True, Rest.SETTLED), (6.0, True, Rest.OBSTRUCTED)]
)
def test_a_small_shift_is_reported_and_a_large_one_takes_the_values(far: float, told: bool, rest: Rest) -> None:
    reading = with_shift(Reader(TRAY).read(THROWN), far)
    assert (Problem.CAMERA_MOVED in reading.named, reading.rest) == (told, rest)
    assert [die.value is None for die in reading.dice] == [far > 4] * 2
    assert len(reading.problems) == told
    assert with_shift(reading, None) is reading


def test_a_watched_tray_that_is_pushed_says_so() -> None:
    watcher = Watcher(Reader(TRAY))

    def last(picture: Picture, start: float) -> Reading:
        return [watcher.see(picture, start + 0.1 * number) for number in range(12)][-1]

    assert last(BARE, 0.0).rest is Rest.EMPTY
    assert last(THROWN, 2.0).named == frozenset()
    assert last(pushed(THROWN, 5, 0), 4.0).named == {Problem.CAMERA_MOVED}
    assert last(THROWN, 6.0).named == frozenset()
