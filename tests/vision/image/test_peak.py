import numpy as np
import pytest

from vision.image.peak import peak_offset


@pytest.mark.parametrize("offset", [-0.4, 0.0, 0.3])
def test_the_peak_of_a_parabola_lies_between_its_samples(offset: float) -> None:
    values = 5 - (np.arange(7) - 3 - offset) ** 2
    assert peak_offset(values, 3) == pytest.approx(offset)


@pytest.mark.parametrize("at", [0, 4])
def test_at_the_ends_and_on_a_level_it_is_the_sample(at: int) -> None:
    assert peak_offset(np.ones(5), at) == peak_offset(np.ones(5), 2) == 0.0
