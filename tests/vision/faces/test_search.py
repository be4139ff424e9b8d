"""Of faces that overlap the likelier one stays, and two values in one place are none."""

from dataclasses import replace

import numpy as np
import pytest

from vision.faces.face import Face
from vision.faces.verdict import DISAGREE, NO_FACE, apart

FIVE = Face(5, 0.97, np.array([150.0, 100.0]), 8.0 * np.eye(2), np.zeros(3), np.ones(3))
TWO = replace(FIVE, value=2, confidence=0.9, centre=np.array([220.0, 60.0]))


def test_the_likelier_of_two_faces_in_one_place_stays() -> None:
    again = replace(FIVE, confidence=0.5)
    assert apart([again, TWO, FIVE]) == [FIVE, TWO]


def test_what_is_read_as_two_values_in_one_place_has_none() -> None:
    six = replace(FIVE, value=6, confidence=0.5)
    five, two = apart([TWO, six, FIVE])
    assert (five.doubt, five.confidence, two) == (DISAGREE, 0.0, TWO)


@pytest.mark.parametrize(("value", "share", "doubt"), [(1, 0.7, None), (1, 0.9, DISAGREE), (2, 0.7, DISAGREE)])
def test_a_small_one_on_a_face_is_a_pip_of_it(value: int, share: float, doubt: str | None) -> None:
    pip = replace(FIVE, value=value, confidence=0.9, centre=FIVE.centre + 0.4 * FIVE.axes[0], axes=share * FIVE.axes)
    [five] = apart([pip, FIVE])
    assert (five.value, five.doubt) == (5, doubt)


@pytest.mark.parametrize(("steps", "doubt", "stays"), [(1.7, NO_FACE, False), (2.1, NO_FACE, True), (1.7, "?", True)])
def test_what_is_likelier_no_face_is_left_out_where_a_die_leaves_no_room(steps: float, doubt: str, stays: bool) -> None:
    """It is that die's side."""
    side = replace(FIVE, centre=FIVE.centre + steps * FIVE.axes[0]).doubted(doubt)
    assert len(apart([FIVE, side])) == 1 + stays
