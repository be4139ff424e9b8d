import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import Lens
from vision.errors import BadTray

FRAME = (1280, 720)
slopes = st.floats(-3, 3)


@given(bend=st.floats(-0.25, 0.25), x=slopes, y=slopes)
def test_what_is_bent_comes_back_straight(bend: float, x: float, y: float) -> None:
    lens = Lens(bend=bend)
    assert lens.straight(lens.bent([(x, y)], FRAME), FRAME)[0] == pytest.approx((x, y), abs=1e-6)


@given(bend=st.floats(-0.25, 0.25))
def test_what_is_farther_out_is_drawn_farther_out(bend: float) -> None:
    drawn = Lens(bend=bend).bent([(reach, 0.0) for reach in np.linspace(0, 5, 200)], FRAME)
    assert (np.diff(drawn[:, 0]) > 0).all()


def test_a_barrel_draws_towards_the_middle_by_the_square_of_the_distance_and_without_a_bend_it_is_a_pinhole() -> None:
    focal = 640 / math.tan(math.radians(33))
    [(x, y)] = Lens(bend=-0.04).bent([(0.5, 0.0)], FRAME)
    assert (x, y) == pytest.approx((639.5 + 0.5 * (1 - 0.04 * 0.25) * focal, 359.5))
    pinhole = Lens(90, 0.0).bent([(1.0, 0.0), (0.0, -0.5)], (200, 100))
    assert pinhole == pytest.approx(np.array([(199.5, 49.5), (99.5, -0.5)]))


@pytest.mark.parametrize(("view", "bend"), [(5, 0), (170, 0), (66, 0.4), (66, -0.4), (math.nan, 0), (66, math.nan)])
def test_a_lens_that_cannot_be_is_refused(view: float, bend: float) -> None:
    with pytest.raises(BadTray, match="lens"):
        Lens(view, bend)
