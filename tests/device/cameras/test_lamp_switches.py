"""Plans of switches: each lamp is the bright one for whole exposures, whatever the shutter."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras.camera import Frame
from device.cameras.lamp_switches import LampSwitch, LampSwitches, Light, plan
from vision import LampSide

LEFT, RIGHT, FAR, NEAR = LampSide
GREY = np.zeros((4, 4, 3), np.uint8)


def frame_of(began: float, taking: float, period: float, late: float = 0.02) -> Frame:
    """A frame with that exposure and readout, which arrives so many seconds late."""
    settings = {"began": began, "ended": began + taking, "period": period}
    return Frame(GREY, began + taking + late, 0, settings)


def test_a_frame_without_times_was_exposed_in_the_two_periods_before() -> None:
    assert Frame(GREY, 5.0, 0).exposed == pytest.approx((5.0 - 2 / 30, 5.0))
    assert Frame(GREY, 5.0, 0, {"period": 0.1}).exposed == (4.8, 5.0)


SWITCHES = LampSwitches((LampSwitch(1.0, 1.1, LEFT), LampSwitch(2.0, 2.1, RIGHT), LampSwitch.at(3.0, None)))


@pytest.mark.parametrize(
    ("begin", "end", "light"),
    [
        *((0.5, 1.0, "base"), (1.1, 2.0, LEFT), (2.1, 3.0, RIGHT), (3.0, 9.0, "base")),
        *((begin, end, "mixed") for begin, end in ((0.9, 1.01), (1.05, 1.06), (1.05, 1.5), (1.9, 2.2), (0.5, 3.5))),
    ],
)
def test_the_light_of_an_exposure_is_that_of_the_last_change_before_it_unless_one_falls_into_it(
    begin: float, end: float, light: Light
) -> None:
    assert SWITCHES.during(begin, end) == light


def test_a_plan_that_is_given_up_ends_with_the_base_level() -> None:
    switches = LampSwitches(tuple(LampSwitch.at(moment, LEFT) for moment in (1.0, 2.0, 3.0)))
    cut = switches.followed_by(LampSwitch.at(2.5, None))
    assert [change.begin for change in cut.changes] == [1.0, 2.0, 2.5]
    assert cut.during(2.6, 9.0) == "base"


@given(
    exposure=st.floats(0.001, 0.03),
    readout=st.floats(0.005, 0.03),
    period=st.floats(0.01, 0.11),
    late=st.floats(0.0, 0.1),
    frames=st.integers(1, 4),
)
def test_each_lamp_of_a_plan_has_whole_exposures(
    exposure: float, readout: float, period: float, late: float, frames: int
) -> None:
    latest = frame_of(100.0, exposure + readout, period, late)
    planned = plan(LampSide, latest.time, latest, frames)
    assert planned.changes[0].begin > latest.time
    assert all(later.begin > sooner.begin for sooner, later in pairwise(planned.changes))
    begins = [100.0 + n * period for n in range(2000)]
    lights = [planned.during(begin, begin + exposure + readout) for begin in begins]
    assert {side: lights.count(side) >= frames for side in LampSide} == dict.fromkeys(LampSide, True)
    assert lights[-1] == "base"


def test_only_the_missing_lamps_are_planned() -> None:
    planned = plan([FAR, NEAR], 0.0, frame_of(-0.03, 0.02, 0.03))
    assert [change.side for change in planned.changes] == [FAR, NEAR, None]
