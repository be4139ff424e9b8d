"""The names of the package, and what they load."""

import subprocess
import sys

import pytest

import vision

VALUES_ALONE = """
import sys
from vision import BadImage, Colour, Die, Flag, Point, Problem, Reading, Rest, VisionError, Zone, counted
sys.exit("cv2" in sys.modules or "numpy" in sys.modules)
"""


def test_the_values_load_neither_opencv_nor_numpy() -> None:
    assert subprocess.run([sys.executable, "-c", VALUES_ALONE], check=False).returncode == 0


def test_every_name_is_there_on_first_use() -> None:
    assert all(hasattr(vision, name) for name in vision.__all__)
    assert set(vision.__all__) <= set(dir(vision))
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = vision.nothing_of_the_kind
