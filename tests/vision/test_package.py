"""The names of the package, and what they load."""

import subprocess
import sys

VALUES_ALONE = """
import sys
from vision import BadImage, Colour, Die, Flag, Point, Problem, Reading, Rest, VisionError, Zone, counted
sys.exit("cv2" in sys.modules or "numpy" in sys.modules)
"""


def test_the_values_load_neither_opencv_nor_numpy() -> None:
    assert subprocess.run([sys.executable, "-c", VALUES_ALONE], check=False).returncode == 0
