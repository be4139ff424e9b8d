"""Shutters that lamps leave no bands in, and when a camera has settled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras.exposure import AT_LEAST, AT_MOST, HIGHEST_GAIN, SHARE, Locked, Settling, flicker, steady_shutter


@pytest.mark.parametrize(
    ("exposure", "gain", "mains", "steady"),
    [
        (20_000, 1.0, 50, (20_000, 1.0)),
        (23_000, 2.0, 50, (20_000, 2.3)),
        (12_000, 2.0, 60, (8_333.33, 2.88)),
        (33_000, 4.0, 50, (30_000, 4.4)),
        (66_000, 8.0, 50, (30_000, 16.0)),
        (4_000, 5.0, 50, (10_000, 2.0)),
        (4_000, 1.0, 50, (4_000, 1.0)),
    ],
)
def test_the_shutter_is_open_for_whole_flickers(
    exposure: float, gain: float, mains: int, steady: tuple[float, float]
) -> None:
    assert steady_shutter(exposure, gain, mains) == pytest.approx(steady, rel=1e-4)


def test_the_shutter_fits_between_the_frames_of_a_faster_camera() -> None:
    assert steady_shutter(33_000, 4.0, 50, 1 / 40) == pytest.approx((20_000, 6.6))
    assert steady_shutter(33_000, 4.0, 60, 1 / 40) == pytest.approx((16_666.67, 7.92), rel=1e-4)


@given(st.floats(100, 60_000), st.floats(1, HIGHEST_GAIN), st.sampled_from([50, 60]))
def test_the_picture_is_as_bright_as_before_or_the_light_is_too_weak(exposure: float, gain: float, mains: int) -> None:
    after, gain_after = steady_shutter(exposure, gain, mains)
    light = exposure * gain
    assert 1 <= gain_after <= HIGHEST_GAIN
    if after == exposure and gain_after == gain:
        return
    assert after / flicker(mains) == pytest.approx(round(after / flicker(mains)))
    assert after <= SHARE * 1e6 / 30
    assert after * gain_after == pytest.approx(min(light, after * HIGHEST_GAIN))


def metadata(exposure: float, focus: float = 2.0) -> dict[str, object]:
    return {"ExposureTime": exposure, "AnalogueGain": 1.0, "ColourGains": (1.5, 1.2), "LensPosition": focus}


def test_it_has_settled_when_frame_after_frame_agrees() -> None:
    settling = Settling(50)
    seen = [settling.see(metadata(20_000), 0.1 * number) for number in range(12)]
    assert seen[: round(10 * AT_LEAST)] == [None] * round(10 * AT_LEAST)
    assert seen[-1] == Locked(20_000, 1.0, 1.5, 1.2, 2.0)


@pytest.mark.parametrize(
    ("exposure", "gain", "kept"),
    [(20_000, 2.0, (20_000, 1.4)), (20_000, 1.0, (10_000, 1.4)), (9_000, 1.0, (6_300, 1.0))],
)
def test_a_share_of_the_light_is_kept(exposure: float, gain: float, kept: tuple[float, float]) -> None:
    settling = Settling(50, share=0.7)
    seen = [settling.see(metadata(exposure) | {"AnalogueGain": gain}, 0.1 * number) for number in range(12)]
    locked = seen[-1]
    assert locked is not None
    assert (locked.exposure, locked.gain) == pytest.approx(kept)


def settled_after(unsteady: str, share: float) -> float:
    """When a camera is locked whose light or focus is that share more in every other frame."""
    settling = Settling(50)
    for number in range(100):
        step = 1 + share * (number % 2)
        if settling.see(metadata(20_000, step) if unsteady == "focus" else metadata(10_000 * step), 0.1 * number):
            break
    return 0.1 * number


@pytest.mark.parametrize(("unsteady", "share"), [("light", 1.0), ("focus", 1.0), ("light", 0.03)])
def test_what_never_settles_is_taken_as_it_is_in_the_end(unsteady: str, share: float) -> None:
    assert settled_after(unsteady, share) == pytest.approx(AT_MOST)


def test_a_hundredth_more_or_less_is_settled() -> None:
    assert settled_after("light", 0.01) == pytest.approx(AT_LEAST)


def test_a_camera_that_says_nothing_of_itself_is_not_locked() -> None:
    settling = Settling(50)
    assert [settling.see({}, 0.1 * number) for number in range(100)] == [None] * 100
