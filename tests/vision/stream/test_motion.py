import numpy as np
import pytest

from tests.vision.drawn import DrawnDie, draw_tray, overhead_tray
from vision.image import Bytes
from vision.stream.motion import Backdrop, Region, Stillness, small_grey, smoothed

TRAY = overhead_tray()
REGION = Region((180, 320), TRAY)


def raw(*dice: DrawnDie, light: float = 1.0, noise: float = 2.0) -> Bytes:
    return small_grey(draw_tray(dice, light=light, noise=noise))


def seen(*dice: DrawnDie, light: float = 1.0, noise: float = 2.0) -> Bytes:
    return smoothed(raw(*dice, light=light, noise=noise))


FOUR = DrawnDie(4, 150, 100)
BARE = seen()
WITH_A_FOUR = seen(FOUR)


RAW_BARE = raw()
RAW_WITH_A_FOUR = raw(FOUR)


def noisy(grey: Bytes, seed: int, amount: float = 3.0) -> Bytes:
    grain = np.random.default_rng(seed).normal(0, amount, grey.shape)
    return smoothed(np.clip(grey + grain, 0, 255).astype(np.uint8))


def with_an_arm(grey: Bytes) -> Bytes:
    copy = grey.copy()
    copy[60:, 150:200] = 170
    return copy


def test_a_small_picture_is_320_wide_and_keeps_its_shape() -> None:
    assert small_grey(np.zeros((1296, 2304, 3), np.uint8)).shape == (180, 320)
    assert small_grey(np.zeros((48, 64, 3), np.uint8)).shape == (48, 64)


def test_noise_is_no_movement() -> None:
    assert not REGION.change(noisy(RAW_WITH_A_FOUR, 0), noisy(RAW_WITH_A_FOUR, 100)).moved


@pytest.mark.parametrize(("light", "body"), [(0.15, (110, 110, 110)), (0.05, (200, 200, 200))])
def test_a_die_is_seen_to_come_in_the_dark(light: float, body: tuple[int, int, int]) -> None:
    assert REGION.change(seen(light=light), seen(DrawnDie(4, 150, 100, body=body), light=light)).moved


@pytest.mark.parametrize("light", [0.8, 1.12])
def test_brightness_as_a_whole_is_no_movement(light: float) -> None:
    assert not REGION.change(WITH_A_FOUR, seen(FOUR, light=light)).moved


@pytest.mark.parametrize(
    "other",
    [DrawnDie(4, 152, 100), DrawnDie(4, 150, 100, 20), DrawnDie(1, 150, 100), DrawnDie(4, 60, 40)],
    ids=["pushed by 2 mm", "turned by 20°", "tipped to a one", "elsewhere"],
)
def test_a_die_that_was_touched_has_moved(other: DrawnDie) -> None:
    change = REGION.change(WITH_A_FOUR, seen(other))
    assert change.moved
    assert not change.hand


def test_a_lamp_switched_on_at_one_side_is_light_and_no_movement() -> None:
    slope = np.linspace(0.75, 1.15, 320)[None]
    lit = np.clip(WITH_A_FOUR * slope, 0, 255).astype(np.uint8)
    change = REGION.change(WITH_A_FOUR, lit)
    assert change.lit
    assert not change.moved


def test_what_happens_far_beside_the_tray_does_not_matter() -> None:
    passer_by = BARE.copy()
    passer_by[:, :40] = 200
    assert not REGION.change(BARE, passer_by).moved


def test_a_hand_comes_in_over_the_edge() -> None:
    change = REGION.change(BARE, with_an_arm(BARE))
    assert change.moved
    assert change.hand


def test_five_dice_rolling_are_no_hand() -> None:
    dice = [DrawnDie(5, 292, 30 + 17 * n) for n in range(5)]
    assert not REGION.change(BARE, seen(*dice)).hand


def test_a_backdrop_knows_a_hand_that_lies_still_and_learns_nothing_where_dice_lie() -> None:
    backdrop = Backdrop(REGION)
    assert not backdrop.hand_over(with_an_arm(BARE))
    backdrop.learn(BARE, np.zeros_like(BARE))
    assert not backdrop.hand_over(WITH_A_FOUR)
    covered = np.zeros_like(BARE)
    covered[60:, 150:200] = 255
    backdrop.learn(with_an_arm(BARE), covered)
    assert backdrop.hand_over(with_an_arm(BARE))
    backdrop.forget()
    assert not backdrop.hand_over(with_an_arm(BARE))


def test_stillness_is_counted_from_the_last_movement() -> None:
    stillness = Stillness()
    assert stillness.see(REGION, BARE, 0.0).moved
    for step in range(1, 5):
        assert not stillness.see(REGION, noisy(RAW_BARE, step, 2.0), 0.1 * step).moved
    assert stillness.age(0.4) == pytest.approx(0.4)
    assert stillness.see(REGION, WITH_A_FOUR, 0.5).moved
    assert stillness.age(0.7) == pytest.approx(0.2)


def test_a_die_that_creeps_has_moved_in_the_end() -> None:
    stillness = Stillness()
    stillness.see(REGION, WITH_A_FOUR, 0.0)
    moved = [
        stillness.see(REGION, seen(DrawnDie(4, 150 + 0.25 * step, 100)), 0.1 * step).moved for step in range(1, 12)
    ]
    assert any(moved)
