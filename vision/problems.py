"""Problems of a picture of the tray as a whole."""

from dataclasses import dataclass
from enum import StrEnum


class Problem(StrEnum):
    """Names of the problems of a picture."""

    LENS_COVERED = "lens covered"
    TOO_DARK = "too dark"
    OVEREXPOSED = "overexposed"
    OUT_OF_FOCUS = "out of focus"
    FLICKERING = "flickering light"
    TRAY_CUT = "tray not whole in the picture"
    CAMERA_MOVED = "camera moved"
    MARKER_COVERED = "marker covered"


@dataclass(frozen=True, slots=True)
class PictureTrouble:
    """A problem and a sentence with its remedy.

    ``blinds`` is true where no die in such a picture may have a value.
    """

    problem: Problem
    sentence: str
    blinds: bool = False
