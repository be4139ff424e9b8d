import pytest

from vision import Die


def test_a_die_s_size_is_the_mean_of_its_edges() -> None:
    corners = ((80.0, 80.0), (120.0, 80.0), (120.0, 120.0), (80.0, 120.0))
    assert Die(5, 0.9, (100.0, 100.0), corners, 0.0).size_px == pytest.approx(40)
